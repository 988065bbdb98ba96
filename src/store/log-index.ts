import { createDueTimes, type DueTimes } from './due-times.ts';
import type { StoreCheck, StoreCommit } from './durable-store.ts';
import type { Change } from './log-line.ts';

/** Where a value lies: a line of the file, and its index there. */
export interface Place {
  at: number;
  size: number;
  index: number;
}

/** Where in the file each value lies. */
export interface LogIndex {
  /** The number of the next commit. */
  next: number;
  readonly entries: Map<string, Place & { version: number; expiresAt: number }>;
  readonly lists: Map<string, { parts: (Place & { count: number })[]; count: number; expiresAt: number }>;
  readonly dues: DueTimes;
}

export function createIndex(): LogIndex {
  return { next: 1, entries: new Map(), lists: new Map(), dues: createDueTimes() };
}

/** The change of the commit with this number, or undefined if one of its checks does not hold. */
export function changeOf(index: LogIndex, commit: StoreCommit, n: number): Change | undefined {
  const { check = [], put = [], append = [], remove = [], due = [] } = commit;
  if (!check.every((one) => holds(index, one))) return undefined;
  return {
    n,
    ...(put.length > 0 && { p: put.map(({ key, value, expiresAt }) => [key, value, timeOf(expiresAt), n]) }),
    ...(append.length > 0 && {
      a: append.map(({ key, items, expiresAt }) => [key, [...items], timeOf(expiresAt), countOf(index, key)]),
    }),
    ...(remove.length > 0 && { r: [...remove] }),
    ...(due.length > 0 && { d: due.map(({ key, queue, at }) => [key, queue, timeOf(at)]) }),
  };
}

/** Note a change whose line is on the disk, at this byte of the file. What comes of it does not depend on the time. */
export function apply(index: LogIndex, change: Change, at: number, size: number): void {
  const { n, p = [], a = [], r = [], d = [] } = change;
  index.next = n + 1;
  for (const [nth, [key, , expiresAt, version]] of p.entries()) {
    index.entries.set(key, { at, size, index: nth, version, expiresAt: expiresAt ?? Infinity });
  }
  for (const [nth, [key, items, expiresAt, from]] of a.entries()) {
    // Such a list is new, or the old one had expired.
    const kept = from === 0 ? undefined : index.lists.get(key);
    if (kept === undefined && items.length === 0) continue;
    const list = kept ?? { parts: [], count: 0, expiresAt: Infinity };
    if (items.length > 0) list.parts.push({ at, size, index: nth, count: items.length });
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

export const entryOf = ({ entries }: LogIndex, key: string) => unexpired(entries.get(key));
export const listOf = ({ lists }: LogIndex, key: string) => unexpired(lists.get(key));

/** As JSON holds it: null for never. */
export const timeOf = (time: number | null = Infinity) => (Number.isFinite(time) ? time : null);

function unexpired<T extends { expiresAt: number }>(kept: T | undefined): T | undefined {
  return kept !== undefined && kept.expiresAt > Date.now() ? kept : undefined;
}

const countOf = (index: LogIndex, key: string) => listOf(index, key)?.count ?? 0;

function holds(index: LogIndex, check: StoreCheck): boolean {
  if ('length' in check) return countOf(index, check.key) === check.length;
  const version = entryOf(index, check.key)?.version;
  return (version === undefined ? null : `${version}`) === check.version;
}
