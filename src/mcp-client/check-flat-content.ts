import type { ElicitIssue } from '../protocol/elicit-request.ts';
import { isObject, type JsonObject } from '../protocol/json.ts';

/**
 * What is wrong with an answer by the schema that its server sent: the last look before it leaves.
 *
 * It knows the flat schemas of MCP. What a schema says beyond them, and formats, which components check as they ask,
 * is the server's to check.
 */
export function checkFlatContent(schema: JsonObject, content: unknown): readonly ElicitIssue[] {
  if (!isObject(content)) return [{ path: [], message: 'The answer is no object.' }];
  const properties = isObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  const missing = required
    .filter((name): name is string => typeof name === 'string' && !Object.hasOwn(content, name))
    .map((name) => ({ path: [name], message: 'This is required.' }));
  const wrong = Object.entries(content).flatMap(([name, value]) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const message = isFlat(value)
      ? isObject(property) && problemOf(property, value)
      : 'Only text, numbers and choices.';
    return message ? [{ path: [name], message }] : [];
  });
  return [...missing, ...wrong];
}

/** A value of an answer: all that MCP carries. */
type FlatValue = string | number | boolean | readonly string[];

function isFlat(value: unknown): value is FlatValue {
  if (Array.isArray(value)) return value.every((member) => typeof member === 'string');
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function problemOf(property: JsonObject, value: FlatValue): string | undefined {
  switch (property.type) {
    case 'string':
      return typeof value === 'string' ? problemOfText(property, value) : 'This has to be text.';
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'This has to be yes or no.';
    case 'number':
    case 'integer':
      return problemOfNumber(property, value);
    case 'array':
      return Array.isArray(value) ? problemOfChoices(property, value) : 'This has to be a list.';
    default:
      return undefined;
  }
}

function problemOfText(property: JsonObject, value: string): string | undefined {
  const choices = choicesOf(property);
  if (choices !== undefined && !choices.includes(value)) return 'This is not among the choices.';
  // JSON Schema counts characters, not their halves.
  const length = Array.from(value).length;
  if (isNumber(property.minLength) && length < property.minLength) return `At least ${property.minLength} characters.`;
  if (isNumber(property.maxLength) && length > property.maxLength) return `At most ${property.maxLength} characters.`;
  return undefined;
}

function problemOfNumber({ type, minimum, maximum }: JsonObject, value: FlatValue): string | undefined {
  // JSON has no other numbers: it would send null.
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'This has to be a number.';
  if (type === 'integer' && !Number.isInteger(value)) return 'This has to be a whole number.';
  if (isNumber(minimum) && value < minimum) return `At least ${minimum}.`;
  if (isNumber(maximum) && value > maximum) return `At most ${maximum}.`;
  return undefined;
}

function problemOfChoices({ items, minItems, maxItems }: JsonObject, value: readonly string[]): string | undefined {
  const choices = isObject(items) ? choicesOf(items) : undefined;
  if (choices !== undefined && value.some((one) => !choices.includes(one))) return 'This is not among the choices.';
  if (isNumber(minItems) && value.length < minItems) return `At least ${minItems}.`;
  if (isNumber(maxItems) && value.length > maxItems) return `At most ${maxItems}.`;
  return undefined;
}

/** The values to choose from, plain or with titles. */
function choicesOf({ enum: plain, oneOf, anyOf }: JsonObject): readonly unknown[] | undefined {
  if (Array.isArray(plain)) return plain;
  const titled = Array.isArray(oneOf) ? oneOf : anyOf;
  return Array.isArray(titled)
    ? titled.map((choice: unknown) => (isObject(choice) ? choice.const : undefined))
    : undefined;
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}
