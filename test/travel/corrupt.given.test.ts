import flights from 'virtual:given/flights';
import seatMaps from 'virtual:given/seatmaps';
import { describe, expect, it } from 'vitest';
import { flightSchema } from '../../src/travel/flight-schema.ts';
import { normalizeFlight } from '../../src/travel/normalize-flight.ts';
import { normalizeSeatMap } from '../../src/travel/normalize-seat-map.ts';
import { seatMapSchema } from '../../src/travel/seat-map-schema.ts';
import { runs } from '../runs.ts';
import { corruptionsAt, differences, pathsOf, seatsAt, told, type Path } from './corrupt.ts';

const onWarning = () => {};
const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);

/** Some places of some data, by the seed. */
function placesIn(data: unknown, count: number): Path[] {
  const paths = pathsOf(data);
  let state = seed;
  return Array.from({ length: runs(count) }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return paths[Math.floor((state / 2 ** 32) * paths.length)] ?? [];
  });
}

// What is wrong, the schemas refuse, naming its place; what they take must not reach further than that place.
describe(`whatever is wrong in one field (SEED=${seed})`, () => {
  it.each(flights)('of a flight of $name, all that does not hang on it shows', ({ data }) => {
    const read = (flight: unknown) => {
      const result = flightSchema.safeParse(flight);
      return result.success ? normalizeFlight(result.data, { onWarning }) : undefined;
    };
    const holds = (outer: string, inner: string) => inner === outer || inner.startsWith(`${outer}.`);
    const spread = data.flatMap((flight) => {
      const whole = read(flight);
      return placesIn(flight, Math.ceil(3000 / data.length)).flatMap((path) =>
        corruptionsAt(flight, path).flatMap(({ what, broken }) => {
          const at = path.join('.');
          const after = read(broken);
          const changed = after ? differences(whole, after) : [];
          const beside = changed.filter((place) => !holds(at, place) && !holds(place, at));
          return beside.length > 0 ? `${flight.id}: ${what} changes ${beside.join()}` : [];
        }),
      );
    });
    expect(spread).toEqual([]);
  });

  it.each(seatMaps)('of $name, every seat that does not hang on it shows as it is', ({ data }) => {
    const read = (map: unknown) => {
      const result = seatMapSchema.safeParse(map);
      return result.success ? told(normalizeSeatMap(result.data, { onWarning })) : undefined;
    };
    const before = read(data);
    const lost = placesIn(data, 200).flatMap((path) =>
      corruptionsAt(data, path).flatMap(({ what, broken }) => {
        const gone = new Set(seatsAt(data, path, 'designator'));
        const after = read(broken);
        const changed = [...(before ?? [])].filter(([designator, seat]) => {
          return after && !gone.has(designator) && after.get(designator) !== seat;
        });
        return changed.length > 0 ? `${what} changes ${changed.slice(0, 5).join()}` : [];
      }),
    );
    expect(before?.size).toBeGreaterThan(20);
    expect(lost).toEqual([]);
  });
});
