import type { DurableStore } from './durable-store.ts';

/** Who watches which keys of a store. */
export interface Watchers {
  readonly watch: NonNullable<DurableStore['watch']>;
  tell(keys: readonly string[]): void;
}

export function createWatchers(): Watchers {
  const watchers = new Map<string, Set<() => void>>();
  return {
    watch(key, onCommit) {
      const all = watchers.get(key) ?? new Set();
      watchers.set(key, all.add(onCommit));
      return () => {
        all.delete(onCommit);
        if (all.size === 0) watchers.delete(key);
      };
    },
    tell(keys) {
      for (const key of keys) for (const onCommit of watchers.get(key) ?? []) onCommit();
    },
  };
}
