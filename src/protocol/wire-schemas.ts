import * as z from 'zod';
import { isObject, type JsonObject } from './json.ts';

/**
 * Read a list up to its first bad entry. `z.array` reads all entries and reports each bad one, which takes seconds for
 * a hostile list.
 *
 * @param most - a longer list is refused before any of it is read
 */
export function list<T>(entry: z.ZodType<T>, most: number): z.ZodType<readonly T[]> {
  return z.unknown().transform((given, context) => {
    if (!Array.isArray(given)) return refuse(context, { code: 'invalid_type', expected: 'array', input: given });
    const message = `has more than ${most} entries`;
    if (given.length > most) return refuse(context, { code: 'custom', message, input: given });
    const entries: T[] = [];
    for (const [index, value] of given.entries()) {
      const read = entry.safeParse(value);
      if (!read.success) return passOn(context, read.error, [index]);
      entries.push(read.data);
    }
    return entries;
  });
}

/** Keep unknown fields without reading them, up to 100 fields in all. `z.looseObject` reads each one. */
export function keepUnknown<T extends object>(known: z.ZodType<T>): z.ZodType<T> {
  return z.unknown().transform((given, context) => {
    const read = known.safeParse(given);
    if (!read.success) return passOn(context, read.error);
    if (Object.keys(given as object).length > 100) {
      return refuse(context, { code: 'custom', message: 'has more than 100 fields', input: given });
    }
    const fields = { ...(given as object), ...read.data };
    if (Object.hasOwn(fields, '__proto__')) delete (fields as JsonObject)['__proto__'];
    return fields;
  });
}

/** Any object, unread. `z.record` would read and copy each member. */
export const jsonObject: z.ZodType<JsonObject> = z.custom<JsonObject>(isObject, 'Invalid input: expected an object');

/** A name of a tool, question or code. Limited in length because error messages contain it. */
export const shortName: z.ZodString = z.string().max(1000);

export const shortId: z.ZodString = shortName.min(1);

/** The last moment of the calendar, in milliseconds since the Unix epoch (ECMA-262, section 21.4.1.1). */
export const lastMoment = 8.64e15;

/** A moment that has a date. What is none counts as not said. */
export const moment: z.ZodType<number | undefined> = z.number().max(lastMoment).optional().catch(undefined);

/** How many entries the protocol's lists may have. */
export const mostEntries = {
  messages: 10_000,
  /** In one message or event. */
  calls: 1000,
  /** In one message. */
  files: 20,
  /** In one message. */
  reasoning: 100,
  /** In one message. */
  sources: 200,
  /** In one line of a snapshot. */
  events: 1000,
  plugins: 1000,
  issues: 1000,
  /** In one question. */
  changeable: 100,
  /** In one event. */
  gone: 1000,
} as const;

type RefineContext = z.core.$RefinementCtx;

function refuse(context: RefineContext, issue: z.core.$ZodRawIssue): never {
  context.issues.push(issue);
  return z.NEVER;
}

function passOn(context: RefineContext, error: z.ZodError, path: readonly PropertyKey[] = []): never {
  for (const issue of error.issues) {
    context.issues.push({ code: 'custom', path: [...path, ...issue.path], message: issue.message, input: undefined });
  }
  return z.NEVER;
}
