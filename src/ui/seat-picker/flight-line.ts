import { routeOf } from '../../travel/flight-summary.ts';
import type { Flight, FlightInput } from '../../travel/flight.ts';
import { normalizeFlight } from '../../travel/normalize-flight.ts';
import type { SeatMap } from '../../travel/seat-map.ts';

/** Which flight a map is of: `"EA924 · SYD → LHR · Example A350"`. What the map does not say, the given flight does. */
export function flightLine(map: SeatMap, given: FlightInput | Flight | undefined): string {
  const flight = given && normalizeFlight(given);
  const route = map.flight?.from && map.flight.to ? `${map.flight.from} → ${map.flight.to}` : undefined;
  return [
    map.flight?.number ?? flight?.flightNumber,
    route ?? (flight && routeOf(flight, ' → ')),
    map.flight?.aircraft?.name ?? flight?.legs[0]?.segments[0]?.aircraft?.name,
  ]
    .filter(Boolean)
    .join(' · ');
}
