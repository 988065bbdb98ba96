import { isObject, type JsonObject } from '../protocol/json.ts';
import { looksSecret } from '../protocol/looks-secret.ts';
import { sentenceOf } from '../protocol/sentence-of.ts';
import type { FieldOption, ItemField, NumberField } from './field.ts';
import { contradicts, countOf, numberLimitsOf, textLimitsOf } from './limits.ts';
import { optionsOf } from './options.ts';
import { unsupportedKeyword, type Problem, type ProblemCode } from './problem.ts';
import { shortText, wordsIn } from './short-text.ts';
import { startValue } from './start-value.ts';

/** A field's position and names. */
export interface Place {
  id: string;
  name: string;
  required: boolean;
}

/** Compiles the schema of one property to a field, or returns why no control fits it. */
export function compileField(given: unknown, place: Place): ItemField | Problem {
  const schema = isObject(given) ? withoutNull(given) : undefined;
  const label = wordsIn(schema?.['title'], 200) ?? sentenceOf(shortText(place.name, 80).trim());
  const problem = (code: ProblemCode): Problem => ({ name: place.name, label, code });
  if (!schema) return problem('unsupported_type');
  const keyword = unsupportedKeyword(schema, keywords);
  if (keyword !== undefined) return problem(`unsupported_keyword:${keyword}`);
  const found = kindOf(schema, place.required);
  if (typeof found === 'string') return problem(found);
  const { title, description } = schema;
  const field: ItemField = {
    ...place,
    label,
    description: wordsIn(description, 600),
    secret:
      schema['format'] === 'password' ||
      schema['writeOnly'] === true ||
      looksSecret(place.name.slice(0, 200)) ||
      (typeof title === 'string' && looksSecret(title.slice(0, 200))),
    ...found,
  };
  const start = startValue(field, schema['default']);
  const isLong = field.kind === 'text' && typeof start === 'string' && start.includes('\n');
  return { ...field, start, ...(isLong && { multiline: true }) } as ItemField;
}

/** A field without its position and names. */
type Kind = ItemField extends infer F ? (F extends ItemField ? Omit<F, keyof Named> : never) : never;
type Named = Pick<ItemField, 'id' | 'name' | 'label' | 'description' | 'required' | 'secret'>;

function kindOf(schema: JsonObject, required: boolean): Kind | ProblemCode {
  const type = typeOf(schema);
  if (type === 'array') return multiSelectOf(schema);
  if (type === 'object') return 'unsupported_object';
  const options = optionsOf(schema, type);
  if (typeof options === 'string') return options;
  if (options) return selectOf(schema, options);
  if (type === 'string') return textOf(schema, required);
  if (type === 'number' || type === 'integer') return numberOf(schema, type);
  if (type === 'boolean')
    return { kind: 'boolean', start: required || typeof schema['default'] === 'boolean' ? false : null };
  return 'unsupported_type';
}

function textOf(schema: JsonObject, required: boolean): Kind | ProblemCode {
  const kind = textKinds.find((format) => format === schema['format']) ?? 'text';
  const limits = textLimitsOf(schema);
  const { minLength = 0, maxLength = Infinity } = limits;
  const length = kind === 'date' ? 10 : kind === 'date-time' ? 20 : undefined;
  if (minLength > maxLength || (required && maxLength === 0)) return 'contradiction';
  if (length !== undefined && (minLength > length || maxLength < length)) return 'contradiction';
  const isLong = maxLength !== Infinity && maxLength > 120;
  return { kind, start: '', limits, multiline: kind === 'text' && isLong };
}

const textKinds = ['email', 'uri', 'date', 'date-time'] as const;

function numberOf(schema: JsonObject, kind: NumberField['kind']): Kind | ProblemCode {
  const limits = numberLimitsOf(schema);
  if (contradicts(limits, kind)) return 'contradiction';
  return { kind, start: '', limits };
}

function selectOf(schema: JsonObject, options: readonly FieldOption[]): Kind {
  return {
    kind: 'select',
    options,
    start: null,
    limits: { ...textLimitsOf(schema), ...numberLimitsOf(schema) },
  };
}

function multiSelectOf(schema: JsonObject): Kind | ProblemCode {
  const { items } = schema;
  if (!isObject(items) || unsupportedKeyword(items, keywords) !== undefined) return 'unsupported_array';
  if (unsupportedKeyword(schema, arrayKeywords) !== undefined) return 'unsupported_array';
  const options = optionsOf(items, typeOf(items));
  if (typeof options === 'string') return options;
  if (!options) return 'unsupported_array';
  const minItems = countOf(schema['minItems']) ?? 0;
  const maxItems = countOf(schema['maxItems']) ?? Infinity;
  if (minItems > Math.min(maxItems, options.length)) return 'contradiction';
  return {
    kind: 'multi-select',
    options,
    start: [],
    hasDefault: Array.isArray(schema['default']),
    minItems,
    maxItems,
    limits: { ...textLimitsOf(items), ...numberLimitsOf(items) },
  };
}

/** The type besides null, or 'several'. */
function typeOf({ type }: JsonObject): string | undefined {
  if (!Array.isArray(type)) return typeof type === 'string' ? type : undefined;
  const types = type.slice(0, 3).filter((one) => one !== 'null') as unknown[];
  return types.length === 1 && typeof types[0] === 'string' ? types[0] : 'several';
}

/** Unwraps a union with null: the form never sends null. */
export function withoutNull(schema: JsonObject): JsonObject {
  for (const keyword of ['anyOf', 'oneOf']) {
    const branches: unknown = schema[keyword];
    if (!Array.isArray(branches) || branches.length !== 2) continue;
    const branch: unknown = branches.find((one) => isObject(one) && one['type'] !== 'null');
    const isNullable = branches.some((one) => isObject(one) && one['type'] === 'null');
    const others = Object.keys(schema).filter((key) => key !== keyword && !notes.has(key));
    if (!isObject(branch) || !isNullable || others.length > 0 || Object.hasOwn(branch, 'const')) continue;
    const { title = branch['title'], description = branch['description'], default: start = branch['default'] } = schema;
    return { ...branch, title, description, default: start };
  }
  return schema;
}

const notes = new Set(['title', 'description', 'default', 'examples', 'deprecated', '$comment']);

/** Keywords that constrain a value in ways that a control cannot follow. */
const keywords = '$ref $dynamicRef $recursiveRef allOf not if'.split(' ');
export const arrayKeywords = 'prefixItems contains additionalItems unevaluatedItems enum const anyOf oneOf'.split(' ');
