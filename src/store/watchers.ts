/** Who watches which keys of a store. */
export function createWatchers() {
  const watched = new Map<string, Set<() => void>>();
  return {
    watched,
    watch(key: string, onCommit: () => void): () => void {
      const all = watched.get(key) ?? new Set();
      watched.set(key, all.add(onCommit));
      return () => {
        if (all.delete(onCommit) && all.size === 0) watched.delete(key);
      };
    },
    tell(keys: readonly string[]): void {
      for (const key of keys) for (const onCommit of watched.get(key) ?? []) onCommit();
    },
  };
}
