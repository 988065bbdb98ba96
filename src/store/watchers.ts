import type { DurableStore } from './durable-store.ts';

/** Who watches which keys of a store. */
export interface Watchers {
  readonly watch: NonNullable<DurableStore['watch']>;
  /** The keys that somebody watches. */
  readonly watched: ReadonlyMap<string, ReadonlySet<() => void>>;
  tell(keys: readonly string[]): void;
}

export function createWatchers(): Watchers {
  const watched = new Map<string, Set<() => void>>();
  return {
    watched,
    watch(key, onCommit) {
      const all = watched.get(key) ?? new Set();
      watched.set(key, all.add(onCommit));
      return () => {
        if (all.delete(onCommit) && all.size === 0) watched.delete(key);
      };
    },
    tell(keys) {
      for (const key of keys) for (const onCommit of watched.get(key) ?? []) onCommit();
    },
  };
}
