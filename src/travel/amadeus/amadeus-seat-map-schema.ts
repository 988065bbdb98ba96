import * as z from 'zod';
import { amount, currency, designator, maybe } from '../convert/wire-words.ts';
import { amadeusPoint } from './amadeus-offer-schema.ts';

/** What is read of SeatMap Display, version 1; whatever else an answer holds is left alone. */

/** `x` runs from nose to tail, `y` from port to starboard. */
const coordinates = z.object({ x: z.int().min(0).max(500), y: z.int().min(0).max(50) });

const travelerPricing = z.object({
  travelerId: z.string(),
  seatAvailabilityStatus: maybe(z.string()),
  price: maybe(z.object({ currency, total: maybe(amount), base: maybe(amount) })),
});

const seat = z.object({
  cabin: maybe(z.string()),
  number: designator,
  characteristicsCodes: maybe(z.array(z.string())),
  travelerPricing: maybe(z.array(travelerPricing)),
  coordinates,
});

const facility = z.object({ code: z.string().min(1), row: maybe(z.string()), coordinates: maybe(coordinates) });

const deckConfiguration = z.object({
  startWingsX: maybe(z.int()),
  endWingsX: maybe(z.int()),
  startWingsRow: maybe(z.int()),
  endWingsRow: maybe(z.int()),
  exitRowsX: maybe(z.array(z.int())),
});

const deck = z.object({
  deckType: maybe(z.string()),
  deckConfiguration: maybe(deckConfiguration),
  facilities: maybe(z.array(facility)),
  seats: maybe(z.array(seat)),
});

export const amadeusSeatMapSchema = z.object({
  id: maybe(z.string()),
  segmentId: maybe(z.string()),
  carrierCode: maybe(z.string()),
  number: maybe(z.string()),
  departure: maybe(amadeusPoint),
  arrival: maybe(amadeusPoint),
  aircraft: maybe(z.object({ code: z.string() })),
  decks: z.array(deck).min(1),
});

const names = maybe(z.record(z.string(), z.string()));

export const amadeusSeatMapsSchema = z.object({
  data: z.array(amadeusSeatMapSchema),
  dictionaries: maybe(z.object({ facilities: names, carriers: names, aircraft: names })),
});

export type AmadeusSeatMap = z.infer<typeof amadeusSeatMapSchema>;
export type AmadeusSeatMaps = z.infer<typeof amadeusSeatMapsSchema>;
export type AmadeusDeck = z.infer<typeof deck>;
export type AmadeusSeat = z.infer<typeof seat>;
export type AmadeusFacility = z.infer<typeof facility>;
