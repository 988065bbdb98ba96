import type { DurableStore } from './durable-store.ts';
import { createWatchers } from './watchers.ts';

/** How often a store that tells nothing is looked at, in milliseconds. */
const lookAgain = 1000;
/** How often one that tells is: its connection may be down, or silent. */
const lookBehind = 5000;

/**
 * Hears of commits to keys, whether or not the store tells of them: it also looks at all of them at once.
 *
 * @returns watches a key. The first look always counts as news
 */
export function createKeyNews(store: DurableStore): NonNullable<DurableStore['watch']> {
  const { watched, ...watchers } = createWatchers();
  const every = store.isVolatile === true ? Infinity : store.watch === undefined ? lookAgain : lookBehind;
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
    if (watched.size > 0 && every < Infinity) timer ??= setTimeout(() => void look(), every);
  }

  return (key, onCommit) => {
    const unwatch = watchers.watch(key, onCommit);
    const unhear = store.watch?.(key, onCommit);
    lookSoon();
    return () => {
      unwatch();
      unhear?.();
      if (!watched.has(key)) versions.delete(key);
      if (watched.size > 0) return;
      clearTimeout(timer);
      timer = undefined;
    };
  };
}
