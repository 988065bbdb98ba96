import * as z from 'zod';
import { carrierSchema } from './carrier-schema.ts';
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
import { priceSchema } from './money-schema.ts';
import type { AsSent } from './read-price.ts';

/** The small shape of a flight. */
export const flightInputSchema: z.ZodType<FlightInput, FlightInput> = z.object({
  id: z.string().min(1),
  airline: z.string(),
  flightNumber: z.string(),
  from: z.string().optional(),
  to: z.string().optional(),
  departure: z.string(),
  arrival: z.string(),
  duration: z.string().optional(),
  price: priceSchema.nullish(),
  currency: z.string().optional(),
});

const place: z.ZodType<Place, Place> = z.object({
  code: z.string(),
  name: z.string().optional(),
  city: z.string().optional(),
  countryCode: z.string().optional(),
  timeZone: z.string().optional(),
});

const point: z.ZodType<FlightPoint, FlightPoint> = z.object({
  place: place.optional(),
  at: z
    .string()
    .regex(
      /^(\d{4}-\d{2}-\d{2}T)?\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/,
      'a local time without an offset, such as 2026-12-01T08:00',
    ),
  utcOffset: z.string().optional(),
  terminal: z.string().optional(),
});

const segment: z.ZodType<Segment, Segment> = z.object({
  id: z.string().optional(),
  mode: z.enum(['flight', 'train', 'bus']).optional(),
  marketing: carrierSchema,
  operating: carrierSchema.optional(),
  flightNumber: z.string(),
  departure: point,
  arrival: point,
  duration: z.string().optional(),
  aircraft: z.object({ code: z.string().optional(), name: z.string().optional() }).optional(),
  cabin: z.string().optional(),
  cabinName: z.string().optional(),
  distanceKm: z.number().optional(),
  technicalStops: z.array(z.object({ place, duration: z.string().optional() })).optional(),
});

const change: z.ZodType<AsSent<ChangeCondition>, AsSent<ChangeCondition>> = z.object({
  allowed: z.boolean(),
  penalty: priceSchema.nullish(),
});

const leg: z.ZodType<AsSent<Leg>, AsSent<Leg>> = z.object({
  id: z.string().optional(),
  segments: z.array(segment).min(1),
  duration: z.string().optional(),
  fareBrand: z.string().optional(),
  cabin: z.string().optional(),
  baggage: z.object({ carryOn: z.number().optional(), checked: z.number().optional() }).optional(),
  conditions: z
    .object({ change: change.optional(), refund: change.optional(), seatSelection: z.boolean().optional() })
    .optional(),
});

const richFlight: z.ZodType<AsSent<Flight>, AsSent<Flight>> = z.object({
  id: z.string().min(1),
  airline: carrierSchema,
  flightNumber: z.string(),
  departure: point,
  arrival: point,
  duration: z.string().optional(),
  price: priceSchema.nullish(),
  previousPrice: priceSchema.nullish(),
  legs: z.array(leg),
  emissions: z.object({ kgCO2e: z.number(), typicalKgCO2e: z.number().optional() }).optional(),
  seatsLeft: z.number().optional(),
  badges: z.array(z.string()).optional(),
  disabled: z.object({ reason: z.string() }).optional(),
  refundable: z.boolean().optional(),
});

/** A flight in either shape; `normalizeFlight` makes the rich one of it. */
export const flightSchema: z.ZodType<FlightData, FlightData> = z.union([flightInputSchema, richFlight]);

/** The answer to "which flight?". */
export const pickFlightSchema: z.ZodType<PickFlight, PickFlight> = z.object({ flightId: z.string() });
