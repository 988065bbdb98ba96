import type * as z from 'zod';
import { $ZodAsyncError } from 'zod/v4/core';
import { isPromise } from '../../base/is-promise.ts';
import type { ElicitIssue } from '../../protocol/elicit-request.ts';
import { issuesOf } from '../../protocol/issues-of.ts';
import { toJson, type JsonValue } from '../../protocol/json.ts';

/** The outcome of checking an answer. */
export type CheckedContent =
  | { kind: 'good'; json: JsonValue; output: unknown }
  | { kind: 'bad'; issues: readonly ElicitIssue[] };

/**
 * Check an answer as the server will get it: as JSON. It is sent unparsed, because the server parses it again.
 *
 * @throws {NotJsonError} for content that JSON cannot carry
 */
export function checkContent(
  schema: z.ZodType | undefined,
  content: unknown,
): CheckedContent | Promise<CheckedContent> {
  const json = toJson(content, 'The answer');
  if (schema === undefined) return { kind: 'good', json, output: json };
  return andThen(parse(schema, json), ({ success, data, error }): CheckedContent =>
    success ? { kind: 'good', json, output: data } : { kind: 'bad', issues: issuesOf(error) },
  );
}

/** Go on with a value: in the same step, or once its promise is fulfilled. */
export function andThen<T, R>(given: T | Promise<T>, next: (value: T) => R | Promise<R>): R | Promise<R> {
  return isPromise(given) ? Promise.resolve(given).then(next) : next(given);
}

// Import this from the core: `z.core.$ZodAsyncError` makes esbuild keep all of zod in the page.

/** Parse synchronously if the schema can, so that the outcome is shown or sent in the same step. */
export function parse(
  schema: z.ZodType,
  value: unknown,
): z.ZodSafeParseResult<unknown> | Promise<z.ZodSafeParseResult<unknown>> {
  try {
    return schema.safeParse(value);
  } catch (error) {
    if (!(error instanceof $ZodAsyncError)) throw error;
  }
  return schema.safeParseAsync(value);
}
