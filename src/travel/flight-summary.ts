import { formatFacts } from '../words/format.ts';
import { told, type Spoken } from '../words/word-for.ts';
import { flightWords, type FlightWords } from './flight-words.ts';
import type { Flight, FlightPoint, Leg, Place, Segment } from './flight.ts';
import { clockOf, dayShift, formatDate, formatDay, formatDuration, minutesOf } from './local-time.ts';
import { formatMoney } from './money.ts';

/** The few facts of a leg that a card shows. */
export interface LegSummary {
  departure: FlightPoint;
  arrival: FlightPoint;
  /** Calendar days between the two local dates: 1 arrives the next day, -1 the day before. */
  days: number;
  duration?: string | undefined;
  /** Absent if unknown. */
  stops?: number | undefined;
  /** The stops, with or without a change: `"CLT"`, or `"LHR–LGW"` for a change of airport. */
  via: readonly string[];
}

/** Name at most this many stops or flight numbers. No real journey has more. */
const most = 10;

/** A summary of each leg, or of the whole flight if its legs are unknown. */
export function summarizeLegs(flight: Flight): readonly LegSummary[] {
  if (flight.legs.length > 0) return flight.legs.flatMap((leg) => summarizeLeg(leg, flight) ?? []);
  const { departure, arrival, duration } = flight;
  return [{ departure, arrival, duration, days: dayShift(departure.at, arrival.at), via: [] }];
}

/** `"ATL–JFK"`, or undefined if a place is unknown. */
function routeOf(leg: Pick<LegSummary, 'departure' | 'arrival'>): string | undefined {
  const from = leg.departure.place?.code;
  const to = leg.arrival.place?.code;
  return from && to ? `${from}–${to}` : undefined;
}

/**
 * The route and the days, each only if all flights share it: `"Atlanta to New York"` and `"Sun, Sep 1"`, or for a return
 * `"Atlanta to New York, New York to Atlanta"` and `"Sep 1 – 8"`.
 */
export function sharedRoute(
  [first, ...others]: readonly Flight[],
  locale?: string,
  words: Spoken<FlightWords> = flightWords,
): string[] {
  if (!first) return [];
  const share = (of: (flight: Flight) => string | undefined) => {
    const wanted = of(first);
    return others.every((flight) => of(flight) === wanted);
  };
  // Compare the raw dates: formatting them all would be slow.
  return told([share(tripOf) && tripOf(first, words, nameOf), share(datesOf) && daysOf(first, locale)]);
}

/** The flight's numbers in order: `"AA701, AA380"`. */
export function flightNumbers(flight: Flight): string {
  const numbers = flight.legs.flatMap((leg) => leg.segments.map((segment) => segment.flightNumber));
  return [...new Set(numbers.length > 0 ? numbers : [flight.flightNumber])].slice(0, most).join(', ');
}

/** The names of the flight's fares, such as `"Basic Economy"`. Offers of one flight differ only in fare and price. */
export function faresOf({ legs }: Flight): string {
  return [...new Set(told(legs.map(({ fareBrand }) => fareBrand)))].join(', ');
}

/** The operating airlines that differ from the marketing airline: `"Envoy Air"`. Empty if none does. */
export function operators(flight: Flight, words: Spoken<FlightWords> = flightWords): string {
  const others = flight.legs.flatMap((leg) => leg.segments.map(operatorOf));
  return words.listed([...new Set(told(others))], words.locale);
}

/** The same for one segment. */
export function operatorOf({ operating, marketing }: Segment): string | undefined {
  return operating && operating.code !== marketing.code ? (operating.name ?? operating.code) : undefined;
}

/** The durations of all legs in minutes, added up. Undefined if one is unknown. */
export function totalMinutes(flight: Flight): number | undefined {
  const durations = flight.legs.length > 0 ? flight.legs.map((leg) => durationOf(leg, flight)) : [flight.duration];
  const total = durations.reduce((sum, duration) => sum + (minutesOf(duration ?? '') ?? Number.NaN), 0);
  return Number.isNaN(total) ? undefined : total;
}

/**
 * The whole card in one sentence, for screen readers.
 *
 * @param options - `words` are English by default; `locale` is for its money and its days; `price` is said in place of
 *   its fare and its price
 */
export function describeFlight(
  flight: Flight,
  options: {
    badge?: string | undefined;
    locale?: string | undefined;
    price?: string | false | undefined;
    words?: Spoken<FlightWords> | undefined;
  } = {},
): string {
  const { badge, locale, price, words = flightWords } = options;
  const legs = summarizeLegs(flight).flatMap((leg) => [
    flight.legs.length > 1 && formatDay(leg.departure.at, locale),
    words.times(clockOf(leg.departure.at), clockOf(leg.arrival.at), leg.days, words.locale),
    leg.departure.place && leg.arrival.place && words.fromTo(leg.departure.place.code, leg.arrival.place.code),
    leg.duration && formatDuration(leg.duration, words),
    leg.stops !== undefined && words.stopsIn(leg.stops, leg.via, words.locale),
  ]);
  const operatedBy = operators(flight, words);
  const facts = [
    `${flight.airline.name ?? flight.airline.code} ${flightNumbers(flight)}`,
    operatedBy && words.operatedBy(operatedBy),
    ...legs,
    !price && faresOf(flight),
    price || (flight.price ? formatMoney(flight.price, locale) : words.unpriced),
    badge,
    flight.emissions && words.co2(flight.emissions.kgCO2e, words.locale),
    flight.disabled && words.unavailable(flight.disabled.reason),
  ];
  return formatFacts(words.locale, facts);
}

/** True if there are exactly two legs, and the second is the first one's route reversed. */
export function isReturn(flight: Flight): boolean {
  const [there, back, more] = summarizeLegs(flight);
  if (!there || !back || more) return false;
  const route = routeOf(there);
  return route !== undefined && route === routeOf({ departure: back.arrival, arrival: back.departure });
}

const codeOf = ({ code }: Place): string => code;
/** No city has a longer name. */
const nameOf = ({ city, code }: Place): string => (city && city.length <= 60 ? city : code);

/** Each leg's places, if all are known. */
function tripOf(flight: Flight, words: Spoken<FlightWords> = flightWords, name = codeOf): string | undefined {
  const legs = summarizeLegs(flight).map(
    ({ departure: { place: from }, arrival: { place: to } }) => from && to && words.fromTo(name(from), name(to)),
  );
  return legs.includes(undefined) ? undefined : formatFacts(words.locale, legs);
}

/** The dates on which the first leg and the last begin. */
function datesOf({ legs, departure }: Flight): string {
  const first = legs[0]?.segments[0]?.departure ?? departure;
  const last = legs.at(-1)?.segments[0]?.departure ?? departure;
  return [first, last].map(({ at }) => at.slice(0, 10)).join();
}

function daysOf(flight: Flight, locale?: string): string | undefined {
  const legs = summarizeLegs(flight);
  const [first, last] = [legs[0]?.departure.at ?? '', legs.at(-1)?.departure.at ?? ''];
  return dayShift(first, last) > 0 ? formatDate(first, locale, last) : formatDay(first, locale);
}

function summarizeLeg(leg: Leg, flight: Flight): LegSummary | undefined {
  const first = leg.segments[0];
  const last = leg.segments.at(-1);
  if (!first || !last) return undefined;
  const changes = leg.segments.slice(1).map((segment, i) => {
    const arrived = leg.segments[i]?.arrival.place?.code;
    const leaves = segment.departure.place?.code;
    return arrived && leaves && arrived !== leaves ? `${arrived}–${leaves}` : (arrived ?? leaves ?? '');
  });
  const landings = leg.segments.flatMap((segment) => segment.technicalStops?.map((stop) => stop.place.code) ?? []);
  return {
    departure: first.departure,
    arrival: last.arrival,
    days: dayShift(first.departure.at, last.arrival.at),
    duration: durationOf(leg, flight),
    stops: changes.length + landings.length,
    via: [...changes, ...landings].filter(Boolean).slice(0, most),
  };
}

function durationOf({ duration, segments }: Leg, flight: Flight): string | undefined {
  const ofAll = flight.legs.length === 1 ? flight.duration : undefined;
  return duration ?? ofAll ?? (segments.length === 1 ? segments[0]?.duration : undefined);
}
