import type * as z from 'zod';
import { isObject, type JsonObject } from '../protocol/json.ts';
import { looksSecret } from '../protocol/looks-secret.ts';
import { isZod, jsonSchemaOf } from '../tool/json-schema.ts';
import { McpServerError } from './errors.ts';
import type { FlatChoices, FlatField, FlatNumber, FlatOption, FlatSchema } from './flat-form.ts';
import { optionsOf } from './flat-options.ts';
import { plainSchemaOf } from './plain-schema.ts';

/**
 * Write an answer's schema in the flat form of MCP elicitation (2025-11-25 and 2026-07-28): an object of strings,
 * numbers, booleans and choices among strings. An answer that is one of these by itself becomes an object with the one
 * field `answer`, titled "Answer" unless the schema has a title.
 *
 * Keywords that only narrow a value, such as `pattern` or `multipleOf`, are dropped: the form has no place for them, and
 * the tool's own schema checks the answer. So are `null`, and a default that does not fit its field.
 *
 * @param schema - a zod schema, or JSON Schema (draft 2020-12) such as `ElicitQuestion.json`
 * @param where - names the schema in errors, such as `book_flight.elicits.pickFlight`
 * @returns a new object, to be sent as `requestedSchema`
 * @throws {McpServerError} `MCP_NOT_FLAT` naming the path of what the flat form cannot hold
 * @throws {McpServerError} `MCP_SECRET_FIELD` naming the path of a field for a password, a token or the like
 * @throws {ToolDeclarationError} if JSON Schema cannot express the zod schema
 */
export function flatSchemaOf(schema: z.ZodType | JsonObject, where: string): FlatSchema {
  const json = isZod(schema) ? jsonSchemaOf(schema, where) : schema;
  const root = plainSchemaOf(json, json);
  if (root !== undefined && root['type'] !== 'object') {
    const field = fieldOf(root, json, where);
    if (isForSecret(bareField, root, field)) throw secretField(where);
    return { type: 'object', properties: { [bareField]: { title: 'Answer', ...field } }, required: [bareField] };
  }
  const fields = root?.['properties'];
  if (root?.['type'] !== 'object' || !isObject(fields)) throw notFlat(where, 'no object of named fields');
  const properties = Object.entries(fields).map(([name, given]): [string, FlatField] => {
    const at = `${where}.${name}`;
    const field = plainSchemaOf(given, json);
    if (field === undefined) throw notFlat(at, 'of no type');
    const flat = fieldOf(field, json, at);
    if (isForSecret(name, field, flat)) throw secretField(at);
    return [name, flat];
  });
  const names: unknown[] = Array.isArray(root['required']) ? root['required'] : [];
  const required = properties.map(([name]) => name).filter((name) => names.includes(name));
  return {
    type: 'object',
    ...wordsOf(root),
    // Don't assign properties one by one: one may be called `__proto__`.
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
  };
}

/** The one field of an answer that is no object. */
export const bareField = 'answer';

/** The value of a form's one field. A card of ours sends the whole answer instead. */
export function bareOf(content: JsonObject): unknown {
  if (Object.hasOwn(content, bareField)) return content[bareField];
  return Object.keys(content).length === 0 ? null : content;
}

/** True if an answer with this JSON Schema is no object. */
export function isBare(json: JsonObject): boolean {
  return plainSchemaOf(json, json)?.['type'] !== 'object';
}

function fieldOf(schema: JsonObject, root: JsonObject, at: string): FlatField {
  const { type, default: start } = schema;
  const words = wordsOf(schema);
  if (type === 'array') return choicesOf(schema, root, at);
  // `true` alone, such as for terms to accept, is narrower than a form can say.
  if (type === 'boolean') return { type, ...words, ...(typeof start === 'boolean' && { default: start }) };
  const listed = optionsOf(schema);
  if (listed === 'others') throw notFlat(at, 'a choice of other values than strings, or of several types');
  if (listed !== undefined) {
    const { options, isTitled } = listed;
    const isOption = typeof start === 'string' && options.some((option) => option.const === start);
    return { type: 'string', ...words, ...choiceOf(schema, options, isTitled), ...(isOption && { default: start }) };
  }
  if (type === 'string') {
    const format = formats.find((one) => one === schema['format']);
    const limits = countsOf(schema, 'minLength', 'maxLength');
    return {
      type,
      ...words,
      ...limits,
      ...(format && { format }),
      ...(typeof start === 'string' && { default: start }),
    };
  }
  if (type === 'number' || type === 'integer') {
    const isFit = isNumber(start) && (type === 'number' || Number.isInteger(start));
    return { type, ...words, ...rangeOf(schema, type), ...(isFit && { default: start }) };
  }
  throw notFlat(at, type === 'object' ? 'an object' : 'of several types, or of none');
}

/** The older form stays as its author wrote it, for clients that know only that one. */
function choiceOf(schema: JsonObject, options: readonly FlatOption[], isTitled: boolean) {
  const values = options.map((option) => option.const);
  if (!isTitled) return { enum: values };
  const isOlder = Array.isArray(schema['enumNames']);
  return isOlder ? { enum: values, enumNames: options.map(({ title }) => title) } : { oneOf: [...options] };
}

const formats = ['email', 'uri', 'date', 'date-time'] as const;

function choicesOf(schema: JsonObject, root: JsonObject, at: string): FlatChoices {
  const items = plainSchemaOf(schema['items'], root);
  const listed = items && optionsOf(items);
  if (listed === undefined || listed === 'others')
    throw notFlat(at, 'a list of other values than choices among strings');
  const { options, isTitled } = listed;
  const start: unknown = schema['default'];
  const isOption = (value: unknown): value is string => options.some((option) => option.const === value);
  return {
    type: 'array',
    ...wordsOf(schema),
    ...countsOf(schema, 'minItems', 'maxItems'),
    items: isTitled ? { anyOf: [...options] } : { type: 'string', enum: options.map((option) => option.const) },
    ...(Array.isArray(start) && start.every(isOption) && { default: start }),
  };
}

/** A form's bounds are inclusive. What an exclusive bound of a number excludes is left to the tool's schema. */
function rangeOf(schema: JsonObject, type: FlatNumber['type']): Pick<FlatNumber, 'minimum' | 'maximum'> {
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below } = schema;
  const whole = type === 'integer';
  const lows = [minimum, whole && isNumber(above) ? Math.floor(above) + 1 : above].filter(isNumber);
  const highs = [maximum, whole && isNumber(below) ? Math.ceil(below) - 1 : below].filter(isNumber);
  const [low, high] = [Math.max(...lows), Math.min(...highs)];
  // zod's integers have the bounds of what a double can count, which tell a person nothing.
  return {
    ...(lows.length > 0 && low > Number.MIN_SAFE_INTEGER && { minimum: low }),
    ...(highs.length > 0 && high < Number.MAX_SAFE_INTEGER && { maximum: high }),
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
function isForSecret(name: string, schema: JsonObject, field: FlatField): boolean {
  if (schema['format'] === 'password' || schema['writeOnly'] === true) return true;
  const isFree = field.type !== 'boolean' && field.type !== 'array' && !('enum' in field) && !('oneOf' in field);
  return isFree && looksSecret(name);
}

function isNumber(value: unknown): value is number {
  return Number.isFinite(value);
}

function notFlat(at: string, what: string): McpServerError {
  const why = 'MCP asks with flat forms only: an object of strings, numbers, booleans and choices among strings.';
  const next = "Ask for its parts as fields of their own, or leave the tool out with { onUnfit: 'skip' }.";
  return new McpServerError('MCP_NOT_FLAT', `${at} is ${what}. ${why} ${next}`);
}

function secretField(at: string): McpServerError {
  const why = 'MCP forbids asking for secrets with a form, which the client and its model may read.';
  const next = 'Ask on a page of your own with ctx.elicit.url, or rename the field if it holds no secret.';
  return new McpServerError('MCP_SECRET_FIELD', `${at} looks like a field for a secret. ${why} ${next}`);
}
