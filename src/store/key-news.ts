import type { DurableStore } from './durable-store.ts';
import { createWatchers } from './watchers.ts';

/**
 * Hears of commits to keys, whether or not the store tells of them: otherwise it looks at all of them at once.
 *
 * @param every - how often to look, in milliseconds
 * @returns watches a key. Where the store does not tell, the first look always counts as news
 */
export function createKeyNews(store: DurableStore, every: number): NonNullable<DurableStore['watch']> {
  const { watch } = store;
  if (watch !== undefined) return (key, onCommit) => watch.call(store, key, onCommit);
  const watchers = createWatchers();
  /** The versions at the last look. */
  const watched = new Map<string, { count: number; version?: string | null }>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function look(): Promise<void> {
    const keys = [...watched.keys()];
    // A store that fails has told so. The next look may find what this one did not.
    const entries = await store.read(keys).catch(() => []);
    const changed = keys.filter((key, nth) => {
      const known = watched.get(key);
      if (known === undefined || nth >= entries.length) return false;
      const version = entries[nth]?.version ?? null;
      const isNews = known.version !== version;
      known.version = version;
      return isNews;
    });
    timer = undefined;
    watchers.tell(changed);
    lookSoon();
  }

  function lookSoon(): void {
    if (watched.size > 0) timer ??= setTimeout(() => void look(), every);
  }

  return (key, onCommit) => {
    const known = watched.get(key) ?? { count: 0 };
    known.count += 1;
    watched.set(key, known);
    const unwatch = watchers.watch(key, onCommit);
    lookSoon();
    return () => {
      unwatch();
      known.count -= 1;
      if (known.count === 0) watched.delete(key);
      if (watched.size === 0) {
        clearTimeout(timer);
        timer = undefined;
      }
    };
  };
}
