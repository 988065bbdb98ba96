import { lineBounds, parseWithin } from './bounds.ts';
import { isObject, type JsonObject } from './json.ts';

/** The schema keyword that carries a question's context data. */
export const contextKeyword = 'x-model-context';

const keywords = [contextKeyword, 'x-elicit-context'] as const;
// Keep `m` off these: it also starts a line after \u2028, which JSON text holds as it is.
const boundary = /(^|\n)--x-(?:model|elicit)-context: application\/json[ \t]*\r?(?=\n|$)/g;
const likeBoundary = /(^|\n)( *--x-(?:model|elicit)-context:)/g;
const escapedBoundary = /(^|\n) ( *--x-(?:model|elicit)-context:)/g;
const unsafeNames = new Set(['__proto__', 'constructor', 'prototype']);

/** Put context data into a question's schema. Without context, return the schema unchanged. */
export function writeContext(schema: JsonObject, context: JsonObject): JsonObject {
  return Object.keys(context).length === 0 ? schema : { ...schema, [contextKeyword]: context };
}

/** Escape a message: indent lines that look like a boundary by one space. */
export function escapeMessage(message: string): string {
  return message.replaceAll(likeBoundary, '$1 $2');
}

/**
 * Repeat context data at the end of a message, for a wire that may strip schemas.
 *
 * @param message - already escaped
 */
export function appendContext(message: string, context: JsonObject): string {
  if (Object.keys(context).length === 0) return message;
  return `${message}\n\n--${contextKeyword}: application/json\n${JSON.stringify(context)}`;
}

/**
 * Read a question's context data from the schema, or else from the message's last section.
 *
 * The data is unchecked server input: check it before use.
 *
 * @returns the message without its context section, and the data, which is empty if the question has none
 */
export function readContext(message: string, schema: JsonObject): { message: string; context: JsonObject } {
  const section = readSection(message);
  const keyword = keywords.find((name) => Object.hasOwn(schema, name) && isObject(schema[name]));
  const found = keyword === undefined ? section?.context : (schema[keyword] as JsonObject);
  return {
    message: (section?.text ?? message).replaceAll(escapedBoundary, '$1$2'),
    context: found === undefined ? {} : dropUnsafeNames(found),
  };
}

/** Copy JSON without property names that could reach a prototype, at any depth. */
export function dropUnsafeNames(value: JsonObject): JsonObject {
  const root: JsonObject = {};
  const work: { from: object; to: Record<string, unknown> | unknown[] }[] = [{ from: value, to: root }];
  // Keep this a loop: hostile data may be nested deeper than the stack.
  for (let item = work.pop(); item !== undefined; item = work.pop()) {
    const copy = (member: unknown): unknown => {
      if (typeof member !== 'object' || member === null) return member;
      const to = Array.isArray(member) ? [] : {};
      work.push({ from: member, to });
      return to;
    };
    if (Array.isArray(item.to)) for (const member of item.from as unknown[]) item.to.push(copy(member));
    else
      for (const [name, member] of Object.entries(item.from)) {
        if (!unsafeNames.has(name)) item.to[name] = copy(member);
      }
  }
  return root;
}

function readSection(message: string): { text: string; context: JsonObject } | undefined {
  const last = [...message.matchAll(boundary)].at(-1);
  if (last === undefined) return undefined;
  const { value: context } = parseWithin(message.slice(last.index + last[0].length), lineBounds());
  if (!isObject(context)) return undefined;
  return { text: withoutBlankLine(message.slice(0, last.index + (last[1] ?? '').length)), context };
}

/** Cut off the blank line before a section, but nothing of the message itself. */
function withoutBlankLine(text: string): string {
  return text.endsWith('\n\n') ? text.slice(0, -2) : text.replace(/(?:\r?\n){1,2}$/, '');
}
