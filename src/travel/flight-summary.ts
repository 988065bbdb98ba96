import { told, type Spoken } from '../words/word-for.ts';
import { flightWords, type FlightWords } from './flight-words.ts';
import type { Flight, FlightPoint, Leg, Place, Segment } from './flight.ts';
import { clockOf, dayShift, formatDate, formatDay, formatDuration, minutesOf } from './local-time.ts';
import { formatMoney } from './money.ts';

/** One way of a trip in the few facts that a card shows. */
export interface LegSummary {
  departure: FlightPoint;
  arrival: FlightPoint;
  /** Calendar days between the two local dates: 1 arrives tomorrow, -1 yesterday. */
  days: number;
  duration?: string | undefined;
  /** Absent where nobody said. */
  stops?: number | undefined;
  /** Where the traveller changes or the aircraft lands between: `"CLT"`, `"LHR–LGW"`. */
  via: readonly string[];
}

/** No journey has more changes; what a server makes up is named so far and no further. */
const most = 10;

/** A summary of each leg; of the flight as a whole where its legs are unknown. */
export function summarizeLegs(flight: Flight): readonly LegSummary[] {
  if (flight.legs.length > 0) return flight.legs.flatMap((leg) => summarizeLeg(leg, flight) ?? []);
  const { departure, arrival, duration } = flight;
  return [{ departure, arrival, duration, days: dayShift(departure.at, arrival.at), via: [] }];
}

/** `"ATL–JFK"`, or undefined where the places are unknown. */
export function routeOf(leg: Pick<LegSummary, 'departure' | 'arrival'>, between = '–'): string | undefined {
  const from = leg.departure.place?.code;
  const to = leg.arrival.place?.code;
  return from && to ? `${from}${between}${to}` : undefined;
}

/**
 * The route and the days that all these flights share, as far as they do: `"Atlanta → New York"` and `"Sun, Sep 1"`, for
 * a return `"Atlanta ⇄ New York"` and `"Sep 1 – 8"`.
 */
export function sharedRoute([first, ...others]: readonly Flight[], locale?: string): string[] {
  if (!first) return [];
  const share = (of: (flight: Flight) => string | undefined) => {
    const wanted = of(first);
    return others.every((flight) => of(flight) === wanted);
  };
  // Days are compared as they are written: to put them into words takes long.
  return told([share(tripOf) && tripOf(first, nameOf), share(datesOf) && daysOf(first, locale)]);
}

/** The flight's numbers in order: `"AA701, AA380"`. */
export function flightNumbers(flight: Flight): string {
  const numbers = flight.legs.flatMap((leg) => leg.segments.map((segment) => segment.flightNumber));
  return [...new Set(numbers.length > 0 ? numbers : [flight.flightNumber])].slice(0, most).join(', ');
}

/** What its fare is called: `"Basic Economy"`; offers of one flight differ by nothing else but their price. */
export function faresOf({ legs }: Flight): string {
  return [...new Set(told(legs.map(({ fareBrand }) => fareBrand)))].join(', ');
}

/** Who flies it where that is not who sells it: `"Envoy Air"`; empty otherwise. */
export function operators(flight: Flight, words: Spoken<FlightWords> = flightWords): string {
  const others = flight.legs.flatMap((leg) => leg.segments.map(operatorOf));
  return words.listed([...new Set(told(others))], words.locale);
}

/** The same of one segment. */
export function operatorOf({ operating, marketing }: Segment): string | undefined {
  return operating && operating.code !== marketing.code ? (operating.name ?? operating.code) : undefined;
}

/** The minutes from start to end over all legs, or undefined where one of them is unknown. */
export function totalMinutes(flight: Flight): number | undefined {
  const durations = flight.legs.length > 0 ? flight.legs.map((leg) => durationOf(leg, flight)) : [flight.duration];
  const total = durations.reduce((sum, duration) => sum + (minutesOf(duration ?? '') ?? Number.NaN), 0);
  return Number.isNaN(total) ? undefined : total;
}

/**
 * The whole card in one sentence, for who hears it.
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
  return words.joined(told(facts));
}

/** Whether the second of two legs leads back to where the first began. */
export function isReturn(flight: Flight): boolean {
  const [there, back, more] = summarizeLegs(flight);
  if (!there || !back || more) return false;
  const route = routeOf(there);
  return route !== undefined && route === routeOf({ departure: back.arrival, arrival: back.departure });
}

const codeOf = ({ code }: Place): string => code;
/** No city has a longer name. */
const nameOf = ({ city, code }: Place): string => (city && city.length <= 60 ? city : code);

function tripOf(flight: Flight, name: (place: Place) => string = codeOf): string | undefined {
  const legs = summarizeLegs(flight);
  const ends = legs.flatMap(({ departure, arrival }) => [departure.place, arrival.place]);
  const [from, to] = ends;
  if (!from || !to) return undefined;
  if (isReturn(flight)) return `${name(from)} ⇄ ${name(to)}`;
  return ends.reduce<string | undefined>((trip, place, i) => {
    if (trip === undefined || !place) return undefined;
    if (i % 2 === 1) return `${trip} → ${name(place)}`;
    return i === 0 || place.code === ends[i - 1]?.code ? trip : `${trip}, ${name(place)}`;
  }, name(from));
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
