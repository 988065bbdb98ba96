import { NotJsonError, toJson, type JsonValue } from '../protocol/json.ts';

/**
 * Convert a step's result to JSON, and refuse any change: a replay must get the same value as the first run.
 *
 * @throws {NotJsonError} for values that `toJson` refuses, and for values that it would change: objects with `toJSON`,
 *   such as a `Date`, and undefined properties
 */
export function stepJson(value: unknown, name: string): JsonValue {
  const what = `The result of step "${name}"`;
  const json = toJson(value, what);
  refuseChanged(value, what, '');
  return json;
}

/** Convert a value to JSON, or return undefined if JSON cannot hold it unchanged. */
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
