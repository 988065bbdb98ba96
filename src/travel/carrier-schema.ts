import * as z from 'zod';
import type { Carrier } from './flight.ts';

export const carrierSchema: z.ZodType<Carrier, Carrier> = z.object({
  code: z.string(),
  name: z.string().optional(),
  logoUrl: z.string().optional(),
  logoUrlDark: z.string().optional(),
});
