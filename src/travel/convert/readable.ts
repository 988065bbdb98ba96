import type * as z from 'zod';
import { TravelDataError } from './travel-data-error.ts';
import type { Warn, Warner } from './warner.ts';

/**
 * Parse data, leaving out what does not fit the schema. The smallest possible part is left out: the field if the schema
 * allows that, or else what contains it, and so on outwards.
 *
 * @throws {TravelDataError} naming the first part that does not fit, if nothing can be read without it
 */
export function readable<T>(schema: z.ZodType<T>, data: unknown, source: string, warn: Warn): T {
  let rest = data;
  const cuts = new Map<string, Cut>();
  for (;;) {
    const result = schema.safeParse(rest);
    if (result.success) {
      for (const { path, message } of outermost(cuts)) warn(inWords(path), message);
      return result.data;
    }
    const justCut: (readonly PropertyKey[])[] = [];
    for (const issue of result.error.issues) {
      const { path, message } = deepest([issue], []);
      // A larger part was just cut. The next parse shows whether this is still wrong.
      if (justCut.some((outer) => isWithin(outer, path))) continue;
      const cut = nextCut(path, cuts);
      // Report the original fault. A missing part is only the result of our own cut.
      const [cause = { path, message }] = inside(cut, cuts);
      if (cut.length === 0) {
        throw new TravelDataError(source, inWords(cause.path), cause.message, { cause: result.error });
      }
      rest = without(rest, cut);
      justCut.push(cut);
      cuts.set(JSON.stringify(cut), { ...cause, cut });
    }
  }
}

/**
 * Read each thing. One that throws is left out, unless none is left.
 *
 * @param things - undefined for one that could not be parsed
 * @throws {TravelDataError} for the first fault, if nothing can be read
 */
export function eachReadable<T, R>(
  things: readonly (T | undefined)[],
  source: string,
  { warn, first }: Warner,
  read: (thing: T, index: number) => R,
): R[] {
  const failures: TravelDataError[] = [];
  const results = things.flatMap((thing, index): R[] => {
    try {
      return thing === undefined ? [] : [read(thing, index)];
    } catch (error) {
      if (!(error instanceof TravelDataError)) throw error;
      failures.push(error);
      return [];
    }
  });
  if (things.length > 0 && results.length === 0) {
    const { path, problem } = failures[0] ?? first() ?? { path: '', problem: 'nothing in it can be read' };
    throw new TravelDataError(source, path, problem);
  }
  for (const { path, problem } of failures) warn(path, problem);
  return results;
}

interface Cut {
  /** The part that did not fit. */
  path: readonly PropertyKey[];
  message: string;
  /** The part that was left out because of it. */
  cut: readonly PropertyKey[];
}

/** The innermost part around a fault that has not been cut yet. */
function nextCut(path: readonly PropertyKey[], cuts: ReadonlyMap<string, Cut>): readonly PropertyKey[] {
  let cut = path;
  while (cut.length > 0 && cuts.has(JSON.stringify(cut))) cut = cut.slice(0, -1);
  return cut;
}

/** The cuts inside a larger one. */
function inside(outer: readonly PropertyKey[], cuts: ReadonlyMap<string, Cut>): Cut[] {
  return [...cuts.values()].filter(({ cut }) => isWithin(outer, cut));
}

function outermost(cuts: ReadonlyMap<string, Cut>): Cut[] {
  const all = [...cuts.values()];
  const isInside = (inner: Cut, outer: Cut) => outer.cut.length < inner.cut.length && isWithin(outer.cut, inner.cut);
  return all.filter((cut) => !all.some((other) => isInside(cut, other)));
}

function isWithin(outer: readonly PropertyKey[], inner: readonly PropertyKey[]): boolean {
  return outer.every((key, at) => inner[at] === key);
}

/** A copy without the value at a path. */
function without(data: unknown, [key, ...inner]: readonly PropertyKey[]): unknown {
  if (typeof data !== 'object' || data === null || key === undefined) return undefined;
  const copy: Record<PropertyKey, unknown> = Array.isArray(data) ? (data.slice() as never) : { ...data };
  copy[key] = inner.length > 0 ? without(copy[key], inner) : undefined;
  return copy;
}

/** If no member of a union fits, report the issue of the member that got furthest. */
function deepest(issues: readonly z.core.$ZodIssue[], outer: readonly PropertyKey[]): Omit<Cut, 'cut'> {
  const [issue] = issues;
  const path = [...outer, ...(issue?.path ?? [])];
  if (issue?.code !== 'invalid_union') return { path, message: issue?.message ?? 'it does not fit' };
  return issue.errors
    .map((branch) => deepest(branch, path))
    .reduce((best, found) => (found.path.length > best.path.length ? found : best));
}

function inWords(path: readonly PropertyKey[]): string {
  return path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '');
}
