import { NotJsonError, toJson, type JsonValue } from '../protocol/json.ts';

/**
 * What a step gave, as JSON, where that is the same value: what the tool goes on with must be what it was given.
 *
 * @throws {NotJsonError} for what `toJson` refuses, and for what it would change: objects with `toJSON`, such as a
 *   `Date`, and properties that are undefined
 */
export function stepJson(value: unknown, name: string): JsonValue {
  const what = `What step "${name}" gave`;
  const json = toJson(value, what);
  refuseChanged(value, what, '');
  return json;
}

/** A value as JSON, where that is the same value; undefined where JSON cannot hold it. */
export function jsonOf(value: unknown): JsonValue | undefined {
  try {
    return stepJson(value, '');
  } catch (error) {
    if (error instanceof NotJsonError) return undefined;
    throw error;
  }
}

function refuseChanged(value: unknown, what: string, path: string): void {
  if (value === undefined) throw new NotJsonError(what, path, 'undefined, which JSON leaves out');
  if (typeof value !== 'object' || value === null) return;
  if ('toJSON' in value && typeof value.toJSON === 'function') {
    throw new NotJsonError(what, path, `a ${value.constructor?.name ?? 'object'}, which JSON makes something else of`);
  }
  if (Array.isArray(value)) return value.forEach((item, index) => refuseChanged(item, what, `${path}[${index}]`));
  for (const [key, member] of Object.entries(value)) refuseChanged(member, what, path ? `${path}.${key}` : key);
}
