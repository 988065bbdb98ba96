import { seatsOf, type Seat, type SeatMap } from '../../src/travel/seat-map.ts';

/** A place in some data: the keys that lead there. */
export type Path = readonly (string | number)[];

/** The data with one field or element of it removed or wrong, for each of them and each way to be wrong. */
export function corruptions(data: unknown): { path: Path; what: string; broken: unknown }[] {
  return pathsOf(data).flatMap((path) => corruptionsAt(data, path));
}

/** The same of one field or element. */
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

/** Of every field and element, those that hold others too. */
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
  // An element that is removed leaves its place: the data says that something was there.
  if (next === removed && !Array.isArray(value)) delete copy[key];
  else copy[key] = next === removed ? undefined : next;
  return copy;
}

/** The places at which two values differ, as `legs.0.segments.0.cabin`. */
export function differences(a: unknown, b: unknown, path = ''): string[] {
  if (Object.is(a, b)) return [];
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return [path];
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].flatMap((key) => {
    return differences((a as never)[key], (b as never)[key], path === '' ? key : `${path}.${key}`);
  });
}

/** What a seat is to who chooses, wherever it stands. */
export const told = (map: SeatMap | undefined) =>
  new Map(
    seatsOf(map?.decks.flatMap(({ cabins }) => cabins) ?? []).map(
      ({ designator, state, price, tier, offers, disclosures }: Seat) => [
        designator,
        JSON.stringify({ state, price, tier, offers, disclosures }),
      ],
    ),
  );

/** The numbers of the seats that are in a part of the data, or around it. */
export function seatsAt(data: unknown, path: Path, number: string): string[] {
  for (let end = path.length; end > 0; end--) {
    const around = valueAt(data, path.slice(0, end)) as Record<string, unknown> | null | undefined;
    if (typeof around?.[number] === 'string') return [around[number]];
  }
  const inside = JSON.stringify(valueAt(data, path) ?? null).matchAll(new RegExp(`"${number}":"(\\w+)"`, 'g'));
  return [...inside].map(([, designator = '']) => designator);
}
