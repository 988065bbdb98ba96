import { keysIn, type DurableStore } from './durable-store.ts';
import { apply, changeOf, createIndex, entryOf, listOf } from './log-index.ts';
import { createWatchers } from './watchers.ts';

/** Keep conversations in this process's memory. They end with it. */
export function memoryStore(): DurableStore {
  const index = createIndex<{ readonly values: readonly string[] }>();
  const watchers = createWatchers();
  return {
    isVolatile: true,
    opening: crypto.randomUUID(),
    read: async (keys) =>
      keys.map((key) => {
        const kept = entryOf(index, key);
        return kept === undefined ? null : { value: kept.values[0] ?? '', version: `${kept.version}` };
      }),
    list: async (key, from = 0) => (listOf(index, key)?.parts ?? []).flatMap(({ values }) => values).slice(from),
    async commit(commit) {
      const change = changeOf(index, commit, index.next);
      if (change === undefined) return null;
      apply(index, change, (_, values) => ({ values }));
      watchers.tell(keysIn(commit));
      return `${change.n}`;
    },
    due: async (...asked) => index.dues.page(...asked),
    watch: watchers.watch,
  };
}
