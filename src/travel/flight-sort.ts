import { firstBy, rankBy } from './flight-rank.ts';
import type { Flight } from './flight.ts';

/** The order of a list: as the tool ranked it, by price, or by time on the way. */
export type FlightSort = 'best' | 'cheapest' | 'fastest';

/**
 * The flights in another order. Equals keep the order they came in; flights without a price or a duration come after
 * those that have one, and flights that cannot be chosen come last.
 */
export function sortFlights(flights: readonly Flight[], by: FlightSort): readonly Flight[] {
  if (by === 'best') return flights;
  return flights
    .map((flight) => ({ flight, isOut: Number(flight.disabled !== undefined), rank: rankBy[by](flight) ?? Infinity }))
    .toSorted((a, b) => a.isOut - b.isOut || a.rank - b.rank || 0)
    .map(({ flight }) => flight);
}

/**
 * The orders worth offering: by price only where prices differ and are all in one currency, by time only where times
 * differ. Empty where there is no other order than the given one.
 */
export function sortsOf(flights: readonly Flight[]): readonly FlightSort[] {
  const others = (['cheapest', 'fastest'] as const).filter((by) => firstBy(by, flights));
  return others.length > 0 ? ['best', ...others] : [];
}

/** Whether no leg of the flight stops on its way; undefined where nobody said. */
export function isNonstop({ legs }: Flight): boolean | undefined {
  if (legs.length === 0) return undefined;
  return legs.every(({ segments }) => segments.length < 2 && !segments[0]?.technicalStops?.length);
}

/** Whether some of these flights are nonstop and some are not, so that a filter makes a difference. */
export function hasNonstopChoice(flights: readonly Flight[]): boolean {
  const nonstop = flights.filter((flight) => isNonstop(flight)).length;
  return nonstop > 0 && nonstop < flights.length;
}
