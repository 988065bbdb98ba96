import { firstBy } from './flight-rank.ts';
import type { Flight } from './flight.ts';

/** What sets a flight apart from the others in its list. */
export type FlightBadge = 'best' | 'cheapest' | 'fastest';

/**
 * The badge of each flight that earns one, by id: cheapest, fastest, or best where one flight is both. Two flights
 * need no badge to be compared, and prices in several currencies are not compared.
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
