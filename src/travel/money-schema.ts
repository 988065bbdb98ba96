import * as z from 'zod';
import type { Money } from './money.ts';

/** The schema of `Money`. */
export const moneySchema: z.ZodType<Money, Money> = z.object({
  amount: z.string().regex(/^-?\d+(\.\d+)?$/, 'a decimal number in a string, such as "281.10"'),
  currency: z.string().regex(/^[A-Z]{3}$/, 'an ISO 4217 code, such as "USD"'),
});
