import type { DueKey } from './durable-store.ts';

export type DueTimes = ReturnType<typeof createDueTimes>;

/** The due times of a store that keeps them in memory: sorted, so that a page costs no look at the others. */
export function createDueTimes() {
  const queues = new Map<
    string,
    { readonly times: Map<string, DueKey>; readonly sorted: ReturnType<typeof createSorted> }
  >();
  /** In which queues a key is: there may be one for each person. */
  const queuesOf = new Map<string, Set<string>>();

  /** @param at - null for never */
  function set(queue: string, key: string, at: number | null): void {
    const { times, sorted } = queues.get(queue) ?? { times: new Map<string, DueKey>(), sorted: createSorted() };
    const old = times.get(key);
    if ((old?.at ?? null) === at) return;
    if (old !== undefined) sorted.remove(old);
    times.delete(key);
    const of = queuesOf.get(key) ?? new Set();
    of.delete(queue);
    if (at !== null) of.add(queue);
    if (of.size > 0) queuesOf.set(key, of);
    else queuesOf.delete(key);
    if (at !== null) {
      const one = { key, at };
      times.set(key, one);
      sorted.add(one);
    }
    if (times.size > 0) queues.set(queue, { times, sorted });
    else queues.delete(queue);
  }

  return {
    set,
    /** Remove this key from every queue. */
    remove(key: string): void {
      for (const queue of queuesOf.get(key) ?? []) set(queue, key, null);
    },
    page: (queue: string, before: number, limit: number, after?: DueKey) =>
      queues.get(queue)?.sorted.page(before, limit, after) ?? [],
    timeOf: (queue: string, key: string) => queues.get(queue)?.times.get(key)?.at,
  };
}

/** Keys of a piece. A change moves the rest of its piece, and no other key. */
const pieceLength = 512;

/** Keys in their order, in pieces that are not empty. */
function createSorted() {
  const pieces: DueKey[][] = [];

  /** The piece that has the first key that does not come before this one, and its index there. */
  function find(one: DueKey): { nth: number; piece: DueKey[]; index: number } {
    const nth = firstOf(pieces, (piece) => compare(piece.at(-1)!, one) >= 0);
    const piece = pieces[nth] ?? [];
    return { nth, piece, index: firstOf(piece, (other) => compare(other, one) >= 0) };
  }

  return {
    add(one: DueKey): void {
      const found = find(one);
      const nth = Math.min(found.nth, Math.max(0, pieces.length - 1));
      const piece = (pieces[nth] ??= []);
      piece.splice(piece === found.piece ? found.index : piece.length, 0, one);
      if (piece.length > pieceLength) pieces.splice(nth + 1, 0, piece.splice(pieceLength >> 1));
    },
    remove(one: DueKey): void {
      const { nth, piece, index } = find(one);
      piece.splice(index, 1);
      if (piece.length === 0) pieces.splice(nth, 1);
    },
    page(before: number, limit: number, after?: DueKey): DueKey[] {
      const found: DueKey[] = [];
      let { nth, index } = after === undefined ? { nth: 0, index: 0 } : find(after);
      for (; nth < pieces.length; nth += 1, index = 0) {
        for (const one of pieces[nth]!.slice(index)) {
          if (found.length >= limit || one.at >= before) return found;
          if (after === undefined || compare(one, after) > 0) found.push(one);
        }
      }
      return found;
    },
  };
}

/** The index of the first that is so. All after it are so. */
function firstOf<T>(sorted: readonly T[], isSo: (one: T) => boolean): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isSo(sorted[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function compare(a: DueKey, b: DueKey): number {
  if (a.at !== b.at) return a.at - b.at;
  if (a.key === b.key) return 0;
  return a.key < b.key ? -1 : 1;
}
