import { moneySchema } from 'elicitkit/travel';
import * as z from 'zod';

const point = z.object({ code: z.string(), city: z.string(), at: z.string() });
const way = z.object({ number: z.string(), departure: point, arrival: point });

/** A way there and back, before anybody has an opinion of it. */
export const optionSchema = z.object({ id: z.string(), airline: z.string(), out: way, back: way, price: moneySchema });

/** The result of `plan_trip`. The model tells of it, the page draws it. */
export const planSchema = optionSchema.omit({ id: true }).extend({
  reference: z.string(),
  nights: z.int(),
  /** What the model said of the price and of the times. */
  verdicts: z.array(z.string()),
  message: z.string(),
});

export type Option = z.infer<typeof optionSchema>;
export type Plan = z.infer<typeof planSchema>;

/** Reads a tool's result. Returns undefined for plain text or another tool's result. */
export function readPlan(content: string): Plan | undefined {
  try {
    return planSchema.safeParse(JSON.parse(content)).data;
  } catch {
    return undefined;
  }
}
