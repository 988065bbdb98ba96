import * as z from 'zod';
import type { Carrier } from './flight.ts';
import type { AsSent } from './read-price.ts';

export const carrierSchema: z.ZodType<AsSent<Carrier>, AsSent<Carrier>> = z.object({
  code: z.string(),
  name: z.string().nullish(),
  logoUrl: z.string().nullish(),
  logoUrlDark: z.string().nullish(),
});
