import * as z from 'zod';
import type { Money } from './money.ts';
import type { AsSent, PriceInput } from './read-price.ts';
import type { Carrier } from './flight.ts';

/** The schema of `Money`. */
export const moneySchema: z.ZodType<Money, Money> = z.object({
  amount: z.string().regex(/^-?\d+(\.\d+)?$/, 'a decimal number in a string, such as "281.10"'),
  currency: z.string().regex(/^[A-Z]{3}$/, 'an ISO 4217 code, such as "USD"'),
});

const quantity = z.union([z.string(), z.number()]);

/** The schema of a price as a tool may send it. An incomplete or contradictory price counts as on request. */
export const priceSchema: z.ZodType<PriceInput, PriceInput> = z.union([
  z.string(),
  z.number().nonnegative(),
  z.object({
    amount: quantity.nullish(),
    amountMinor: quantity.nullish(),
    minorUnits: z.number().nullish(),
    currency: z.string().nullish(),
  }),
]);

export const carrierSchema: z.ZodType<AsSent<Carrier>, AsSent<Carrier>> = z.object({
  code: z.string(),
  name: z.string().nullish(),
  logoUrl: z.string().nullish(),
  logoUrlDark: z.string().nullish(),
});
