import type { DueKey } from './durable-store.ts';

/** The due times of a store that keeps them in memory: sorted, so that a page costs no look at the others. */
export interface DueTimes {
  /** @param at - null for never */
  set(queue: string, key: string, at: number | null): void;
  /** Remove this key from every queue. */
  remove(key: string): void;
  page(queue: string, before: number, limit: number, after?: DueKey): DueKey[];
  /** All of them. Setting them again in this order is fast. */
  all(): [key: string, queue: string, at: number][];
}

export function createDueTimes(): DueTimes {
  const queues = new Map<string, { readonly times: Map<string, number>; readonly sorted: DueKey[] }>();

  function set(queue: string, key: string, at: number | null): void {
    const { times, sorted } = queues.get(queue) ?? { times: new Map<string, number>(), sorted: [] };
    const old = times.get(key);
    if (old === at || (old === undefined && at === null)) return;
    if (old !== undefined) sorted.splice(firstFrom(sorted, { key, at: old }), 1);
    times.delete(key);
    if (at !== null) {
      times.set(key, at);
      sorted.splice(firstFrom(sorted, { key, at }), 0, { key, at });
    }
    if (times.size > 0) queues.set(queue, { times, sorted });
    else queues.delete(queue);
  }

  return {
    set,
    remove(key) {
      for (const queue of queues.keys()) set(queue, key, null);
    },
    page(queue, before, limit, after) {
      const { sorted = [] } = queues.get(queue) ?? {};
      const start = after === undefined ? 0 : firstFrom(sorted, after, true);
      const end = firstFrom(sorted, { key: '', at: before });
      return sorted.slice(start, Math.min(end, start + limit));
    },
    all: () =>
      [...queues].flatMap(([queue, { sorted }]) =>
        sorted.map(({ key, at }) => [key, queue, at] as [string, string, number]),
      ),
  };
}

/** The index of the first that does not come before this one. @param isPast - of the first that comes after it */
function firstFrom(sorted: readonly DueKey[], one: DueKey, isPast = false): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const order = compare(sorted[middle]!, one);
    if (order < 0 || (isPast && order === 0)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function compare(a: DueKey, b: DueKey): number {
  if (a.at !== b.at) return a.at - b.at;
  if (a.key === b.key) return 0;
  return a.key < b.key ? -1 : 1;
}
