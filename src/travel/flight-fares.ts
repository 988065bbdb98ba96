import { sortFlights } from './flight-sort.ts';
import type { Flight } from './flight.ts';

/**
 * The offers of each flight together, the cheapest first, in the order in which their flights came. Offers are of one
 * flight where they have the same segments; they then differ by their fare, and are priced in one currency.
 */
export function groupFares(flights: readonly Flight[]): readonly (readonly [Flight, ...Flight[]])[] {
  const groups = new Map<string, [Flight, ...Flight[]]>();
  for (const flight of flights) {
    const key = flownBy(flight);
    const group = groups.get(key);
    if (group) group.push(flight);
    else groups.set(key, [flight]);
  }
  return Array.from(groups.values(), (group) => sortFlights(group, 'cheapest') as readonly [Flight, ...Flight[]]);
}

/** Flights whose segments nobody told are each their own. */
function flownBy({ id, legs, price }: Flight): string {
  if (legs.length === 0) return id;
  const segments = legs.map((leg) =>
    leg.segments.map(({ marketing, flightNumber, departure, arrival }) => {
      return [marketing.code, flightNumber, departure.place?.code, departure.at, arrival.place?.code, arrival.at];
    }),
  );
  return JSON.stringify([price?.currency, segments]);
}
