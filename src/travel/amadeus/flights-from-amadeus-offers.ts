import { eachReadable, readable } from '../convert/readable.ts';
import { warner, type ConvertOptions } from '../convert/warner.ts';
import { common } from '../convert/common.ts';
import { modeOf } from '../convert/wire-words.ts';
import type { Flight, Leg, Segment } from '../flight.ts';
import {
  amadeusCabinClass,
  amadeusCarrier,
  amadeusFlightPoint,
  amadeusPlace,
  own,
  type AmadeusNames,
} from './amadeus-names.ts';
import {
  amadeusOffersSchema,
  type AmadeusFareDetails,
  type AmadeusOffer,
  type AmadeusOffers,
  type AmadeusSegment,
} from './amadeus-offer-schema.ts';

/** Options of `flightsFromAmadeusOffers`. */
export interface AmadeusFlightOptions extends AmadeusNames, ConvertOptions {}

/**
 * Convert a response of Amadeus' Flight Offers Search to flights for `<FlightList>`, in the same order.
 *
 * @param response - the whole response, `{data, dictionaries}`: its dictionaries name carriers and aircraft
 * @throws {TravelDataError} if there are offers, and none can be read
 */
export function flightsFromAmadeusOffers(response: unknown, options: AmadeusFlightOptions = {}): Flight[] {
  const source = 'answer of Amadeus Flight Offers Search';
  const told = warner(source, options);
  const { data, dictionaries } = readable(amadeusOffersSchema, response, source, told.warn);
  const flights = eachReadable(data, source, told, (offer) => flightOf(offer, { ...options, dictionaries }));
  told.done();
  return flights;
}

interface Names extends AmadeusNames {
  dictionaries: AmadeusOffers['dictionaries'];
}

function flightOf(offer: AmadeusOffer, names: Names): Flight {
  const legs = offer.itineraries.map((itinerary, index) => legOf(offer, index, names));
  // The schema guarantees at least one itinerary, and one segment in each.
  const out = legs[0]!.segments;
  const [seller = out[0]!.marketing.code] = offer.validatingAirlineCodes ?? [];
  const total = offer.price?.grandTotal ?? offer.price?.total;
  const emitted = emissionsOf(offer);
  return {
    id: offer.id,
    airline: amadeusCarrier(seller, names.dictionaries?.carriers, names),
    flightNumber: out[0]!.flightNumber,
    departure: out[0]!.departure,
    arrival: out.at(-1)!.arrival,
    duration: legs.length === 1 ? legs[0]!.duration : undefined,
    price: offer.price && total !== undefined ? { amount: total, currency: offer.price.currency } : undefined,
    legs,
    emissions: emitted === undefined ? undefined : { kgCO2e: emitted },
    seatsLeft: seatsLeftOf(offer),
    refundable: offer.pricingOptions?.refundableFare,
  };
}

function legOf(offer: AmadeusOffer, index: number, names: Names): Leg {
  const { duration, segments } = offer.itineraries[index]!;
  const fares = segments.map(({ id }) => faresOf(offer, id));
  const firsts = fares.map((ofAll) => ofAll.find((fare) => fare !== undefined));
  const converted = segments.map((segment, at) => segmentOf(segment, firsts[at], names));
  return {
    segments: converted,
    duration: duration ?? (segments.length === 1 ? segments[0]?.duration : undefined),
    fareBrand: common(firsts.map((fare) => fare?.brandedFareLabel ?? fare?.brandedFare)),
    cabin: common(converted.map(({ cabin }) => cabin)),
    baggage: baggageOf(fares.flatMap((ofAll) => (ofAll.length > 0 ? ofAll : [undefined]))),
  };
}

function segmentOf(segment: AmadeusSegment, fare: AmadeusFareDetails | undefined, names: Names): Segment {
  const { carriers, aircraft, locations } = names.dictionaries ?? {};
  const equipment = segment.aircraft?.code;
  return {
    id: segment.id,
    mode: modeOf(equipment),
    marketing: amadeusCarrier(segment.carrierCode ?? segment.operating?.carrierCode ?? '', carriers, names),
    operating: operatingOf(segment, names),
    flightNumber: `${segment.carrierCode ?? ''}${segment.number ?? ''}`,
    departure: amadeusFlightPoint(segment.departure, locations, names),
    arrival: amadeusFlightPoint(segment.arrival, locations, names),
    duration: segment.duration,
    aircraft: equipment === undefined ? undefined : { code: equipment, name: own(aircraft, equipment) },
    cabin: fare?.cabin && amadeusCabinClass(fare.cabin),
    technicalStops: stopsOf(segment, names),
  };
}

function operatingOf({ operating, carrierCode }: AmadeusSegment, names: Names): Segment['operating'] {
  const code = operating?.carrierCode ?? operating?.carrierName;
  if (operating === undefined || code === undefined || code === carrierCode) return undefined;
  const carrier = amadeusCarrier(code, names.dictionaries?.carriers, names);
  return { ...carrier, name: carrier.name ?? operating.carrierName };
}

/** The stops. Some responses count stops without naming them. */
function stopsOf({ stops = [], numberOfStops = 0 }: AmadeusSegment, names: Names): Segment['technicalStops'] {
  const named = stops.map((stop) => ({
    place: amadeusPlace(stop?.iataCode ?? '', names.dictionaries?.locations, names),
    duration: stop?.duration,
  }));
  const unnamed = Array.from({ length: Math.max(0, numberOfStops - named.length) }, () => ({ place: { code: '' } }));
  return named.length + unnamed.length === 0 ? undefined : [...named, ...unnamed];
}

/** The fare of each traveller with a seat for a segment, or undefined if it is unknown. */
function faresOf(
  { travelerPricings = [] }: AmadeusOffer,
  segmentId: string | undefined,
): (AmadeusFareDetails | undefined)[] {
  return travelerPricings
    .filter((traveler) => !traveler?.travelerType?.endsWith('INFANT'))
    .map((traveler) => traveler?.fareDetailsBySegment?.find((fare) => fare?.segmentId === segmentId));
}

/** The baggage that every traveller with a seat may take on all segments. */
function baggageOf(fares: readonly (AmadeusFareDetails | undefined)[]): Leg['baggage'] {
  const least = (kind: 'includedCabinBags' | 'includedCheckedBags') => {
    const allowances = fares.flatMap((fare) => fare?.[kind] ?? []);
    // Count an allowance by weight as one bag.
    const counts = allowances.map(({ quantity, weight }) => quantity ?? (weight ? 1 : 0));
    return counts.length > 0 && counts.length === fares.length ? Math.min(...counts) : undefined;
  };
  const [carryOn, checkedBags] = [least('includedCabinBags'), least('includedCheckedBags')];
  return carryOn === undefined && checkedBags === undefined ? undefined : { carryOn, checked: checkedBags };
}

/** The seats left, if they are scarce. Amadeus counts to nine, which means nine or more. */
function seatsLeftOf({ numberOfBookableSeats: count }: AmadeusOffer): number | undefined {
  return count !== undefined && count < 9 ? count : undefined;
}

/** In kilograms. Undefined unless every segment has a weight. */
function emissionsOf({ itineraries }: AmadeusOffer): number | undefined {
  let sum = 0;
  for (const { co2Emissions } of itineraries.flatMap(({ segments }) => segments)) {
    const [emission] = co2Emissions ?? [];
    if (emission?.weightUnit !== 'KG') return undefined;
    sum += emission.weight;
  }
  return Math.round(sum);
}
