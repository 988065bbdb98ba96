import { until, type Operation } from 'effection';
import * as z from 'zod';

/** Parse at once where the schema can, so that what comes of it is shown or sent in one step. */
export function* parse(schema: z.ZodType, value: unknown): Operation<z.ZodSafeParseResult<unknown>> {
  try {
    return schema.safeParse(value);
  } catch (error) {
    if (!(error instanceof z.core.$ZodAsyncError)) throw error;
  }
  return yield* until(schema.safeParseAsync(value));
}
