import * as z from 'zod';
import { common } from '../convert/common.ts';
import { maybe, modeOf } from '../convert/wire-words.ts';
import { eachReadable, readable } from '../convert/readable.ts';
import { warner, type ConvertOptions } from '../convert/warner.ts';
import type { Carrier, ChangeCondition, Flight, FlightPoint, Leg, Place, Segment } from '../flight.ts';
import {
  duffelOfferSchema,
  type DuffelAirline,
  type DuffelAirport,
  type DuffelCondition,
  type DuffelOffer,
  type DuffelSegment,
  type DuffelSlice,
} from './duffel-offer-schema.ts';

/** Options of `flightsFromDuffelOffers`. */
export interface DuffelFlightOptions extends ConvertOptions {
  /**
   * Whether carriers keep the URLs of their logos. The page then loads them from Duffel's servers.
   *
   * @default false
   */
  logos?: boolean | undefined;
}

/**
 * Convert Duffel's offers to flights for `<FlightList>`, in the same order.
 *
 * @param offers - an array of offers: the `data` of Duffel's response
 * @throws {TravelDataError} if there are offers, and none can be read
 */
export function flightsFromDuffelOffers(offers: unknown, options: DuffelFlightOptions = {}): Flight[] {
  const source = 'list of Duffel offers';
  const told = warner(source, options);
  const read = readable(z.array(maybe(duffelOfferSchema)), offers, source, told.warn);
  const flights = eachReadable(read, source, told, (offer) => flightOf(offer, options));
  told.done();
  return flights;
}

/** Convert an airline. Duffel has airlines without a code. */
export function duffelCarrier(airline: DuffelAirline, { logos = false }: DuffelFlightOptions): Carrier {
  return {
    code: airline.iata_code ?? airline.name,
    name: airline.name,
    logoUrl: logos ? airline.logo_symbol_url : undefined,
  };
}

/** The carrier that sells a segment, or the operating carrier, or the offer's owner. */
export function carrierOf(segment: DuffelSegment, { owner }: DuffelOffer, options: DuffelFlightOptions): Carrier {
  const airline = segment.marketing_carrier ?? segment.operating_carrier ?? owner;
  return airline ? duffelCarrier(airline, options) : { code: '' };
}

/** The flight number as on tickets: `"BA117"`. */
export function duffelFlightNumber(segment: DuffelSegment): string {
  return `${segment.marketing_carrier?.iata_code ?? ''}${segment.marketing_carrier_flight_number ?? ''}`;
}

function flightOf(offer: DuffelOffer, options: DuffelFlightOptions): Flight {
  const infants = new Set(offer.passengers?.filter(({ type }) => type === 'infant_without_seat').map(({ id }) => id));
  const legs = offer.slices.map((slice) => legOf(slice, offer, infants, options));
  // The schema guarantees at least one slice, and one segment in each.
  const out = legs[0]!.segments;
  const { total_amount: total, total_currency: currency } = offer;
  return {
    id: offer.id,
    airline: offer.owner ? duffelCarrier(offer.owner, options) : out[0]!.marketing,
    flightNumber: out[0]!.flightNumber,
    departure: out[0]!.departure,
    arrival: out.at(-1)!.arrival,
    duration: legs.length === 1 ? legs[0]!.duration : undefined,
    price: total !== undefined && currency !== undefined ? { amount: total, currency } : undefined,
    legs: legs.map((leg) => withRefund(leg, offer)),
    emissions: offer.total_emissions_kg === undefined ? undefined : { kgCO2e: Number(offer.total_emissions_kg) },
    refundable: offer.conditions?.refund_before_departure?.allowed,
  };
}

function legOf(
  slice: DuffelSlice,
  offer: DuffelOffer,
  infants: ReadonlySet<string>,
  options: DuffelFlightOptions,
): Leg {
  const segments = slice.segments.map((segment) => segmentOf(segment, offer, options));
  const change = slice.conditions?.change_before_departure;
  const seatSelection = slice.conditions?.advance_seat_selection;
  return {
    id: slice.id,
    segments,
    duration: slice.duration ?? (segments.length === 1 ? segments[0]?.duration : undefined),
    fareBrand: slice.fare_brand_name,
    cabin: common(segments.map(({ cabin }) => cabin)),
    baggage: baggageOf(slice, infants),
    conditions:
      change || seatSelection !== undefined ? { change: change && conditionOf(change), seatSelection } : undefined,
  };
}

/** Add the refund conditions, which Duffel gives only for the whole offer. */
function withRefund(leg: Leg, { conditions }: DuffelOffer): Leg {
  const refund = conditions?.refund_before_departure;
  const change =
    leg.conditions?.change ?? (conditions?.change_before_departure && conditionOf(conditions.change_before_departure));
  if (!refund && !change) return leg;
  return { ...leg, conditions: { ...leg.conditions, change, refund: refund && conditionOf(refund) } };
}

function segmentOf(segment: DuffelSegment, offer: DuffelOffer, options: DuffelFlightOptions): Segment {
  const marketing = carrierOf(segment, offer, options);
  const operating = segment.operating_carrier && duffelCarrier(segment.operating_carrier, options);
  const passenger = segment.passengers?.find((known) => known !== undefined);
  return {
    id: segment.id,
    mode: modeOf(segment.aircraft?.iata_code),
    marketing,
    operating: operating?.code === marketing.code ? undefined : operating,
    flightNumber: duffelFlightNumber(segment),
    departure: pointOf(segment.origin, segment.departing_at, segment.origin_terminal),
    arrival: pointOf(segment.destination, segment.arriving_at, segment.destination_terminal),
    duration: segment.duration,
    aircraft: segment.aircraft && { code: segment.aircraft.iata_code, name: segment.aircraft.name },
    cabin: passenger?.cabin_class,
    cabinName: passenger?.cabin_class_marketing_name,
    distanceKm: segment.distance === undefined ? undefined : Number(segment.distance),
    technicalStops: segment.stops?.map((stop) => ({
      place: placeOf(stop?.airport) ?? { code: '' },
      duration: stop?.duration,
    })),
  };
}

function pointOf(airport: DuffelAirport | undefined, at: string, terminal: string | undefined): FlightPoint {
  return { place: placeOf(airport), at, terminal };
}

function placeOf(airport: DuffelAirport | undefined): Place | undefined {
  const code = airport?.iata_code ?? airport?.name;
  if (!airport || code === undefined) return undefined;
  return {
    code,
    name: airport.name,
    city: airport.city_name,
    countryCode: airport.iata_country_code,
    timeZone: airport.time_zone,
  };
}

/** The baggage that every passenger with a seat may take on all segments. */
function baggageOf({ segments }: DuffelSlice, infants: ReadonlySet<string>): Leg['baggage'] {
  const allowances = segments.flatMap(({ passengers = [] }) => {
    const own = passengers.flatMap((one) => (infants.has(one?.passenger_id ?? '') ? [] : [one?.baggages]));
    return own.length > 0 ? own : [undefined];
  });
  // Unknown if any passenger's allowance is: it may differ from the others'.
  if (!allowances.every((bags) => bags !== undefined)) return undefined;
  const least = (kind: string) =>
    Math.min(
      ...allowances.map((bags) =>
        bags.filter(({ type }) => type === kind).reduce((sum, { quantity }) => sum + quantity, 0),
      ),
    );
  return { carryOn: least('carry_on'), checked: least('checked') };
}

function conditionOf({ allowed, penalty_amount, penalty_currency }: DuffelCondition): ChangeCondition {
  const penalty =
    penalty_amount !== undefined && penalty_currency !== undefined
      ? { amount: penalty_amount, currency: penalty_currency }
      : undefined;
  return { allowed, penalty };
}
