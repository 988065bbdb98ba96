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
  const fields = Object.keys(properties).flatMap((name): [string, unknown][] => {
    const value = Object.hasOwn(content, name) ? content[name] : valueAt(content, name.split('.'));
    return value === undefined ? [] : [[name, value]];
  });
  // What the form does not ask for is for the server: the card may say more.
  const taken = new Set(fields.map(([name]) => (Object.hasOwn(content, name) ? name : name.split('.')[0])));
  const rest = Object.entries(content).filter(([name]) => !taken.has(name));
  return { ...answer, content: Object.fromEntries([...fields, ...rest]) };
}

function valueAt(content: unknown, path: readonly string[]): unknown {
  const [name, ...deeper] = path;
  if (name === undefined) return content;
  return isObject(content) && Object.hasOwn(content, name) ? valueAt(content[name], deeper) : undefined;
}
