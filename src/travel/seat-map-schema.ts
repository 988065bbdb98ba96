import * as z from 'zod';
import { carrierSchema } from './carrier-schema.ts';
import { priceSchema } from './money-schema.ts';
import type { AsSent } from './read-price.ts';
import type {
  Cabin,
  Deck,
  Facility,
  Passenger,
  PickSeat,
  PickSeats,
  Seat,
  SeatColumn,
  SeatMap,
  SeatMapData,
  SeatMapFlight,
  SeatMapInput,
  SeatOffer,
  SeatRow,
  SeatTier,
} from './seat-map.ts';

/** The small shape of a seat map. */
export const seatMapInputSchema: z.ZodType<SeatMapInput, SeatMapInput> = z.object({
  rows: z.int().min(1).max(200),
  seatsPerRow: z.array(z.string()).min(1).max(30),
  taken: z.array(z.string()),
});

const seatMapFlight: z.ZodType<SeatMapFlight, SeatMapFlight> = z.object({
  carrier: carrierSchema,
  number: z.string(),
  from: z.string().optional(),
  to: z.string().optional(),
  departureAt: z.string().optional(),
  aircraft: z.object({ code: z.string().optional(), name: z.string().optional() }).optional(),
});

const tier: z.ZodType<SeatTier, SeatTier> = z.object({ id: z.string(), name: z.string(), rank: z.number().optional() });

const passenger: z.ZodType<Passenger, Passenger> = z.object({
  id: z.string(),
  name: z.string(),
  initials: z.string().optional(),
  type: z.string().optional(),
});

const offer: z.ZodType<AsSent<SeatOffer>, AsSent<SeatOffer>> = z.object({
  passengerId: z.string(),
  state: z.string(),
  price: priceSchema.nullish(),
  serviceId: z.string().optional(),
});

const seat: z.ZodType<AsSent<Seat>, AsSent<Seat>> = z.object({
  type: z.literal('seat'),
  col: z.int().min(0),
  row: z.int(),
  seat: z.string().min(1),
  designator: z.string().min(1),
  state: z.enum(['available', 'occupied', 'blocked', 'restricted']),
  price: priceSchema.nullish(),
  tier: z.string().optional(),
  name: z.string().optional(),
  features: z.array(z.string()).optional(),
  restrictions: z.array(z.string()).optional(),
  disclosures: z.array(z.string()).nullish(),
  offers: z.array(offer).optional(),
});

const facility: z.ZodType<Facility, Facility> = z.object({
  // A broken seat must not pass for a facility.
  type: z.string().regex(/^(?!seat$)/, 'not a complete seat'),
  col: z.int().min(0),
  span: z.int().min(1).optional(),
});

const column: z.ZodType<SeatColumn, SeatColumn> = z.union([
  z.object({
    kind: z.literal('seat'),
    letter: z.string(),
    position: z.enum(['window', 'middle', 'aisle', 'window_aisle']).optional(),
  }),
  z.object({ kind: z.literal('aisle') }),
]);

const row: z.ZodType<AsSent<SeatRow>, AsSent<SeatRow>> = z.object({
  number: z.int().optional(),
  exit: z.enum(['both', 'left', 'right']).optional(),
  overwing: z.boolean().optional(),
  cells: z.array(z.union([seat, facility])),
});

const cabin: z.ZodType<AsSent<Cabin>, AsSent<Cabin>> = z.object({
  id: z.string(),
  class: z.string(),
  columns: z.array(column).min(1).max(30),
  rows: z.array(row).max(200),
  wings: z.object({ firstRowIndex: z.int(), lastRowIndex: z.int() }).optional(),
});

const deck: z.ZodType<AsSent<Deck>, AsSent<Deck>> = z.object({
  id: z.string(),
  label: z.string().optional(),
  cabins: z.array(cabin),
});

const richSeatMap: z.ZodType<AsSent<SeatMap>, AsSent<SeatMap>> = z.object({
  id: z.string().optional(),
  segmentId: z.string().optional(),
  flight: seatMapFlight.optional(),
  tiers: z.array(tier).optional(),
  currency: z.string().optional(),
  passengers: z.array(passenger).optional(),
  decks: z.array(deck).min(1),
});

/** A seat map in either shape; `normalizeSeatMap` makes the rich one of it. */
export const seatMapSchema: z.ZodType<SeatMapData, SeatMapData> = z.union([seatMapInputSchema, richSeatMap]);

/** The answer to "which seat?". */
export const pickSeatSchema: z.ZodType<PickSeat, PickSeat> = z.object({ row: z.int(), seat: z.string() });

/** The answer to "which seats?", for several passengers. */
export const pickSeatsSchema: z.ZodType<PickSeats, PickSeats> = z.object({
  selections: z.array(z.object({ passengerId: z.string(), row: z.int(), seat: z.string() })),
});
