import { lineBounds, parseWithin } from '../protocol/bounds.ts';
import { isObject, type JsonObject } from '../protocol/json.ts';
import { mcpMeta } from '../protocol/mcp-meta.ts';
import { valueAt } from './content-errors.ts';
import { flatNameOf } from './flat-fields.ts';

/**
 * An answer as a flat form gives it: who carries it checks it against that form. A value inside of an object has a field
 * of its own, whose name has dots. A card may say more than the form asks for: MCP carries texts, numbers, yes or no and
 * lists of texts under their own names, and the rest as one text.
 *
 * @param form - its schema
 */
export function flatAnswer(answer: JsonObject, { properties }: JsonObject): JsonObject {
  const { content } = answer;
  if (!isObject(content) || !isObject(properties)) return answer;
  const fields = Object.entries(properties).flatMap(([name, field]) => {
    const path = pathOf(name, content);
    const value = path && namedIn(field, valueAt(content, path));
    return path && isFlat(value) ? [{ name, path, value }] : [];
  });
  const rest = Object.entries(fields.reduce<unknown>((left, { path }) => without(left, path), content) ?? {});
  const deep = rest.filter(([, value]) => !isFlat(value));
  const own = [...fields.map(({ name, value }) => [name, value]), ...rest.filter(([, value]) => isFlat(value))];
  const more = deep.length > 0 ? [[mcpMeta.rest, JSON.stringify(Object.fromEntries(deep))]] : [];
  return { ...answer, content: Object.fromEntries([...own, ...more]) as JsonObject };
}

/** The content of an answer as its card gave it: with what stands in a text. A text that holds no object stays. */
export function wholeContent(content: JsonObject): JsonObject {
  const { [mcpMeta.rest]: rest, ...own } = content;
  if (typeof rest !== 'string') return content;
  const { value } = parseWithin(rest, lineBounds());
  return isObject(value) ? { ...own, ...(value as JsonObject) } : content;
}

/** A form names its choices by texts. */
function namedIn(field: unknown, value: unknown): unknown {
  if (!isObject(field) || value === undefined || value === null) return value;
  if (Array.isArray(value)) return value.map((one: unknown) => flatNameOf({ value: one }));
  return field['enum'] === undefined && field['oneOf'] === undefined ? value : flatNameOf({ value });
}

/** True for what MCP carries. */
function isFlat(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((one) => typeof one === 'string');
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** Where the value is to which a name with dots leads. Undefined if there is none. */
function pathOf(name: string, content: unknown): readonly string[] | undefined {
  if (!isObject(content)) return undefined;
  if (Object.hasOwn(content, name)) return [name];
  for (const [key, inner] of Object.entries(content)) {
    const deeper = name.startsWith(`${key}.`) ? pathOf(name.slice(key.length + 1), inner) : undefined;
    if (deeper !== undefined) return [key, ...deeper];
  }
  return undefined;
}

/** The same without the value at a path. Undefined if nothing is left. */
function without(content: unknown, [name, ...deeper]: readonly string[]): unknown {
  if (name === undefined || !isObject(content)) return undefined;
  const left = Object.entries(content).flatMap(([key, value]) => {
    const kept = key === name ? without(value, deeper) : value;
    return kept === undefined ? [] : [[key, kept] as const];
  });
  return left.length === 0 ? undefined : Object.fromEntries(left);
}
