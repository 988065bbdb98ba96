import { isObject } from '../src/protocol/json.ts';

/** A value to begin with: its defaults, and something of each type that is required. It need not fit the schema. */
export function sampleOf(schema: unknown, depth = 0): unknown {
  if (!isObject(schema) || depth > 8) return null;
  const { default: start, const: only, enum: choices, anyOf, oneOf, type, properties, required } = schema;
  if (start !== undefined) return start;
  if (only !== undefined) return only;
  const listed: unknown = [choices, anyOf, oneOf].find((each) => Array.isArray(each));
  const first: unknown = Array.isArray(listed) ? listed[0] : undefined;
  if (first !== undefined) return choices === undefined ? sampleOf(first, depth + 1) : first;
  if (type !== 'object') return blanks[String(type)] ?? null;
  const needed = new Set<unknown>(Array.isArray(required) ? required : []);
  const entries = Object.entries(isObject(properties) ? properties : {});
  return Object.fromEntries(
    entries
      .filter(([name, each]) => needed.has(name) || (isObject(each) && 'default' in each))
      .map(([name, each]) => [name, sampleOf(each, depth + 1)]),
  );
}

const blanks: Readonly<Record<string, unknown>> = { string: '', number: 0, integer: 0, boolean: false, array: [] };
