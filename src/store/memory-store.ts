import { createDueTimes } from './due-times.ts';
import type { DurableStore, StoreCheck } from './durable-store.ts';
import { createWatchers, keysIn } from './watchers.ts';

interface Kept {
  readonly value: string;
  readonly version: string;
  readonly expiresAt: number;
}

interface KeptList {
  items: string[];
  expiresAt: number;
}

/** Keep conversations in this process's memory. They end with it. */
export function memoryStore(): DurableStore {
  const entries = new Map<string, Kept>();
  const lists = new Map<string, KeptList>();
  const dues = createDueTimes();
  const watchers = createWatchers();
  let version = 0;

  function entryOf(key: string): Kept | undefined {
    const kept = entries.get(key);
    if (kept === undefined || kept.expiresAt > Date.now()) return kept;
    entries.delete(key);
    return undefined;
  }

  function listOf(key: string): readonly string[] {
    const kept = lists.get(key);
    if (kept === undefined || kept.expiresAt > Date.now()) return kept?.items ?? [];
    lists.delete(key);
    return [];
  }

  const holds = (check: StoreCheck) =>
    'length' in check
      ? listOf(check.key).length === check.length
      : (entryOf(check.key)?.version ?? null) === check.version;

  return {
    isVolatile: true,
    opening: crypto.randomUUID(),
    read: async (keys) =>
      keys.map((key) => {
        const kept = entryOf(key);
        return kept === undefined ? null : { value: kept.value, version: kept.version };
      }),
    list: async (key, from = 0) => listOf(key).slice(from),
    async commit(commit) {
      const { check = [], put = [], append = [], remove = [], due = [] } = commit;
      if (!check.every(holds)) return null;
      version += 1;
      for (const { key, value, expiresAt = Infinity } of put) {
        entries.set(key, { value, version: `${version}`, expiresAt });
      }
      for (const { key, items, expiresAt = Infinity } of append) {
        // Copying the list would make each append cost the whole of it.
        if (items.length === 0 && listOf(key).length === 0) continue;
        const kept = listOf(key).length === 0 ? { items: [], expiresAt } : (lists.get(key) as KeptList);
        kept.items.push(...items);
        kept.expiresAt = expiresAt;
        lists.set(key, kept);
      }
      for (const key of remove) {
        entries.delete(key);
        lists.delete(key);
        dues.remove(key);
      }
      for (const { key, queue, at } of due) dues.set(queue, key, at);
      watchers.tell(keysIn(commit));
      return `${version}`;
    },
    due: async (...asked) => dues.page(...asked),
    watch: watchers.watch,
  };
}
