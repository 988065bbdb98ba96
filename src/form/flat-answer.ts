import { flatNameOf } from './flat-fields.ts';
import { isObject, type JsonObject } from '../protocol/json.ts';

/**
 * An answer as a flat form gives it: the host checks it against that form. A value inside of an object has a field of
 * its own, whose name has dots.
 *
 * @param schema - of the flat form
 */
export function flatAnswer(answer: JsonObject, { properties }: JsonObject): JsonObject {
  const { content } = answer;
  if (!isObject(content) || !isObject(properties)) return answer;
  const fields = Object.entries(properties).flatMap(([name, field]): [string, unknown][] => {
    const value = Object.hasOwn(content, name) ? content[name] : valueAt(content, name.split('.'));
    return value === undefined ? [] : [[name, namedIn(field, value)]];
  });
  // What the form does not ask for is for the server: the card may say more.
  const taken = new Set(fields.map(([name]) => (Object.hasOwn(content, name) ? name : name.split('.')[0])));
  const rest = Object.entries(content).filter(([name]) => !taken.has(name));
  return { ...answer, content: Object.fromEntries([...fields, ...rest]) };
}

/** A form names its choices by texts. */
function namedIn(field: unknown, value: unknown): unknown {
  if (!isObject(field)) return value;
  if (Array.isArray(value)) return value.map((one: unknown) => flatNameOf({ value: one }));
  return field['enum'] === undefined && field['oneOf'] === undefined ? value : flatNameOf({ value });
}

function valueAt(content: unknown, path: readonly string[]): unknown {
  const [name, ...deeper] = path;
  if (name === undefined) return content;
  return isObject(content) && Object.hasOwn(content, name) ? valueAt(content[name], deeper) : undefined;
}
