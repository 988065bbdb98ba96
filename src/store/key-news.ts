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
  const { watched, ...watchers } = createWatchers();
  /** At the last look. */
  const versions = new Map<string, string | null>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function look(): Promise<void> {
    const keys = [...watched.keys()];
    // A store that fails has told so. The next look may find what this one did not.
    const entries = await store.read(keys).catch(() => []);
    const changed = keys.filter((key, nth) => {
      if (!watched.has(key) || nth >= entries.length) return false;
      const version = entries[nth]?.version ?? null;
      const isNews = versions.get(key) !== version;
      versions.set(key, version);
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
    const unwatch = watchers.watch(key, onCommit);
    lookSoon();
    return () => {
      unwatch();
      if (!watched.has(key)) versions.delete(key);
      if (watched.size > 0) return;
      clearTimeout(timer);
      timer = undefined;
    };
  };
}
