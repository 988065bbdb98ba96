import { deepestData } from './bounds.ts';
import { CodedError } from './coded-error.ts';

/** Any value that JSON can hold. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** A JSON object, such as a JSON Schema. */
export type JsonObject = Record<string, unknown>;

/** A value to be kept or sent as JSON contains something that JSON cannot hold. */
export class NotJsonError extends CodedError<'NOT_JSON'> {
  constructor(what: string, path: string, found: string) {
    super(
      'NOT_JSON',
      `${what} cannot be kept as JSON: ${path || 'the value itself'} is ${found}. Pass plain objects, arrays, strings, finite numbers, booleans and null.`,
    );
  }
}

/**
 * Copy a value as JSON would, but refuse values that JSON would change silently.
 *
 * As in JSON, properties whose value is `undefined` are left out, and a `Date` or any other object with `toJSON`
 * becomes what `toJSON` returns.
 *
 * @param what - names the value in the error
 * @throws {NotJsonError} for functions, symbols, bigints, NaN, infinities, Maps, Sets, cycles, gaps in arrays and
 *   a value nested more than 400 levels deep
 */
export function toJson(value: unknown, what: string): JsonValue {
  return copy(value, what, '', new Set());
}

/** JSON text with every object's keys sorted, so that equal values give equal text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (!isObject(inner)) return inner;
    const names = Object.keys(inner).toSorted();
    return Object.fromEntries(names.map((name) => [name, inner[name]]));
  });
}

/** The object that a text is the JSON of. Undefined for any other text. */
export function objectFrom(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** True for objects other than null and arrays. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function copy(value: unknown, what: string, path: string, around: Set<object>): JsonValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') {
    // JSON has no minus zero.
    if (Number.isFinite(value)) return value === 0 ? 0 : value;
    throw new NotJsonError(what, path, String(value));
  }
  if (typeof value !== 'object')
    throw new NotJsonError(what, path, value === undefined ? 'undefined' : `a ${typeof value}`);
  if (around.has(value)) throw new NotJsonError(what, path, 'a cycle');
  if (around.size >= deepestData)
    throw new NotJsonError(what, path.slice(0, 50), `nested more than ${deepestData} levels deep`);
  around.add(value);
  const copied = copyMembers(value, what, path, around);
  around.delete(value);
  return copied;
}

function copyMembers(value: object, what: string, path: string, inner: Set<object>): JsonValue {
  if ('toJSON' in value && typeof value.toJSON === 'function') return copy(value.toJSON(), what, path, inner);
  if (Array.isArray(value)) return Array.from(value, (item, index) => copy(item, what, `${path}[${index}]`, inner));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) {
    const isNamed = typeof value.constructor === 'function';
    throw new NotJsonError(what, path, isNamed ? `a ${value.constructor.name}` : 'an object with a prototype');
  }
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([key, member]) => [key, copy(member, what, path ? `${path}.${key}` : key, inner)]),
  );
}
