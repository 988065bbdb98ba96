import { isObject, type JsonObject, type JsonValue } from '../protocol/json.ts';
import type { Place } from './compile-field.ts';
import type { FieldError } from './field-error.ts';
import type { JsonField } from './field.ts';
import { normalSchema } from './normal-schema.ts';
import type { Problem } from './problem.ts';
import { shortText, wordsIn } from './short-text.ts';

/** A field for JSON, or undefined if nobody can read the schema, or nothing can fit it. */
export function jsonField(
  schema: unknown,
  place: Place,
  { code, label }: Problem,
  root: unknown,
): JsonField | undefined {
  const normal = normalSchema(schema, root);
  const keywords = typeof normal === 'string' ? schema : normal.keywords;
  if (!isObject(keywords) || !answerable.test(code)) return undefined;
  const { type } = keywords;
  // A single value has fields of its own. This union contradicts its type.
  if (code === 'unsupported_union' && type !== undefined && type !== 'object' && type !== 'array') return undefined;
  return fieldOf(keywords, { ...place, label: label ?? '' }, root);
}

const answerable = /^(?:unsupported_(?:object|array|type|union)|too_many_options|unsupported_keyword:(?!\$ref))/;

/** A field for a whole answer in JSON, whatever its schema is. @param name - of the answer's only property, if it has */
export function wholeInJson(schema: JsonObject, name?: string): JsonField {
  const path = name === undefined ? [] : [name];
  return fieldOf(schema, { id: 'f0', name: name ?? '', path, required: true, label: '' }, schema);
}

function fieldOf(schema: JsonObject, place: Place & { label: string }, root: unknown): JsonField {
  const { $schema: _, title: __, description, type, default: start, ...rest } = schema;
  const $defs = isObject(root) ? root['$defs'] : undefined;
  return {
    ...place,
    kind: 'json',
    description: wordsIn(description, 600),
    secret: false,
    start: start === undefined || start === null ? '' : textOf(start),
    shown: textOf({ type, ...rest, $defs }),
    type: typeof type === 'string' ? type : undefined,
  };
}

/** @param draft - undefined if the person did not touch it */
export function readJson(
  { start, type, required }: JsonField,
  draft: unknown = start,
): { value: JsonValue } | { error: FieldError } | undefined {
  if (typeof draft !== 'string') return { error: { code: 'type' } };
  if (draft.trim() === '') return required ? { error: { code: 'required' } } : undefined;
  try {
    const value = JSON.parse(draft) as JsonValue;
    const isFit = type === 'object' ? isObject(value) : type !== 'array' || Array.isArray(value);
    return isFit ? { value } : { error: { code: 'json' } };
  } catch {
    return { error: { code: 'json' } };
  }
}

function textOf(value: unknown): string {
  try {
    return shortText(JSON.stringify(value, null, 2), 8000);
  } catch {
    // A value that did not come as JSON may hold itself.
    return '';
  }
}
