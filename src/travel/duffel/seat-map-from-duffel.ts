import * as z from 'zod';
import { checked } from '../convert/checked.ts';
import { deckLabel } from '../convert/deck-label.ts';
import { namelessPassengers } from '../convert/seat-price.ts';
import { seatsOf, type Deck, type Passenger, type SeatMap, type SeatMapFlight } from '../seat-map.ts';
import { duffelCabin } from './duffel-cabin.ts';
import { duffelOfferSchema, type DuffelOffer } from './duffel-offer-schema.ts';
import { duffelSeatMapSchema, type DuffelSeatMap } from './duffel-seat-map-schema.ts';
import { duffelCarrier, duffelFlightNumber, type DuffelFlightOptions } from './flights-from-duffel-offers.ts';

/** What Duffel's seat maps leave open. */
export interface DuffelSeatMapOptions extends DuffelFlightOptions {
  /** The offer, as Duffel sent it, that the seats are for: it knows the flight and the passengers. */
  offer?: unknown;
  /** Who is seated, by Duffel's ids; taken from the offer, or from the seats' services, where left out. */
  passengers?: readonly Passenger[] | undefined;
}

/**
 * The seat map of one of Duffel's, which is of one segment, for `<SeatPicker>` and `<PassengerSeatPicker>`.
 *
 * @throws {TravelDataError} naming the field that is not as Duffel documents it
 */
export function seatMapFromDuffel(seatMap: unknown, options: DuffelSeatMapOptions = {}): SeatMap {
  return fromChecked(checked(duffelSeatMapSchema, seatMap, 'Duffel seat map'), options);
}

/**
 * The seat maps of a whole offer, one for each segment that has one.
 *
 * @param seatMaps - the `data` of Duffel's answer
 * @throws {TravelDataError} naming the field that is not as Duffel documents it
 */
export function seatMapsFromDuffel(seatMaps: unknown, options: DuffelSeatMapOptions = {}): SeatMap[] {
  return checked(z.array(duffelSeatMapSchema), seatMaps, 'list of Duffel seat maps').map((map) =>
    fromChecked(map, options),
  );
}

function fromChecked(map: DuffelSeatMap, options: DuffelSeatMapOptions): SeatMap {
  const offer = options.offer === undefined ? undefined : checked(duffelOfferSchema, options.offer, 'Duffel offer');
  const decks = decksOf(map);
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

function decksOf({ cabins }: DuffelSeatMap): Deck[] {
  const levels = [...new Set(cabins.map(({ deck = 0 }) => deck))].toSorted((a, b) => a - b);
  return levels.map((level) => {
    const name = level === 0 ? 'main' : level > 0 ? 'upper' : 'lower';
    const id = Math.abs(level) > 1 ? `${name}-${Math.abs(level)}` : name;
    return {
      id,
      label: deckLabel(name, levels.length),
      cabins: cabins
        .filter(({ deck = 0 }) => deck === level)
        .map((cabin, index) => duffelCabin(cabin, `${id}-${index}`)),
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
      carrier: duffelCarrier(segment.marketing_carrier, options),
      number: duffelFlightNumber(segment),
      from: segment.origin.iata_code,
      to: segment.destination.iata_code,
      departureAt: segment.departing_at,
      aircraft: segment.aircraft && { code: segment.aircraft.iata_code, name: segment.aircraft.name },
    }
  );
}
