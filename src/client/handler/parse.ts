import { until, type Operation } from 'effection';
import type * as z from 'zod';
// Import this from the core: `z.core.$ZodAsyncError` makes esbuild keep all of zod in the page.
import { $ZodAsyncError } from 'zod/v4/core';

/** Parse at once where the schema can, so that what comes of it is shown or sent in one step. */
export function* parse(schema: z.ZodType, value: unknown): Operation<z.ZodSafeParseResult<unknown>> {
  try {
    return schema.safeParse(value);
  } catch (error) {
    if (!(error instanceof $ZodAsyncError)) throw error;
  }
  return yield* until(schema.safeParseAsync(value));
}
