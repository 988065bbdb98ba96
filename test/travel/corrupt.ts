/** A place in some data: the keys that lead there. */
export type Path = readonly (string | number)[];

/** The data with one field or element of it removed or wrong, for each of them and each way to be wrong. */
export function corruptions(data: unknown): { path: Path; what: string; broken: unknown }[] {
  return pathsOf(data).flatMap((path) => {
    const value = valueAt(data, path);
    const wrongs = [null, {}, [], typeof value === 'number' ? 'x' : 7, removed];
    return wrongs.map((wrong) => ({
      path,
      what: `${path.join('.')} ${wrong === removed ? 'removed' : `is ${JSON.stringify(wrong)}`}`,
      broken: withAt(data, path, wrong),
    }));
  });
}

const removed = Symbol('removed');

/** Of every field and element, those that hold others too. */
function pathsOf(value: unknown, path: Path = []): Path[] {
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
