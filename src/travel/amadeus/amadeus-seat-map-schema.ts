import * as z from 'zod';
import { amount, currency, designator, localTime, maybe, some, someOf, whole } from '../convert/wire-words.ts';

/** The parts of a SeatMap Display (version 1) response that we read. The rest is ignored. */

/** `x` runs from nose to tail, `y` from port to starboard. */
const coordinates = z.object({ x: z.int().min(0).max(500), y: z.int().min(0).max(50) });

/** Also read the traveller's id from `id`, as in the example of Amadeus' documentation. */
const travelerPricing = z
  .object({
    travelerId: maybe(z.string()),
    id: maybe(z.string()),
    seatAvailabilityStatus: maybe(z.string()),
    price: maybe(z.object({ currency, total: maybe(amount), base: maybe(amount) })),
  })
  .transform(({ travelerId, id, ...rest }, context) => {
    const traveler = travelerId ?? id;
    if (traveler === undefined) context.addIssue('it names no traveler');
    return { ...rest, travelerId: traveler ?? '' };
  });

/** A seat without a readable number stays, as a blocked seat. */
const seat = z.object({
  cabin: maybe(z.string()),
  number: maybe(designator),
  characteristicsCodes: maybe(some(z.string())),
  travelerPricing: maybe(some(whole(travelerPricing))),
  coordinates,
});

const facility = z.object({
  code: z.string().min(1),
  row: maybe(z.string()),
  column: maybe(z.string()),
  /** `FRONT` or `REAR`: before or behind that row. `SEAT`: in it. */
  position: maybe(z.string()),
  coordinates: maybe(coordinates),
});

const deckConfiguration = z.object({
  startWingsX: maybe(z.int()),
  endWingsX: maybe(z.int()),
  startWingsRow: maybe(z.int()),
  endWingsRow: maybe(z.int()),
  exitRowsX: maybe(some(z.int())),
});

const deck = z.object({
  deckType: maybe(z.string()),
  deckConfiguration: maybe(deckConfiguration),
  facilities: maybe(some(facility)),
  seats: maybe(some(seat)),
});

const usableDeck = deck.refine(
  ({ seats = [] }) => seats.length === 0 || seats.some(({ number }) => number !== undefined),
  'none of its seats can be read',
);

export const amadeusSeatMapSchema = z.object({
  id: maybe(z.string()),
  segmentId: maybe(z.string()),
  carrierCode: maybe(z.string()),
  number: maybe(z.string()),
  departure: maybe(z.object({ iataCode: maybe(z.string()), at: maybe(localTime) })),
  arrival: maybe(z.object({ iataCode: maybe(z.string()) })),
  aircraft: maybe(z.object({ code: z.string() })),
  decks: someOf(usableDeck, 'it has no deck'),
});

const names = maybe(z.record(z.string(), maybe(z.string())));

export const amadeusSeatMapsSchema = z.object({
  data: z.array(maybe(amadeusSeatMapSchema)),
  dictionaries: maybe(z.object({ facilities: names, carriers: names, aircraft: names })),
});

export type AmadeusSeatMap = z.infer<typeof amadeusSeatMapSchema>;
export type AmadeusSeatMaps = z.infer<typeof amadeusSeatMapsSchema>;
export type AmadeusDeck = z.infer<typeof deck>;
export type AmadeusPlace = z.infer<typeof seat>;
export type AmadeusSeat = AmadeusPlace & { number: string };
export type AmadeusFacility = z.infer<typeof facility>;
