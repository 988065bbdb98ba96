import * as z from 'zod';
import { amount, currency, localTime, maybe, some } from '../convert/wire-words.ts';

/** The parts of Duffel's offers that we read. The rest is ignored. */

const airline = z.object({ iata_code: maybe(z.string()), name: z.string(), logo_symbol_url: maybe(z.string()) });

const airport = z.object({
  iata_code: maybe(z.string()),
  name: maybe(z.string()),
  city_name: maybe(z.string()),
  iata_country_code: maybe(z.string()),
  time_zone: maybe(z.string()),
});

/** The penalty is unknown unless it has both an amount and a currency. */
const condition = z.object({
  allowed: z.boolean(),
  penalty_amount: maybe(amount),
  penalty_currency: maybe(currency),
});

const segmentPassenger = z.object({
  passenger_id: maybe(z.string()),
  cabin_class: maybe(z.string()),
  cabin_class_marketing_name: maybe(z.string()),
  baggages: maybe(z.array(z.object({ type: z.string(), quantity: z.int().nonnegative() }))),
});

const segment = z.object({
  id: maybe(z.string()),
  marketing_carrier: maybe(airline),
  marketing_carrier_flight_number: maybe(z.string()),
  operating_carrier: maybe(airline),
  origin: maybe(airport),
  destination: maybe(airport),
  departing_at: localTime,
  arriving_at: localTime,
  origin_terminal: maybe(z.string()),
  destination_terminal: maybe(z.string()),
  duration: maybe(z.string()),
  distance: maybe(amount),
  aircraft: maybe(z.object({ iata_code: maybe(z.string()), name: maybe(z.string()) })),
  /** An unreadable passenger stays in the list as undefined. */
  passengers: maybe(z.array(maybe(segmentPassenger))),
  /** A stop counts even if its place is unknown. */
  stops: maybe(z.array(maybe(z.object({ airport: maybe(airport), duration: maybe(z.string()) })))),
});

const slice = z.object({
  id: maybe(z.string()),
  duration: maybe(z.string()),
  fare_brand_name: maybe(z.string()),
  segments: z.array(segment).min(1),
  conditions: maybe(
    z.object({ change_before_departure: maybe(condition), advance_seat_selection: maybe(z.boolean()) }),
  ),
});

const passenger = z.object({
  id: z.string(),
  type: maybe(z.string()),
  given_name: maybe(z.string()),
  family_name: maybe(z.string()),
});

export const duffelOfferSchema = z.object({
  id: z.string().min(1),
  owner: maybe(airline),
  total_amount: maybe(amount),
  total_currency: maybe(currency),
  total_emissions_kg: maybe(amount),
  conditions: maybe(z.object({ change_before_departure: maybe(condition), refund_before_departure: maybe(condition) })),
  passengers: maybe(some(passenger)),
  slices: z.array(slice).min(1),
});

export type DuffelOffer = z.infer<typeof duffelOfferSchema>;
export type DuffelSlice = z.infer<typeof slice>;
export type DuffelSegment = z.infer<typeof segment>;
export type DuffelAirline = z.infer<typeof airline>;
export type DuffelAirport = z.infer<typeof airport>;
export type DuffelCondition = z.infer<typeof condition>;
