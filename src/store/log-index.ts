import { createDueTimes, type DueTimes } from './due-times.ts';
import { timeOf, type StoreCheck, type StoreCommit } from './durable-store.ts';
import type { Change } from './log-line.ts';

/** Where a value lies: a line of the file, and its index there. */
export interface Place {
  at: number;
  size: number;
  index: number;
}

/** Where each value of a log lies. @typeParam At - of a file its places, in memory the values themselves */
export interface LogIndex<At = Place> {
  next: number;
  readonly entries: Map<string, At & { version: number; expiresAt: number }>;
  readonly lists: Map<string, { parts: (At & { count: number })[]; count: number; expiresAt: number }>;
  readonly dues: DueTimes;
}

export function createIndex<At = Place>(): LogIndex<At> {
  return { next: 1, entries: new Map(), lists: new Map(), dues: createDueTimes() };
}

/** The change of the commit with this number, or undefined if one of its checks does not hold. */
export function changeOf<At>(index: LogIndex<At>, commit: StoreCommit, n: number): Change | undefined {
  const { check = [], put = [], append = [], remove = [], due = [] } = commit;
  if (!check.every((one) => holds(index, one))) return undefined;
  return {
    n,
    p: unlessEmpty(put.map(({ key, value, expiresAt }) => [key, value, timeOf(expiresAt), n])),
    a: unlessEmpty(
      append.map(({ key, items, expiresAt }) => [key, [...items], timeOf(expiresAt), countOf(index, key)]),
    ),
    r: unlessEmpty([...remove]),
    d: unlessEmpty(due.map(({ key, queue, at }) => [key, queue, timeOf(at)])),
  };
}

/** An empty list is left out of a line. */
export const unlessEmpty = <T>(list: T[]): T[] | undefined => (list.length > 0 ? list : undefined);

/**
 * Note a change that counts. What comes of it does not depend on the time.
 *
 * @param placeOf - where the values of the change's entry or piece of a list with this index lie
 */
export function apply<At extends object>(
  index: LogIndex<At>,
  change: Change,
  placeOf: (nth: number, values: readonly string[]) => At,
): void {
  const { n, p = [], a = [], r = [], d = [] } = change;
  index.next = n + 1;
  for (const [nth, [key, value, expiresAt, version]] of p.entries()) {
    index.entries.set(key, { ...placeOf(nth, [value]), version, expiresAt: expiresAt ?? Infinity });
  }
  for (const [nth, [key, items, expiresAt, from]] of a.entries()) {
    // Such a list is new, or the old one had expired.
    const kept = from === 0 ? undefined : index.lists.get(key);
    if (kept === undefined && items.length === 0) continue;
    const list = kept ?? { parts: [], count: 0, expiresAt: Infinity };
    if (items.length > 0) list.parts.push({ ...placeOf(nth, items), count: items.length });
    list.count += items.length;
    list.expiresAt = expiresAt ?? Infinity;
    index.lists.set(key, list);
  }
  for (const key of r) {
    index.entries.delete(key);
    index.lists.delete(key);
    index.dues.remove(key);
  }
  for (const [key, queue, time] of d) index.dues.set(queue, key, time);
}

export const entryOf = <At>({ entries }: LogIndex<At>, key: string) => unexpired(entries.get(key));
export const listOf = <At>({ lists }: LogIndex<At>, key: string) => unexpired(lists.get(key));

function unexpired<T extends { expiresAt: number }>(kept: T | undefined): T | undefined {
  return kept !== undefined && kept.expiresAt > Date.now() ? kept : undefined;
}

const countOf = <At>(index: LogIndex<At>, key: string) => listOf(index, key)?.count ?? 0;

function holds<At>(index: LogIndex<At>, check: StoreCheck): boolean {
  if ('length' in check) return countOf(index, check.key) === check.length;
  const version = entryOf(index, check.key)?.version;
  return (version === undefined ? null : `${version}`) === check.version;
}
