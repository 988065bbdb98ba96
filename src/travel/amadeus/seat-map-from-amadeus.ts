import { deckLabel, eachSeatOnce, namelessPassengers, seatNumber } from '../convert/seats.ts';
import { eachReadable, readable } from '../convert/readable.ts';
import { warner, type ConvertOptions, type Warner } from '../convert/warner.ts';
import { TravelDataError } from '../convert/travel-data-error.ts';
import { seatsOf, type Deck, type Passenger, type SeatMap, type SeatMapFlight } from '../seat-map.ts';
import { amadeusCabins } from './amadeus-cabins.ts';
import { amadeusCarrier, own, type AmadeusNames } from './amadeus-names.ts';
import {
  amadeusSeatMapSchema,
  amadeusSeatMapsSchema,
  type AmadeusDeck,
  type AmadeusPlace,
  type AmadeusSeatMap,
  type AmadeusSeatMaps,
} from './amadeus-seat-map-schema.ts';

/** Options of `seatMapFromAmadeus` and `seatMapsFromAmadeus`. */
export interface AmadeusSeatMapOptions extends AmadeusNames, ConvertOptions {
  /** The passengers to seat, with Amadeus' traveller ids. @default those in the seats' offers, numbered */
  passengers?: readonly Passenger[] | undefined;
}

/**
 * Convert one seat map of Amadeus' SeatMap Display, which covers one segment, for `<SeatPicker>` and
 * `<PassengerSeatPicker>`.
 *
 * @param seatMap - an element of the response's `data`
 * @throws {TravelDataError} if no seat can be read
 */
export function seatMapFromAmadeus(seatMap: unknown, options: AmadeusSeatMapOptions = {}): SeatMap {
  const source = 'Amadeus seat map';
  const told = warner(source, options);
  const read = fromChecked(readable(amadeusSeatMapSchema, seatMap, source, told.warn), { path: '', told }, options);
  told.done();
  return read;
}

/**
 * Convert a response of Amadeus' SeatMap Display to one seat map for each segment. Separate maps for a segment's cabins
 * are merged. A map without a readable seat is left out.
 *
 * @param response - the whole response, `{data, dictionaries}`
 * @throws {TravelDataError} if there are maps, and no seat of any can be read
 */
export function seatMapsFromAmadeus(response: unknown, options: AmadeusSeatMapOptions = {}): SeatMap[] {
  const source = 'answer of Amadeus SeatMap Display';
  const told = warner(source, options);
  const { data, dictionaries } = readable(amadeusSeatMapsSchema, response, source, told.warn);
  const read = eachReadable(ofEachSegment(data), source, told, (map, index) =>
    fromChecked(map, { dictionaries, path: `data[${index}]`, told }, options),
  );
  told.done();
  return read;
}

/** Merge the maps of each segment into the first one's place. */
function ofEachSegment(maps: readonly (AmadeusSeatMap | undefined)[]): (AmadeusSeatMap | undefined)[] {
  const merged = [...maps];
  const places = new Map<string, number>();
  for (const [index, map] of maps.entries()) {
    const first = map?.segmentId === undefined ? undefined : places.get(map.segmentId);
    const before = first === undefined ? undefined : merged[first];
    if (map && first !== undefined && before) {
      merged[first] = { ...before, decks: withDecks(before.decks, map.decks) };
      merged[index] = undefined;
    } else if (map?.segmentId !== undefined) places.set(map.segmentId, index);
  }
  return merged;
}

/** Merge decks of the same type. */
function withDecks(decks: readonly AmadeusDeck[], more: readonly AmadeusDeck[]): AmadeusDeck[] {
  const all = [...decks];
  for (const deck of more) {
    const place = all.findIndex(({ deckType }) => deckType === deck.deckType);
    const before = all[place];
    if (before) all[place] = joined(before, deck);
    else all.push(deck);
  }
  return all;
}

/** Merge two decks. If their coordinates clash, each counts from its own front: move the higher rows to the back. */
function joined(a: AmadeusDeck, b: AmadeusDeck): AmadeusDeck {
  const at = ({ coordinates: { x, y } }: AmadeusPlace) => `${x} ${y}`;
  const taken = new Map(a.seats?.map((seat) => [at(seat), seat.number]));
  const clashes = b.seats?.some((seat) => taken.has(at(seat)) && taken.get(at(seat)) !== seat.number) ?? false;
  const [front, other] = clashes && firstRow(b) < firstRow(a) ? [b, a] : [a, b];
  const ends = [...(front.seats ?? []), ...(front.facilities ?? [])].map(({ coordinates }) => coordinates?.x ?? 0);
  const back = clashes ? movedBack(other, Math.max(...ends) + 1) : other;
  const of = (field: 'startWingsX' | 'endWingsX' | 'startWingsRow' | 'endWingsRow') =>
    front.deckConfiguration?.[field] ?? back.deckConfiguration?.[field];
  const exits = [front, back].flatMap(({ deckConfiguration }) => deckConfiguration?.exitRowsX ?? []);
  return {
    ...front,
    deckConfiguration: {
      startWingsX: of('startWingsX'),
      endWingsX: of('endWingsX'),
      startWingsRow: of('startWingsRow'),
      endWingsRow: of('endWingsRow'),
      exitRowsX: exits,
    },
    seats: [...(front.seats ?? []), ...(back.seats ?? [])],
    facilities: [...(front.facilities ?? []), ...(back.facilities ?? [])],
  };
}

function firstRow({ seats = [] }: AmadeusDeck): number {
  return Math.min(...seats.flatMap(({ number }) => (number === undefined ? [] : seatNumber(number).row)));
}

function movedBack(deck: AmadeusDeck, by: number): AmadeusDeck {
  const { startWingsX: start, endWingsX: end, startWingsRow, endWingsRow, exitRowsX } = deck.deckConfiguration ?? {};
  return {
    ...deck,
    deckConfiguration: {
      startWingsRow,
      endWingsRow,
      startWingsX: start === undefined ? undefined : start + by,
      endWingsX: end === undefined ? undefined : end + by,
      exitRowsX: exitRowsX?.map((x) => x + by),
    },
    seats: deck.seats?.map((seat) => ({ ...seat, coordinates: { ...seat.coordinates, x: seat.coordinates.x + by } })),
    facilities: deck.facilities?.map(({ coordinates, ...thing }) => ({
      ...thing,
      coordinates: coordinates && { ...coordinates, x: coordinates.x + by },
    })),
  };
}

/** The response that a map came in. */
interface Answer {
  dictionaries?: AmadeusSeatMaps['dictionaries'];
  /** The map's path in it. */
  path: string;
  told: Warner;
}

function fromChecked(map: AmadeusSeatMap, answer: Answer, options: AmadeusSeatMapOptions): SeatMap {
  const decks = eachSeatOnce(
    map.decks.map((deck, index) => deckOf(deck, index, map, answer)),
    answer.told.warn,
  );
  const seats = seatsOf(decks.flatMap(({ cabins }) => cabins));
  const fault = seats.length === 0 && answer.told.first(answer.path);
  if (fault) throw new TravelDataError('Amadeus seat map', fault.path, fault.problem);
  const offers = seats.flatMap((seat) => seat.offers ?? []);
  const currencies = new Set(offers.flatMap(({ price }) => price?.currency ?? []));
  const passengers = options.passengers ?? namelessPassengers(offers.map(({ passengerId }) => passengerId));
  return {
    id: map.id,
    segmentId: map.segmentId,
    flight: flightOf(map, answer, options),
    currency: currencies.size === 1 ? [...currencies][0] : undefined,
    passengers: passengers.length > 0 ? passengers : undefined,
    decks,
  };
}

function deckOf(deck: AmadeusDeck, index: number, { decks }: AmadeusSeatMap, { dictionaries, told }: Answer): Deck {
  const name = deck.deckType === 'UPPER' ? 'upper' : deck.deckType === 'LOWER' ? 'lower' : 'main';
  const again = decks.slice(0, index).filter(({ deckType }) => deckType === deck.deckType).length;
  const id = again === 0 ? name : `${name}-${again}`;
  return {
    id,
    label: deckLabel(name, decks.length),
    cabins: amadeusCabins(deck, id, { facilities: dictionaries?.facilities, warn: told.warn }),
  };
}

function flightOf(
  { carrierCode, number, departure, arrival, aircraft }: AmadeusSeatMap,
  { dictionaries }: Answer,
  names: AmadeusNames,
): SeatMapFlight | undefined {
  if (carrierCode === undefined || number === undefined) return undefined;
  return {
    carrier: amadeusCarrier(carrierCode, dictionaries?.carriers, names),
    number: `${carrierCode}${number}`,
    from: departure?.iataCode,
    to: arrival?.iataCode,
    departureAt: departure?.at,
    aircraft: aircraft && { code: aircraft.code, name: own(dictionaries?.aircraft, aircraft.code) },
  };
}
