import type { Flight } from './flight.ts';
import { totalMinutes } from './flight-summary.ts';
import { compareMoney } from './money.ts';

/** What sets a flight apart from the others in its list. */
export type FlightBadge = 'best' | 'cheapest' | 'fastest';

/**
 * The badge of each flight that earns one, by id: cheapest, fastest, or best where one flight is both. Prices in
 * several currencies are not compared, and a list of one has nothing to compare.
 */
export function badgesOf(flights: readonly Flight[]): ReadonlyMap<string, FlightBadge> {
  const badges = new Map<string, FlightBadge>();
  const offered = flights.filter((flight) => !flight.disabled);
  if (offered.length < 2) return badges;
  const cheapest = cheapestOf(offered);
  const fastest = fastestOf(offered);
  if (fastest) badges.set(fastest.id, 'fastest');
  if (cheapest) badges.set(cheapest.id, cheapest === fastest ? 'best' : 'cheapest');
  return badges;
}

/** The cheapest flight; undefined where prices are all the same, or in several currencies. */
export function cheapestOf(flights: readonly Flight[]): Flight | undefined {
  const priced = flights.flatMap((flight) => (flight.price ? [{ flight, price: flight.price }] : []));
  if (new Set(priced.map(({ price }) => price.currency)).size !== 1) return undefined;
  return least(priced, (a, b) => compareMoney(a.price, b.price))?.flight;
}

/** The flight that is shortest on the way; undefined where all take as long. */
export function fastestOf(flights: readonly Flight[]): Flight | undefined {
  const timed = flights.flatMap((flight) => {
    const minutes = totalMinutes(flight);
    return minutes === undefined ? [] : [{ flight, minutes }];
  });
  return least(timed, (a, b) => a.minutes - b.minutes)?.flight;
}

/** The least of two or more that are not all the same. */
function least<T>(items: readonly T[], compare: (a: T, b: T) => number): T | undefined {
  const [first, ...rest] = items;
  if (first === undefined || rest.every((item) => compare(item, first) === 0)) return undefined;
  return rest.reduce((best, item) => (compare(item, best) < 0 ? item : best), first);
}
