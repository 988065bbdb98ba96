import { seatsOf, type Seat, type SeatMap } from '../../src/travel/seat-map.ts';

/** A path of keys into data. */
export type Path = readonly (string | number)[];

/** Copies of the data, each with one field or element removed or wrong. Covers every field and every kind of error. */
export function corruptions(data: unknown): { path: Path; what: string; broken: unknown }[] {
  return pathsOf(data).flatMap((path) => corruptionsAt(data, path));
}

/** The same for one field or element. */
export function corruptionsAt(data: unknown, path: Path): { path: Path; what: string; broken: unknown }[] {
  const value = valueAt(data, path);
  const wrongs = [null, {}, [], typeof value === 'number' ? 'x' : 7, removed];
  return wrongs.map((wrong) => ({
    path,
    what: `${path.join('.')} ${wrong === removed ? 'removed' : `is ${JSON.stringify(wrong)}`}`,
    broken: withAt(data, path, wrong),
  }));
}

const removed = Symbol('removed');

/** Paths of all fields and elements, including those that hold others. */
export function pathsOf(value: unknown, path: Path = []): Path[] {
  const own = path.length > 0 ? [path] : [];
  if (typeof value !== 'object' || value === null) return own;
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return [...own, ...keys.flatMap((key) => pathsOf((value as never)[key], [...path, key]))];
}

export function valueAt(data: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<string | number, unknown> | undefined)?.[key], data);
}

function withAt(value: unknown, [key, ...inner]: Path, wrong: unknown): unknown {
  if (key === undefined) return wrong;
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<
    string | number,
    unknown
  >;
  const next = withAt(copy[key], inner, wrong);
  // A removed element leaves a hole: the data says that there was something.
  if (next === removed && !Array.isArray(value)) delete copy[key];
  else copy[key] = next === removed ? undefined : next;
  return copy;
}

/** The paths at which two values differ, such as `legs.0.segments.0.cabin`. */
export function differences(a: unknown, b: unknown, path = ''): string[] {
  if (Object.is(a, b)) return [];
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return [path];
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].flatMap((key) => {
    return differences((a as never)[key], (b as never)[key], path === '' ? key : `${path}.${key}`);
  });
}

/** Each seat by number, as a person sees it, wherever it is in the map. */
export const told = (map: SeatMap | undefined) =>
  new Map(
    seatsOf(map?.decks.flatMap(({ cabins }) => cabins) ?? []).map(
      ({ designator, state, price, tier, offers, disclosures }: Seat) => [
        designator,
        JSON.stringify({ state, price, tier, offers, disclosures }),
      ],
    ),
  );

/** The numbers of the seats inside a part of the data, or of the one around it. */
export function seatsAt(data: unknown, path: Path, number: string): string[] {
  for (let end = path.length; end > 0; end--) {
    const around = valueAt(data, path.slice(0, end)) as Record<string, unknown> | null | undefined;
    if (typeof around?.[number] === 'string') return [around[number]];
  }
  const inside = JSON.stringify(valueAt(data, path) ?? null).matchAll(new RegExp(`"${number}":"(\\w+)"`, 'g'));
  return [...inside].map(([, designator = '']) => designator);
}
