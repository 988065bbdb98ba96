import { isObject, type JsonObject } from '../protocol/json.ts';
import { looksSecret } from '../protocol/looks-secret.ts';
import { sentenceOf } from '../protocol/sentence-of.ts';
import type { FieldGroup, ItemField, NumberField } from './field.ts';
import { contradicts, countOf, numberLimitsOf, textLimitsOf } from './limits.ts';
import { normalSchema, type NormalSchema } from './normal-schema.ts';
import { optionsOf } from './options.ts';
import { unsupportedKeyword, type Problem, type ProblemCode } from './problem.ts';
import { shortText, wordsIn } from './short-text.ts';
import { startValue } from './start-value.ts';

/** A field's position and names. */
export interface Place {
  id: string;
  name: string;
  path: readonly string[];
  group?: FieldGroup | undefined;
  required: boolean;
  neededIn?: readonly string[] | undefined;
}

/** Compiles the schema of one property to a field, or returns why no control fits it. */
export function compileField(given: unknown, place: Place, root: unknown): ItemField | Problem {
  const normal = normalSchema(given, root);
  const keywords = typeof normal === 'string' ? (isObject(given) ? given : {}) : normal.keywords;
  const { title, description, format, writeOnly, default: start } = keywords;
  const named = place.path.at(-1) ?? '';
  const label = wordsIn(title, 200) ?? sentenceOf(shortText(named, 80).trim());
  const found = typeof normal === 'string' ? normal : kindOf(normal, place.required, root);
  if (typeof found === 'string') return { name: place.name, label, code: found };
  const field: ItemField = {
    ...place,
    label,
    description: wordsIn(description, 600),
    secret:
      format === 'password' ||
      writeOnly === true ||
      looksSecret(named.slice(0, 200)) ||
      (typeof title === 'string' && looksSecret(title.slice(0, 200))),
    ...found,
  };
  const begun = startValue(field, start);
  const isLong = field.kind === 'text' && typeof begun === 'string' && begun.includes('\n');
  return { ...field, start: begun, ...(isLong && { multiline: true }) } as ItemField;
}

/** A field without its position and names. */
type Kind = ItemField extends infer F ? (F extends ItemField ? Omit<F, keyof Named> : never) : never;
type Named = Pick<ItemField, keyof Place | 'label' | 'description' | 'secret'>;

function kindOf(normal: NormalSchema, required: boolean, root: unknown): Kind | ProblemCode {
  const { type, keywords } = normal;
  if (type === 'array') return multiSelectOf(normal, root);
  if (type === 'object') return 'unsupported_object';
  const options = optionsOf(normal);
  if (typeof options === 'string') return options;
  const limits = { ...textLimitsOf(keywords), ...numberLimitsOf(keywords) };
  if (options) return { kind: 'select', options, start: null, limits };
  if (type === 'string') return textOf(keywords, required);
  if (type === 'number' || type === 'integer') return numberOf(keywords, type);
  if (type === 'boolean')
    return { kind: 'boolean', start: required || typeof keywords['default'] === 'boolean' ? false : null };
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

function multiSelectOf({ keywords, listed }: NormalSchema, root: unknown): Kind | ProblemCode {
  const items = normalSchema(keywords['items'], root);
  if (typeof items === 'string' || listed || unsupportedKeyword(keywords, arrayKeywords)) return 'unsupported_array';
  const options = optionsOf(items);
  if (typeof options === 'string') return options;
  if (!options) return 'unsupported_array';
  const minItems = countOf(keywords['minItems']) ?? 0;
  const maxItems = countOf(keywords['maxItems']) ?? Infinity;
  if (minItems > Math.min(maxItems, options.length)) return 'contradiction';
  return {
    kind: 'multi-select',
    options,
    start: [],
    hasDefault: Array.isArray(keywords['default']),
    minItems,
    maxItems,
    limits: { ...textLimitsOf(items.keywords), ...numberLimitsOf(items.keywords) },
  };
}

/** Keywords of an array that a list of controls cannot follow. */
export const arrayKeywords = ['prefixItems', 'contains', 'additionalItems', 'unevaluatedItems'];
