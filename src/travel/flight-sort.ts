import type { Flight } from './flight.ts';
import { totalMinutes } from './flight-summary.ts';

/** The order of a list: as the tool ranked it, by price, or by travel time. */
export type FlightSort = 'best' | 'cheapest' | 'fastest';

/**
 * Sort flights. Equal flights keep their order. Flights without a price or a duration come after those with one, and
 * flights that cannot be chosen come last.
 */
export function sortFlights(flights: readonly Flight[], by: FlightSort): readonly Flight[] {
  if (by === 'best') return flights;
  return flights
    .map((flight) => ({ flight, isOut: Number(flight.disabled !== undefined), rank: rankBy[by](flight) ?? Infinity }))
    .toSorted((a, b) => a.isOut - b.isOut || a.rank - b.rank || 0)
    .map(({ flight }) => flight);
}

/**
 * The orders worth offering: by price only if prices differ and share one currency, by time only if times differ.
 * Empty if only the given order is left.
 */
export function sortsOf(flights: readonly Flight[]): readonly FlightSort[] {
  const others = (['cheapest', 'fastest'] as const).filter((by) => firstBy(by, flights));
  return others.length > 0 ? ['best', ...others] : [];
}

/** True if no leg of the flight has a stop. Undefined if that is unknown. */
export function isNonstop({ legs }: Flight): boolean | undefined {
  if (legs.length === 0) return undefined;
  return legs.every(({ segments }) => segments.length < 2 && !segments[0]?.technicalStops?.length);
}

/** The values to compare: the price, or the travel time in minutes. Undefined if unknown. */
export const rankBy = {
  cheapest: ({ price }: Flight): number | undefined => price && Number(price.amount),
  fastest: totalMinutes,
};

/** The cheapest or fastest flight. Undefined if all are equal, or their prices are in several currencies. */
export function firstBy(by: keyof typeof rankBy, flights: readonly Flight[]): Flight | undefined {
  const ranked = flights
    .flatMap((flight) => {
      const rank = rankBy[by](flight);
      return rank === undefined ? [] : [{ flight, rank, unit: by === 'cheapest' && flight.price?.currency }];
    })
    .toSorted((a, b) => a.rank - b.rank);
  const [first] = ranked;
  return first?.rank === ranked.at(-1)?.rank || ranked.some(({ unit }) => unit !== first?.unit)
    ? undefined
    : first?.flight;
}

/** A label that sets a flight apart from the others in its list. */
export type FlightBadge = 'best' | 'cheapest' | 'fastest';

/**
 * The badge of each flight that earns one, by id: cheapest, fastest, or best if one flight is both. One or two flights
 * get no badges, and prices in several currencies are not compared.
 */
export function badgesOf(flights: readonly Flight[]): ReadonlyMap<string, FlightBadge> {
  const badges = new Map<string, FlightBadge>();
  const offered = flights.filter((flight) => !flight.disabled);
  if (offered.length < 3) return badges;
  const cheapest = firstBy('cheapest', offered);
  const fastest = firstBy('fastest', offered);
  if (fastest) badges.set(fastest.id, 'fastest');
  if (cheapest) badges.set(cheapest.id, cheapest === fastest ? 'best' : 'cheapest');
  return badges;
}
