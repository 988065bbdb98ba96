import * as z from 'zod';
import { carrierSchema, priceSchema } from './shared-schemas.ts';
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

const seatMapFlight: z.ZodType<AsSent<SeatMapFlight>, AsSent<SeatMapFlight>> = z.object({
  carrier: carrierSchema,
  number: z.string(),
  from: z.string().nullish(),
  to: z.string().nullish(),
  departureAt: z.string().nullish(),
  aircraft: z.object({ code: z.string().nullish(), name: z.string().nullish() }).nullish(),
});

const tier: z.ZodType<AsSent<SeatTier>, AsSent<SeatTier>> = z.object({
  id: z.string(),
  name: z.string(),
  rank: z.number().nullish(),
});

const passenger: z.ZodType<AsSent<Passenger>, AsSent<Passenger>> = z.object({
  id: z.string(),
  name: z.string(),
  initials: z.string().nullish(),
  type: z.string().nullish(),
});

const offer: z.ZodType<AsSent<SeatOffer>, AsSent<SeatOffer>> = z.object({
  passengerId: z.string(),
  state: z.string(),
  price: priceSchema.nullish(),
  serviceId: z.string().nullish(),
});

const seat: z.ZodType<AsSent<Seat>, AsSent<Seat>> = z.object({
  type: z.literal('seat'),
  col: z.int().min(0),
  row: z.int(),
  seat: z.string().min(1),
  designator: z.string().min(1),
  state: z.enum(['available', 'occupied', 'blocked', 'restricted']),
  price: priceSchema.nullish(),
  tier: z.string().nullish(),
  name: z.string().nullish(),
  features: z.array(z.string()).nullish(),
  restrictions: z.array(z.string()).nullish(),
  disclosures: z.array(z.string()).nullish(),
  offers: z.array(offer).nullish(),
});

const facility: z.ZodType<AsSent<Facility>, AsSent<Facility>> = z.object({
  // Don't let an invalid seat pass as a facility.
  type: z.string().regex(/^(?!seat$)/, 'not a complete seat'),
  col: z.int().min(0),
  span: z.int().min(1).nullish(),
});

const column: z.ZodType<AsSent<SeatColumn>, AsSent<SeatColumn>> = z.union([
  z.object({
    kind: z.literal('seat'),
    letter: z.string(),
    position: z.enum(['window', 'middle', 'aisle', 'window_aisle']).nullish(),
  }),
  z.object({ kind: z.literal('aisle') }),
]);

const row: z.ZodType<AsSent<SeatRow>, AsSent<SeatRow>> = z.object({
  number: z.int().nullish(),
  exit: z.enum(['both', 'left', 'right']).nullish(),
  overwing: z.boolean().nullish(),
  cells: z.array(z.union([seat, facility])),
});

const cabin: z.ZodType<AsSent<Cabin>, AsSent<Cabin>> = z.object({
  id: z.string(),
  class: z.string(),
  columns: z.array(column).min(1).max(30),
  rows: z.array(row).max(200),
  wings: z.object({ firstRowIndex: z.int(), lastRowIndex: z.int() }).nullish(),
});

const deck: z.ZodType<AsSent<Deck>, AsSent<Deck>> = z.object({
  id: z.string(),
  label: z.string().nullish(),
  cabins: z.array(cabin),
});

const richSeatMap: z.ZodType<AsSent<SeatMap>, AsSent<SeatMap>> = z.object({
  id: z.string().nullish(),
  segmentId: z.string().nullish(),
  flight: seatMapFlight.nullish(),
  tiers: z.array(tier).nullish(),
  currency: z.string().nullish(),
  passengers: z.array(passenger).nullish(),
  decks: z.array(deck).min(1),
});

/** A seat map in either shape. `normalizeSeatMap` turns it into the rich one. */
export const seatMapSchema: z.ZodType<SeatMapData, SeatMapData> = z.union([seatMapInputSchema, richSeatMap]);

/** The answer to "which seat?". */
export const pickSeatSchema: z.ZodType<PickSeat, PickSeat> = z.object({ row: z.int(), seat: z.string() });

/** The answer to "which seats?", for several passengers. */
export const pickSeatsSchema: z.ZodType<PickSeats, PickSeats> = z.object({
  selections: z.array(z.object({ passengerId: z.string(), row: z.int(), seat: z.string() })),
});
