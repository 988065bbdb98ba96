import type { DurableStore } from '../../src/store/durable-store.ts';

/** A store that is used by one process, and never hears from it again once that process has died. */
export interface MortalStore extends DurableStore {
  /** The process is gone: nothing that it still does comes through, and no answer reaches it. */
  die(): Promise<void>;
}

export function mortal(store: DurableStore): MortalStore {
  let isDead = false;
  const inFlight = new Set<Promise<unknown>>();
  const never = new Promise<never>(() => undefined);

  async function pass<T>(work: () => Promise<T>): Promise<T> {
    if (isDead) return never;
    const done = work();
    inFlight.add(done);
    try {
      const result = await done;
      return isDead ? await never : result;
    } finally {
      inFlight.delete(done);
    }
  }

  return {
    isVolatile: store.isVolatile,
    opening: store.opening,
    ...(store.now !== undefined && { now: () => store.now?.() ?? Date.now() }),
    read: (keys) => pass(() => store.read(keys)),
    list: (key, from) => pass(() => store.list(key, from)),
    commit: (commit) => pass(() => store.commit(commit)),
    due: (...asked) => pass(() => store.due(...asked)),
    async die() {
      isDead = true;
      await Promise.allSettled(inFlight);
      await store.close?.();
    },
  };
}
