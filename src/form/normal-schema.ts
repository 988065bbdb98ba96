import { isObject, type JsonObject } from '../protocol/json.ts';
import { unsupportedKeyword, type ProblemCode } from './problem.ts';

/** What a schema asks for. */
export interface NormalSchema {
  /** Its keywords, without what stands around them: references, `null`, and unions of one. */
  keywords: JsonObject;
  /** The type of its values. Undefined if nothing says. */
  type: string | undefined;
  /** The values to choose from. Undefined if it lists none. */
  listed: readonly ListedValue[] | undefined;
}

/** A value to choose, with its own texts as the schema has them. */
export interface ListedValue {
  value: unknown;
  title: unknown;
  description: unknown;
  /** The heading it stands under. */
  group?: unknown;
}

/** People don't read more options than this. */
export const mostOptions = 500;

/**
 * Reads what a JSON Schema asks for: the one reader of the page, the terminal, both sides of MCP, and AG-UI.
 *
 * Follows references within the document. What can be said in several ways comes out as one: a choice by `enum`,
 * `const`, `oneOf` or `anyOf`; a `null` that a form never sends; a type that only other keywords tell. A title, a
 * description or a default beside a reference replaces the inner one. It looks at this schema and its options, not at
 * properties or items.
 *
 * @param schema - untrusted
 * @param root - the document, to which references lead
 * @returns why it cannot be read, if it cannot
 */
export function normalSchema(schema: unknown, root: unknown): NormalSchema | ProblemCode {
  let plain = schema;
  // References may go round in circles.
  for (let hops = 0; hops < mostHops; hops++) {
    if (!isObject(plain)) return 'unsupported_type';
    const inner = unwrapped(plain, root);
    if (typeof inner === 'string') return inner;
    if (inner === plain) return described(plain, root);
    plain = inner;
  }
  return noReference;
}

const mostHops = 20;
const noReference: ProblemCode = 'unsupported_keyword:$ref';

/** True if an answer to this schema is one value, and no object. */
export function isBare(schema: JsonObject): boolean {
  const normal = normalSchema(schema, schema);
  return (typeof normal === 'object' ? normal.type : schema['type']) !== 'object';
}

/** The one field of an answer that is no object. */
export const bareField = 'answer';

/**
 * An answer as an object, for forms: one that is none is the only property of one.
 *
 * @param title - of that property, unless its schema has one
 */
export function asObject(schema: JsonObject, name = bareField, title?: string) {
  const bare = isBare(schema);
  // References lead to the document, which this now is.
  const { $defs, definitions } = schema;
  const properties = Object.fromEntries([[name, title === undefined ? schema : { title, ...schema }]]);
  return {
    bare,
    schema: bare ? { type: 'object', $defs, definitions, properties, required: [name] } : schema,
    put: (answer: unknown) => (bare ? Object.fromEntries([[name, answer]]) : answer),
    take: (content: JsonObject): unknown => (bare ? content[name] : content),
  };
}

/** The same schema if nothing stands around it. */
function unwrapped(schema: JsonObject, root: unknown): JsonObject | ProblemCode {
  const { $ref, allOf } = schema;
  if ($ref !== undefined) return within(targetOf($ref, root), schema, '$ref') ?? noReference;
  if (allOf !== undefined) {
    const only: unknown = Array.isArray(allOf) && allOf.length === 1 ? allOf[0] : undefined;
    const { allOf: _, ...rest } = schema;
    // The server checks what narrows a single value in several ways.
    const alone = singles.includes(schema['type']) ? rest : undefined;
    return within(only, schema, 'allOf') ?? alone ?? 'unsupported_keyword:allOf';
  }
  for (const keyword of unions) {
    const branches = schema[keyword];
    if (!Array.isArray(branches)) continue;
    if (branches.length > mostOptions) return 'too_many_options';
    const others: unknown[] = branches.filter((branch) => !isNull(branch));
    if (others.length < branches.length) return { ...schema, [keyword]: others };
    const inner = others.length === 1 && !isOption(others[0]) ? others[0] : openBranch(others);
    if (inner !== undefined) return within(inner, schema, keyword) ?? 'unsupported_union';
  }
  return schema;
}

const unions = ['anyOf', 'oneOf'] as const;

/** What stands inside of a keyword, with what stands beside it. Undefined if they say different things. */
function within(inner: unknown, schema: JsonObject, keyword: string): JsonObject | undefined {
  if (!isObject(inner)) return undefined;
  const { [keyword]: _, ...outer } = schema;
  const names: unknown = outer['required'];
  if (Array.isArray(names) && Array.isArray(inner['required'])) outer['required'] = [...inner['required'], ...names];
  const isOther = (name: string) =>
    name !== 'required' && !notes.has(name) && Object.hasOwn(inner, name) && inner[name] !== outer[name];
  return Object.keys(outer).some(isOther) ? undefined : { ...inner, ...outer };
}

/** Keywords that say nothing of the value, and the two that a form shows. */
const notes = new Set(
  'title description default examples deprecated format writeOnly readOnly $comment $schema $id $defs definitions'.split(
    ' ',
  ),
);

/** A pointer into the document, such as `#/$defs/Airport`. No other document is ever read. */
function targetOf(ref: unknown, root: unknown): unknown {
  if (typeof ref !== 'string' || !ref.startsWith('#/')) return undefined;
  let found = root;
  for (const part of ref.slice(2, 1000).split('/')) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as JsonObject)[name];
  }
  return found;
}

const isNull = (branch: unknown): boolean =>
  isObject(branch) && (branch['type'] === 'null' || ('const' in branch && branch['const'] === null));

const isOption = (branch: unknown): boolean =>
  isObject(branch) && ('const' in branch || (Array.isArray(branch['enum']) && branch['enum'].length === 1));

/** Of branches the one that is easiest to fill in. An answer needs to fit only one. */
function openBranch(branches: readonly unknown[]): JsonObject | undefined {
  const open = branches.filter(isOpen);
  const type = singles.find((one) => open.some((branch) => branch['type'] === one));
  const [only, ...more] = open.filter((branch) => branch['type'] === type);
  // Which of several narrower ones is meant, only the server can tell.
  return more.length > 0 ? { type } : only;
}

/** Types of one value, the easiest first. */
const singles: readonly unknown[] = ['string', 'number', 'integer', 'boolean'];

const isOpen = (branch: unknown): branch is JsonObject =>
  isObject(branch) && singles.includes(branch['type']) && unsupportedKeyword(branch, nested) === undefined;

const nested = ['enum', 'const', 'anyOf', 'oneOf', 'allOf', '$ref'];

function described(schema: JsonObject, root: unknown): NormalSchema | ProblemCode {
  const { not } = schema;
  // Nothing fits, such as a choice of nothing in zod.
  if (isObject(not) && Object.keys(not).length === 0) return 'contradiction';
  const listed = listedIn(schema, root);
  return typeof listed === 'string' ? listed : { keywords: schema, type: typeOf(schema, listed), listed };
}

function listedIn(schema: JsonObject, root: unknown): readonly ListedValue[] | ProblemCode | undefined {
  const [keyword, other] = ['enum', 'const', ...unions].filter((name) => Object.hasOwn(schema, name));
  if (keyword === undefined) return undefined;
  if (other !== undefined) return 'unsupported_union';
  const given = keyword === 'const' ? [schema['const']] : schema[keyword];
  if (!Array.isArray(given)) return undefined;
  if (given.length > mostOptions) return 'too_many_options';
  if (keyword === 'enum' || keyword === 'const') return valuesOf(given, schema['enumNames']);
  const branches = given.map((branch) => listedInBranch(branch, root));
  return branches.includes(undefined) ? 'unsupported_union' : branches.flatMap((values = []) => values);
}

/** @param names - the values' titles, as in revisions of MCP before 2025-11-25 */
function valuesOf(values: readonly unknown[], names: unknown): ListedValue[] {
  const titles: readonly unknown[] = Array.isArray(names) ? names : [];
  return values.flatMap((value, index) =>
    value === null ? [] : [{ value, title: titles[index], description: undefined }],
  );
}

/** A branch names one value, with its texts, or several. */
function listedInBranch(given: unknown, root: unknown): ListedValue[] | undefined {
  const branch =
    isObject(given) && given['$ref'] !== undefined ? within(targetOf(given['$ref'], root), given, '$ref') : given;
  if (!isObject(branch) || unsupportedKeyword(branch, limiting) !== undefined) return undefined;
  const { const: value, enum: values, type, title, description, group } = branch;
  const isOne = Object.hasOwn(branch, 'const');
  if (isOne === Array.isArray(values)) return undefined;
  const all = isOne ? [value] : (values as unknown[]);
  if (all.length > mostOptions) return undefined;
  const found = all.length === 1 ? [{ value: all[0], title, description, group }] : valuesOf(all, branch['enumNames']);
  return found.filter((one) => typeof type !== 'string' || isOfType(one.value, type));
}

/** Keywords that constrain a branch's value beyond naming it. */
const limiting = (
  '$ref $dynamicRef $recursiveRef allOf anyOf oneOf not if pattern format minLength maxLength minimum maximum ' +
  'exclusiveMinimum exclusiveMaximum multipleOf'
).split(' ');

export function isOfType(value: unknown, type: string | undefined): value is string | number | boolean {
  if (typeof value === 'number' && !Number.isFinite(value)) return false;
  if (type === 'integer') return Number.isInteger(value);
  return type === undefined ? ['string', 'number', 'boolean'].includes(typeof value) : typeof value === type;
}

/** The type, or what the other keywords say of it. */
function typeOf(schema: JsonObject, listed: unknown): string | undefined {
  const { type, default: start } = schema;
  if (typeof type === 'string') return type;
  if (Array.isArray(type)) {
    const types = type.slice(0, 8).filter((one) => one !== 'null') as unknown[];
    const one = types.length === 1 ? types[0] : listed ? undefined : singles.find((single) => types.includes(single));
    return typeof one === 'string' ? one : undefined;
  }
  if (listed !== undefined) return undefined;
  const told = Object.entries(tellers).find(([, keywords]) => keywords.some((name) => Object.hasOwn(schema, name)));
  return told?.[0] ?? (singles.includes(typeof start) ? typeof start : undefined);
}

/** Keywords that only one type has. */
const tellers = {
  object: ['properties', 'required'],
  array: ['items', 'minItems', 'maxItems'],
  string: ['minLength', 'maxLength', 'pattern', 'format'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
};
