import * as z from 'zod';
import { carrierSchema, priceSchema } from './shared-schemas.ts';
import type {
  ChangeCondition,
  Flight,
  FlightData,
  FlightInput,
  FlightPoint,
  Leg,
  PickFlight,
  Place,
  Segment,
} from './flight.ts';
import type { AsSent } from './read-price.ts';

/** The small shape of a flight. */
export const flightInputSchema: z.ZodType<FlightInput, FlightInput> = z.object({
  id: z.string().min(1),
  airline: z.string(),
  flightNumber: z.string(),
  from: z.string().nullish(),
  to: z.string().nullish(),
  departure: z.string(),
  arrival: z.string(),
  duration: z.string().nullish(),
  price: priceSchema.nullish(),
  currency: z.string().nullish(),
});

const place: z.ZodType<AsSent<Place>, AsSent<Place>> = z.object({
  code: z.string(),
  name: z.string().nullish(),
  city: z.string().nullish(),
  countryCode: z.string().nullish(),
  timeZone: z.string().nullish(),
});

const point: z.ZodType<AsSent<FlightPoint>, AsSent<FlightPoint>> = z.object({
  place: place.nullish(),
  at: z
    .string()
    .regex(
      /^(\d{4}-\d{2}-\d{2}T)?\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/,
      'a local time without an offset, such as 2026-12-01T08:00',
    ),
  utcOffset: z.string().nullish(),
  terminal: z.string().nullish(),
});

const segment: z.ZodType<AsSent<Segment>, AsSent<Segment>> = z.object({
  id: z.string().nullish(),
  mode: z.enum(['flight', 'train', 'bus']).nullish(),
  marketing: carrierSchema,
  operating: carrierSchema.nullish(),
  flightNumber: z.string(),
  departure: point,
  arrival: point,
  duration: z.string().nullish(),
  aircraft: z.object({ code: z.string().nullish(), name: z.string().nullish() }).nullish(),
  cabin: z.string().nullish(),
  cabinName: z.string().nullish(),
  distanceKm: z.number().nullish(),
  technicalStops: z.array(z.object({ place, duration: z.string().nullish() })).nullish(),
});

const change: z.ZodType<AsSent<ChangeCondition>, AsSent<ChangeCondition>> = z.object({
  allowed: z.boolean(),
  penalty: priceSchema.nullish(),
});

const leg: z.ZodType<AsSent<Leg>, AsSent<Leg>> = z.object({
  id: z.string().nullish(),
  segments: z.array(segment).min(1),
  duration: z.string().nullish(),
  fareBrand: z.string().nullish(),
  cabin: z.string().nullish(),
  baggage: z.object({ carryOn: z.number().nullish(), checked: z.number().nullish() }).nullish(),
  conditions: z
    .object({ change: change.nullish(), refund: change.nullish(), seatSelection: z.boolean().nullish() })
    .nullish(),
});

const richFlight: z.ZodType<AsSent<Flight>, AsSent<Flight>> = z.object({
  id: z.string().min(1),
  airline: carrierSchema,
  flightNumber: z.string(),
  departure: point,
  arrival: point,
  duration: z.string().nullish(),
  price: priceSchema.nullish(),
  previousPrice: priceSchema.nullish(),
  legs: z.array(leg),
  emissions: z.object({ kgCO2e: z.number(), typicalKgCO2e: z.number().nullish() }).nullish(),
  seatsLeft: z.number().nullish(),
  badges: z.array(z.string()).nullish(),
  disabled: z.object({ reason: z.string() }).nullish(),
  refundable: z.boolean().nullish(),
});

/** A flight in either shape. `normalizeFlight` turns it into the rich one. */
export const flightSchema: z.ZodType<FlightData, FlightData> = z.union([flightInputSchema, richFlight]);

/** The answer to "which flight?". */
export const pickFlightSchema: z.ZodType<PickFlight, PickFlight> = z.object({ flightId: z.string() });
