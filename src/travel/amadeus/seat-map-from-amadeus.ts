import { checked } from '../convert/checked.ts';
import { deckLabel } from '../convert/deck-label.ts';
import { namelessPassengers } from '../convert/seat-price.ts';
import { seatsOf, type Deck, type Passenger, type SeatMap, type SeatMapFlight } from '../seat-map.ts';
import { amadeusCabins } from './amadeus-cabins.ts';
import { amadeusCarrier, own, type AmadeusNames } from './amadeus-names.ts';
import {
  amadeusSeatMapSchema,
  amadeusSeatMapsSchema,
  type AmadeusDeck,
  type AmadeusSeatMap,
  type AmadeusSeatMaps,
} from './amadeus-seat-map-schema.ts';

/** What Amadeus' seat maps leave open. */
export interface AmadeusSeatMapOptions extends AmadeusNames {
  /** Who is seated, by Amadeus' traveller ids; taken from the seats, without names, where left out. */
  passengers?: readonly Passenger[] | undefined;
}

/**
 * One seat map of an answer of Amadeus' SeatMap Display, which is of one segment, for `<SeatPicker>` and
 * `<PassengerSeatPicker>`.
 *
 * @param seatMap - an element of the answer's `data`
 * @throws {TravelDataError} naming the field that is not as Amadeus documents it
 */
export function seatMapFromAmadeus(seatMap: unknown, options: AmadeusSeatMapOptions = {}): SeatMap {
  return fromChecked(checked(amadeusSeatMapSchema, seatMap, 'Amadeus seat map'), { path: '' }, options);
}

/**
 * The seat maps of an answer of Amadeus' SeatMap Display, one for each segment.
 *
 * @param response - the whole answer, `{data, dictionaries}`
 * @throws {TravelDataError} naming the field that is not as Amadeus documents it
 */
export function seatMapsFromAmadeus(response: unknown, options: AmadeusSeatMapOptions = {}): SeatMap[] {
  const { data, dictionaries } = checked(amadeusSeatMapsSchema, response, 'answer of Amadeus SeatMap Display');
  return data.map((map, index) => fromChecked(map, { dictionaries, path: `data[${index}].` }, options));
}

/** The answer that a map came in. */
interface Answer {
  dictionaries?: AmadeusSeatMaps['dictionaries'];
  /** Where the map stands in it. */
  path: string;
}

function fromChecked(map: AmadeusSeatMap, answer: Answer, options: AmadeusSeatMapOptions): SeatMap {
  const decks = map.decks.map((deck, index) => deckOf(deck, index, map, answer));
  const offers = seatsOf(decks.flatMap(({ cabins }) => cabins)).flatMap((seat) => seat.offers ?? []);
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

function deckOf(deck: AmadeusDeck, index: number, { decks }: AmadeusSeatMap, { dictionaries, path }: Answer): Deck {
  const name = deck.deckType === 'UPPER' ? 'upper' : deck.deckType === 'LOWER' ? 'lower' : 'main';
  const again = decks.slice(0, index).filter(({ deckType }) => deckType === deck.deckType).length;
  const id = again === 0 ? name : `${name}-${again}`;
  return {
    id,
    label: deckLabel(name, decks.length),
    cabins: amadeusCabins(deck, id, { facilities: dictionaries?.facilities, path: `${path}decks[${index}]` }),
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
