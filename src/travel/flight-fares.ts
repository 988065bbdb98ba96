import { sortFlights } from './flight-sort.ts';
import type { Flight } from './flight.ts';

/**
 * Group the offers of each flight, the cheapest first. Flights keep their order. Offers belong to one flight if they
 * have the same segments and currency.
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

/** A key for the flight's segments. A flight without known segments gets its own group. */
function flownBy({ id, legs, price }: Flight): string {
  if (legs.length === 0) return id;
  const segments = legs.map((leg) =>
    leg.segments.map(({ marketing, flightNumber, departure, arrival }) => {
      return [marketing.code, flightNumber, departure.place?.code, departure.at, arrival.place?.code, arrival.at];
    }),
  );
  return JSON.stringify([price?.currency, segments]);
}
