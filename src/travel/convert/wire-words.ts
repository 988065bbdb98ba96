import * as z from 'zod';

/** The words that both Duffel and Amadeus use. */

export const localTime = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/, 'not a local time without an offset');

export const amount = z.string().regex(/^-?\d+(\.\d+)?$/, 'not a decimal number in a string');

export const currency = z.string().regex(/^[A-Z]{3}$/, 'not an ISO 4217 code');

/** A seat's number as printed on the boarding pass, `"12A"`. */
export const designator = z.string().regex(/^\d{1,3}[A-Za-z]{1,2}$/, 'not a row and a letter');

/** What may be left out, or be there and empty, is absent either way. */
export function maybe<T>(schema: z.ZodType<T>): z.ZodType<T | undefined> {
  return schema.nullish().transform((value) => value ?? undefined);
}
