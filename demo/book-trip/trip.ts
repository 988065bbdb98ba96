import { moneySchema } from 'elicitkit/travel';
import * as z from 'zod';

const point = z.object({ code: z.string(), city: z.string(), at: z.string() });

const tripFlight = z.object({
  number: z.string(),
  airline: z.string(),
  departure: point,
  arrival: point,
  seats: z.array(z.object({ traveller: z.string(), seat: z.string() })),
});

/** The result of `book_trip` after a booking. The model describes it, the page draws it. */
export const tripSchema = z.object({
  reference: z.string(),
  out: tripFlight,
  back: tripFlight,
  prices: z.object({ fare: moneySchema, seats: moneySchema, total: moneySchema }),
  travelTip: z.string(),
  message: z.string(),
});

export type Trip = z.infer<typeof tripSchema>;
export type TripFlight = z.infer<typeof tripFlight>;

/** Reads a tool's result. Returns undefined for plain text or another tool's result. */
export function readTrip(content: string): Trip | undefined {
  try {
    return tripSchema.safeParse(JSON.parse(content)).data;
  } catch {
    return undefined;
  }
}
