import { deckLabel, eachSeatOnce, namelessPassengers } from '../convert/seats.ts';
import { eachReadable, readable } from '../convert/readable.ts';
import { warner, type Warn } from '../convert/warner.ts';
import { TravelDataError } from '../convert/travel-data-error.ts';
import { seatsOf, type Deck, type Passenger, type SeatMap, type SeatMapFlight } from '../seat-map.ts';
import { duffelCabin } from './duffel-cabin.ts';
import { duffelOfferSchema, type DuffelOffer } from './duffel-offer-schema.ts';
import { duffelSeatMapSchema, duffelSeatMapsSchema, type DuffelSeatMap } from './duffel-seat-map-schema.ts';
import { carrierOf, duffelFlightNumber, type DuffelFlightOptions } from './flights-from-duffel-offers.ts';

/** Options of `seatMapFromDuffel` and `seatMapsFromDuffel`. */
export interface DuffelSeatMapOptions extends DuffelFlightOptions {
  /** The seats' offer as Duffel sent it. It has the flight and the passengers. */
  offer?: unknown;
  /** The passengers to seat, with Duffel's ids. @default those of the offer, or else of the seats' services */
  passengers?: readonly Passenger[] | undefined;
}

/**
 * Convert one of Duffel's seat maps, which covers one segment, for `<SeatPicker>` and `<PassengerSeatPicker>`. An
 * unreadable element becomes a blocked seat.
 *
 * @throws {TravelDataError} if no seat can be read
 */
export function seatMapFromDuffel(seatMap: unknown, options: DuffelSeatMapOptions = {}): SeatMap {
  const { warn, done } = warner('Duffel seat map', options);
  const read = fromChecked(readable(duffelSeatMapSchema, seatMap, 'Duffel seat map', warn), options, warn);
  done();
  return read;
}

/**
 * Convert the seat maps of a whole offer, one for each segment that has one. A map without a readable seat is left out.
 *
 * @param seatMaps - the `data` of Duffel's response
 * @throws {TravelDataError} if there are maps, and no seat of any can be read
 */
export function seatMapsFromDuffel(seatMaps: unknown, options: DuffelSeatMapOptions = {}): SeatMap[] {
  const source = 'list of Duffel seat maps';
  const told = warner(source, options);
  const maps = readable(duffelSeatMapsSchema, seatMaps, source, told.warn);
  const segments = new Set<string>();
  const read = eachReadable(maps, source, told, (map, index) => {
    const { segment_id: segment } = map;
    if (segment !== undefined && segments.has(segment))
      throw new TravelDataError(source, `[${index}]`, 'its segment has a map already');
    const one = fromChecked(map, options, told.warn);
    if (segment !== undefined) segments.add(segment);
    return one;
  });
  told.done();
  return read;
}

function fromChecked(map: DuffelSeatMap, options: DuffelSeatMapOptions, warn: Warn): SeatMap {
  const offer =
    options.offer === undefined ? undefined : readable(duffelOfferSchema, options.offer, 'Duffel offer', warn);
  const decks = eachSeatOnce(decksOf(map, warn), warn);
  const seats = decks.flatMap(({ cabins }) => seatsOf(cabins));
  const names = [...new Set(seats.flatMap(({ tier }) => tier ?? []))];
  const currencies = new Set(seats.flatMap(({ offers = [] }) => offers.flatMap(({ price }) => price?.currency ?? [])));
  const served = namelessPassengers(seats.flatMap(({ offers = [] }) => offers.map(({ passengerId }) => passengerId)));
  const passengers = options.passengers ?? (offer && passengersOf(offer)) ?? served;
  return {
    id: map.id,
    segmentId: map.segment_id,
    flight: offer && flightOf(map, offer, options),
    tiers: names.map((name) => ({ id: name, name })),
    currency: currencies.size === 1 ? [...currencies][0] : undefined,
    passengers: passengers.length > 0 ? passengers : undefined,
    decks,
  };
}

function decksOf({ cabins }: DuffelSeatMap, warn: Warn): Deck[] {
  const levels = [...new Set(cabins.map(({ deck = 0 }) => deck))].toSorted((a, b) => a - b);
  return levels.map((level) => {
    const name = level === 0 ? 'main' : level > 0 ? 'upper' : 'lower';
    const id = Math.abs(level) > 1 ? `${name}-${Math.abs(level)}` : name;
    return {
      id,
      label: deckLabel(name, levels.length),
      cabins: cabins
        .filter(({ deck = 0 }) => deck === level)
        .map((cabin, index) => duffelCabin(cabin, `${id}-${index}`, warn)),
    };
  });
}

function passengersOf({ passengers }: DuffelOffer): Passenger[] | undefined {
  return passengers
    ?.filter(({ type }) => type !== 'infant_without_seat')
    .map(({ id, type, given_name, family_name }, index) => ({
      id,
      name: [given_name, family_name].filter(Boolean).join(' ') || `Passenger ${index + 1}`,
      type,
    }));
}

function flightOf(map: DuffelSeatMap, offer: DuffelOffer, options: DuffelFlightOptions): SeatMapFlight | undefined {
  const segment = offer.slices.flatMap(({ segments }) => segments).find(({ id }) => id === map.segment_id);
  return (
    segment && {
      carrier: carrierOf(segment, offer, options),
      number: duffelFlightNumber(segment),
      from: segment.origin?.iata_code,
      to: segment.destination?.iata_code,
      departureAt: segment.departing_at,
      aircraft: segment.aircraft && { code: segment.aircraft.iata_code, name: segment.aircraft.name },
    }
  );
}
