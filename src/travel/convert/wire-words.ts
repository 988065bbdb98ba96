import * as z from 'zod';
import type { Segment } from '../flight.ts';

/** Schemas that Duffel and Amadeus share. */

export const localTime = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/, 'not a local time without an offset');

/** In major units, such as pounds. */
export const amount = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^-?\d+(\.\d+)?$/, 'not a decimal number'));

export const currency = z.string().regex(/^[A-Z]{3}$/, 'not an ISO 4217 code');

/** A seat number as on the boarding pass, `"12A"`. */
export const designator = z.string().regex(/^\d{1,3}[A-Za-z]{1,2}$/, 'not a row and a letter');

/**
 * Keep or leave out a value as a whole, if a part left out would change its meaning: a price without its amount would
 * count as absent, and a seat without a price is free.
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

/** A list without the entries that cannot be read. */
export function some<T>(schema: z.ZodType<T>): z.ZodType<NonNullable<T>[]> {
  return z.array(maybe(schema)).transform((all) => all.flatMap((one) => one ?? []));
}

/** The same, but it fails if no entry is left. */
export function someOf<T>(schema: z.ZodType<T>, nothing: string): z.ZodType<NonNullable<T>[]> {
  return some(schema).refine((all) => all.length > 0, nothing);
}

/** An optional value. Null counts as absent. */
export function maybe<T>(schema: z.ZodType<T>): z.ZodType<T | undefined> {
  return schema.nullish().transform((value) => value ?? undefined);
}

/** A segment's mode, by the IATA code of its equipment: trains and buses are sold as flights, too. */
export function modeOf(code: string | undefined): Segment['mode'] {
  if (code !== undefined && trains.has(code)) return 'train';
  return code === 'BUS' ? 'bus' : undefined;
}

const trains = new Set(['TRN', 'TRS', 'TRT', 'TSL', 'THS', 'TCM']);
