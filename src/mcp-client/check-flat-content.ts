import type { ElicitIssue } from '../protocol/elicit-request.ts';
import { isObject, type JsonObject } from '../protocol/json.ts';
import { plainText } from '../protocol/plain-text.ts';
import { checkText } from '../form/check-text.ts';
import type { FieldError } from '../form/field-error.ts';
import { formSteps, type StepBudget } from '../form/linear-pattern.ts';
import { textLimitsOf } from '../form/limits.ts';
import { errorText } from '../form/texts.ts';
import type { Words } from './words.ts';

/**
 * Check an answer against its server's schema, just before it is sent.
 *
 * Covers the flat schemas of MCP. The server checks the rest: other keywords, patterns that only a server can run, and
 * formats, which components check as they ask.
 */
export function checkFlatContent(schema: JsonObject, content: unknown, words: Words): readonly ElicitIssue[] {
  if (!isObject(content)) return [{ path: [], message: words.unfit }];
  const properties = isObject(schema.properties) ? schema.properties : {};
  const propertyOf = (name: string) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return isObject(property) ? property : {};
  };
  const issueOf = (name: string, wrong: FieldError) => ({
    path: [name],
    message: errorText(words.form, wrong, labelOf(propertyOf(name), name)),
  });
  const required = new Set<unknown>(Array.isArray(schema.required) ? schema.required : []);
  const missing = [...required]
    .filter((name): name is string => typeof name === 'string' && !Object.hasOwn(content, name))
    .slice(0, mostIssues)
    .map((name) => issueOf(name, { code: 'required' }));
  const budget = { steps: formSteps };
  const wrong = Object.entries(content).flatMap(([name, value]) => {
    const found: FieldError | undefined = isFlat(value) ? problemOf(propertyOf(name), value, budget) : { code: 'type' };
    return found === undefined ? [] : [issueOf(name, found)];
  });
  return [...missing, ...wrong].slice(0, mostIssues);
}

/** More would help no reader. */
const mostIssues = 100;

function labelOf({ title }: JsonObject, name: string): string {
  const given = typeof title === 'string' ? plainText(title.slice(0, 800), 200).trim() : '';
  return given || plainText(name.slice(0, 320), 80);
}

/** Every kind of value that MCP can carry. */
type FlatValue = string | number | boolean | readonly string[];

function isFlat(value: unknown): value is FlatValue {
  if (Array.isArray(value)) return value.every((member) => typeof member === 'string');
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function problemOf(property: JsonObject, value: FlatValue, budget: StepBudget): FieldError | undefined {
  switch (property.type) {
    case 'string':
      return typeof value === 'string' ? problemOfText(property, value, budget) : { code: 'type' };
    case 'boolean':
      return typeof value === 'boolean' ? undefined : { code: 'type' };
    case 'number':
    case 'integer':
      return problemOfNumber(property, value);
    case 'array':
      return Array.isArray(value) ? problemOfChoices(property, value) : { code: 'type' };
    default:
      return undefined;
  }
}

function problemOfText(property: JsonObject, value: string, budget: StepBudget): FieldError | undefined {
  const choices = choicesOf(property);
  if (choices !== undefined && !choices.has(value)) return { code: 'option' };
  return checkText(value, textLimitsOf(property), budget);
}

function problemOfNumber({ type, minimum, maximum }: JsonObject, value: FlatValue): FieldError | undefined {
  // JSON cannot carry other numbers: it would send null.
  if (typeof value !== 'number' || !Number.isFinite(value)) return { code: 'number' };
  if (type === 'integer' && !Number.isInteger(value)) return { code: 'integer' };
  if (isNumber(minimum) && value < minimum) return { code: 'min', limit: minimum };
  if (isNumber(maximum) && value > maximum) return { code: 'max', limit: maximum };
  return undefined;
}

function problemOfChoices({ items, minItems, maxItems }: JsonObject, value: readonly string[]): FieldError | undefined {
  const choices = isObject(items) ? choicesOf(items) : undefined;
  if (choices !== undefined && value.some((one) => !choices.has(one))) return { code: 'option' };
  if (isNumber(minItems) && value.length < minItems) return { code: 'minItems', limit: minItems };
  if (isNumber(maxItems) && value.length > maxItems) return { code: 'maxItems', limit: maxItems };
  return undefined;
}

/** The values to choose from, plain or with titles. */
function choicesOf({ enum: plain, oneOf, anyOf }: JsonObject): ReadonlySet<unknown> | undefined {
  if (Array.isArray(plain)) return new Set<unknown>(plain);
  const titled = Array.isArray(oneOf) ? oneOf : anyOf;
  if (!Array.isArray(titled)) return undefined;
  return new Set(titled.map((choice: unknown) => (isObject(choice) ? choice.const : undefined)));
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}
