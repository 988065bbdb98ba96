import * as z from 'zod';
import type { Segment } from '../flight.ts';

/** The words that both Duffel and Amadeus use. */

export const localTime = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/, 'not a local time without an offset');

/** In major units, such as pounds. */
export const amount = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^-?\d+(\.\d+)?$/, 'not a decimal number'));

export const currency = z.string().regex(/^[A-Z]{3}$/, 'not an ISO 4217 code');

/** A seat's number as printed on the boarding pass, `"12A"`. */
export const designator = z.string().regex(/^\d{1,3}[A-Za-z]{1,2}$/, 'not a row and a letter');

/**
 * What stands or falls as one, because it would say something else with a part left out: a price without its sum is no
 * price, and no price would be free.
 */
export function whole<T>(schema: z.ZodType<T>): z.ZodType<T> {
  return z.unknown().transform((value, context) => {
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    const [issue] = result.error.issues;
    context.addIssue({ code: 'custom', message: [issue?.path.join('.'), issue?.message].filter(Boolean).join(': ') });
    return z.NEVER;
  });
}

/** A list that shows what can be read of it. */
export function some<T>(schema: z.ZodType<T>): z.ZodType<NonNullable<T>[]> {
  return z.array(maybe(schema)).transform((all) => all.flatMap((one) => one ?? []));
}

/** The same, of which nothing is left when nothing can be read. */
export function someOf<T>(schema: z.ZodType<T>, nothing: string): z.ZodType<NonNullable<T>[]> {
  return some(schema).refine((all) => all.length > 0, nothing);
}

/** What may be left out, or be there and empty, is absent either way. */
export function maybe<T>(schema: z.ZodType<T>): z.ZodType<T | undefined> {
  return schema.nullish().transform((value) => value ?? undefined);
}

/** What a segment is travelled in, by the IATA code of its equipment: trains and buses are sold as flights. */
export function modeOf(code: string | undefined): Segment['mode'] {
  if (code !== undefined && trains.has(code)) return 'train';
  return code === 'BUS' ? 'bus' : undefined;
}

const trains = new Set(['TRN', 'TRS', 'TRT', 'TSL', 'THS', 'TCM']);
