import type {
  ElicitRequestFormParams,
  MultiSelectEnumSchema,
  NumberSchema,
  TitledMultiSelectEnumSchema,
} from '@modelcontextprotocol/server';
import { flatNameOf, flatPlacesOf, type FlatPlace } from '../form/flat-fields.ts';
import { numberLimitsOf } from '../form/limits.ts';
import { asObject, bareField, normalSchema, type NormalSchema } from '../form/normal-schema.ts';
import { isObject, type JsonObject } from '../protocol/json.ts';
import { looksSecret } from '../protocol/looks-secret.ts';
import { McpServerError } from './errors.ts';

/** The flat form of MCP elicitation: what `requestedSchema` may hold, in 2025-11-25 and 2026-07-28. */
export type FlatSchema = ElicitRequestFormParams['requestedSchema'];
export type FlatField = FlatSchema['properties'][string];
/** One string to choose, and what a form shows for it. */
export type FlatOption = TitledMultiSelectEnumSchema['items']['anyOf'][number];

/**
 * Write an answer's schema in the flat form of MCP elicitation (2025-11-25 and 2026-07-28): an object of strings,
 * numbers, booleans and choices among strings. A value inside an object gets the names that lead to it, such as
 * `home.city`; a choice of another type gets its JSON as its string. An answer that is one value by itself becomes an
 * object with the one field `answer`, titled "Answer" unless the schema has a title.
 *
 * Keywords that only narrow a value, such as `pattern` or `multipleOf`, are dropped: the form has no place for them, and
 * the tool's own schema checks the answer. So are `null`, and a default that does not fit its field.
 *
 * @param json - JSON Schema (draft 2020-12) such as `ElicitQuestion.json`
 * @param where - names the schema in errors, such as `book_flight.elicits.pickFlight`
 * @returns a new object, to be sent as `requestedSchema`
 * @throws {McpServerError} `MCP_NOT_FLAT` naming the path of what the flat form cannot hold
 * @throws {McpServerError} `MCP_SECRET_FIELD` naming the path of a field for a password, a token or the like
 */
export function flatSchemaOf(json: JsonObject, where: string): FlatSchema {
  const { schema: document, bare } = asObject(json, bareField, 'Answer');
  const root = normalSchema(document, document);
  if (typeof root === 'string' || !isObject(root.keywords['properties'])) {
    throw notFlat(where, 'no object of named fields');
  }
  const fields = flatPlacesOf(document).filter(({ path }) => path.length > 0);
  const properties = fields.map((place): [string, FlatField] => {
    const at = bare ? where : [where, ...place.path].join('.');
    const field = fieldOf(place, document, at);
    if (isForSecret(place, field)) throw secretField(at);
    return [place.name, field];
  });
  const required = fields.flatMap((place) => (place.required ? [place.name] : []));
  return {
    type: 'object',
    ...wordsOf(root.keywords),
    // Don't assign properties one by one: one may be called `__proto__`.
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
  };
}

/** The value of a form's one field. A card of ours sends the whole answer instead. */
export function bareOf(content: JsonObject): unknown {
  if (Object.hasOwn(content, bareField)) return content[bareField];
  return Object.keys(content).length === 0 ? null : content;
}

function fieldOf({ normal, title }: FlatPlace, root: JsonObject, at: string): FlatField {
  if (typeof normal === 'string') throw notFlat(at, 'of several types, or of none');
  const { type, keywords, listed } = normal;
  const { default: start } = keywords;
  const words = { ...wordsOf(keywords), ...(title !== undefined && { title }) };
  if (type === 'array') return choicesOf(normal, root, words, at);
  // `true` alone, such as for terms to accept, is narrower than a form can say.
  if (type === 'boolean') return { type, ...words, ...(typeof start === 'boolean' && { default: start }) };
  if (listed !== undefined) {
    const options = optionsOf(listed, at);
    const begun = options.find((option) => option.const === flatNameOf({ value: start }))?.const;
    return { type: 'string', ...words, ...choiceOf(keywords, options), ...(begun !== undefined && { default: begun }) };
  }
  if (type === 'string') {
    const format = formats.find((one) => one === keywords['format']);
    const limits = countsOf(keywords, 'minLength', 'maxLength');
    return {
      type,
      ...words,
      ...limits,
      ...(format && { format }),
      ...(typeof start === 'string' && { default: start }),
    };
  }
  if (type === 'number' || type === 'integer') {
    const isFit = typeof start === 'number' && (type === 'number' || Number.isInteger(start));
    return { type, ...words, ...rangeOf(keywords, type), ...(isFit && { default: start }) };
  }
  throw notFlat(at, type === 'object' ? 'an object without named fields' : 'of several types, or of none');
}

/** The texts to choose from, each once. */
function optionsOf(listed: NonNullable<NormalSchema['listed']>, at: string): readonly FlatOption[] {
  const titles = new Map<string, string | undefined>();
  for (const one of listed) {
    const title = typeof one.title === 'string' && one.title !== '' ? one.title : undefined;
    const name = flatNameOf(one);
    const more = typeof one.description === 'string' ? ` (${one.description})` : '';
    titles.set(name, titles.get(name) ?? (more === '' ? title : `${title ?? name}${more}`));
  }
  if (titles.size === 0) throw notFlat(at, 'a choice of nothing');
  return [...titles].map(([name, title = name]) => ({ const: name, title }));
}

const isTitled = (options: readonly FlatOption[]) => options.some((option) => option.title !== option.const);

/** The older form stays as its author wrote it, for clients that know only that one. */
function choiceOf(schema: JsonObject, options: readonly FlatOption[]) {
  const values = options.map((option) => option.const);
  if (!isTitled(options)) return { enum: values };
  const isOlder = Array.isArray(schema['enumNames']);
  return isOlder ? { enum: values, enumNames: options.map(({ title }) => title) } : { oneOf: [...options] };
}

const formats = ['email', 'uri', 'date', 'date-time'] as const;

function choicesOf({ keywords }: NormalSchema, root: JsonObject, words: object, at: string): MultiSelectEnumSchema {
  const items = normalSchema(keywords['items'], root);
  if (typeof items === 'string' || items.listed === undefined) throw notFlat(at, 'a list of other values than choices');
  const options = optionsOf(items.listed, at);
  const given: unknown = keywords['default'];
  const start = Array.isArray(given) ? given.map((value: unknown) => flatNameOf({ value })) : undefined;
  const isFit = start?.every((name) => options.some((option) => option.const === name));
  return {
    type: 'array',
    ...words,
    ...countsOf(keywords, 'minItems', 'maxItems'),
    ...(isTitled(options)
      ? { items: { anyOf: [...options] } }
      : { items: { type: 'string' as const, enum: options.map((option) => option.const) } }),
    ...(isFit && start && { default: start }),
  };
}

/** A form's bounds are inclusive. What an exclusive bound of a number excludes is left to the tool's schema. */
function rangeOf(schema: JsonObject, type: NumberSchema['type']): Pick<NumberSchema, 'minimum' | 'maximum'> {
  const { minimum = -Infinity, maximum = Infinity, ...limits } = numberLimitsOf(schema);
  const { exclusiveMinimum: above = -Infinity, exclusiveMaximum: below = Infinity } = limits;
  const isWhole = type === 'integer';
  const low = Math.max(minimum, isWhole ? Math.floor(above) + 1 : above);
  const high = Math.min(maximum, isWhole ? Math.ceil(below) - 1 : below);
  // zod's integers have the bounds of what a double can count, which tell a person nothing.
  return {
    ...(low > Number.MIN_SAFE_INTEGER && { minimum: low }),
    ...(high < Number.MAX_SAFE_INTEGER && { maximum: high }),
  };
}

function countsOf<Name extends string>(schema: JsonObject, ...names: readonly Name[]): { [K in Name]?: number } {
  const counts = names.filter((name) => Number.isInteger(schema[name])).map((name) => [name, schema[name]]);
  return Object.fromEntries(counts) as { [K in Name]?: number };
}

function wordsOf({ title, description }: JsonObject): { title?: string; description?: string } {
  return { ...(typeof title === 'string' && { title }), ...(typeof description === 'string' && { description }) };
}

/** A name alone is a guess, so only free input counts: nobody picks a password from a list. */
function isForSecret({ path, normal }: FlatPlace, field: FlatField): boolean {
  const { format, writeOnly } = typeof normal === 'string' ? {} : normal.keywords;
  if (format === 'password' || writeOnly === true) return true;
  const isFree = field.type !== 'boolean' && field.type !== 'array' && !('enum' in field) && !('oneOf' in field);
  return isFree && looksSecret(path.at(-1) ?? '');
}

function notFlat(at: string, what: string): McpServerError {
  const why = 'MCP asks with flat forms only: objects of texts, numbers, yes or no, and choices.';
  const next = 'Ask for its parts as fields of their own, or leave the tool out.';
  return new McpServerError('MCP_NOT_FLAT', `${at} is ${what}. ${why} ${next}`);
}

function secretField(at: string): McpServerError {
  const why = 'MCP forbids asking for secrets with a form, which the client and its model may read.';
  const next = 'Ask on a page of your own with ctx.elicit.url, or rename the field if it holds no secret.';
  return new McpServerError('MCP_SECRET_FIELD', `${at} looks like a field for a secret. ${why} ${next}`);
}
