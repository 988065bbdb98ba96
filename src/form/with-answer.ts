import { isObject } from '../protocol/json.ts';
import { withoutNull } from './compile-field.ts';

/**
 * Put an answer in place of a schema's defaults: a form then starts with it. What it leaves out starts empty.
 *
 * @param answer - in the input shape of the schema; anything but an object changes nothing
 */
export function withAnswer(schema: unknown, answer: unknown): unknown {
  if (!isObject(answer) || !isObject(schema) || !isObject(schema['properties'])) return schema;
  const properties = Object.entries(schema['properties']).map(([name, property]) => {
    if (!isObject(property)) return [name, property];
    const { items, ...rest } = withoutNull(property);
    const value = Object.hasOwn(answer, name) ? answer[name] : null;
    return [name, { ...rest, items, default: Array.isArray(value) ? value.map((item) => whole(item, items)) : value }];
  });
  return { ...schema, properties: Object.fromEntries(properties) as unknown };
}

/** An item of a list. What it leaves out is null: it must not start as the default of new items. */
function whole(item: unknown, schema: unknown): unknown {
  if (!isObject(item) || !isObject(schema) || !isObject(schema['properties'])) return item;
  const nothing = Object.keys(schema['properties']).map((name) => [name, null]);
  return { ...(Object.fromEntries(nothing) as object), ...item };
}
