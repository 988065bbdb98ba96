import type { DurableStore, StoreCommit, StoredEntry } from '../../src/store/durable-store.ts';

/** A store that contradicts itself, in one way. */
export interface LyingStore extends DurableStore {
  /** How often it has lied so far. */
  lies(): number;
}

/** How a store lies. `isTime` says whether it is time for a lie. */
export type Lie = (store: DurableStore, isTime: () => boolean) => LyingStore;

/** Commits are confirmed and not made, as by a server that dies before it has written. */
export const losesCommits: Lie = (store, isTime) => {
  let lies = 0;
  return {
    ...store,
    lies: () => lies,
    async commit(commit) {
      if (!isTime()) return store.commit(commit);
      // One that is refused is not confirmed.
      if (!(await holds(store, commit))) return null;
      lies += 1;
      return '999999999';
    },
  };
};

/** Entries have the version that they had before their last change. */
export const givesOldVersions: Lie = (store, isTime) =>
  givesVersions(store, isTime, ({ version }, seen) => seen.findLast((other) => other !== version));

/** Entries have the version of another key. */
export const givesOthersVersions: Lie = (store, isTime) => {
  let last: string | undefined;
  return givesVersions(store, isTime, ({ version }) => {
    const other = last;
    last = version;
    return other === version ? undefined : other;
  });
};

/** From the first lie on, every version is the same, whatever changes. */
export const givesOneVersion: Lie = (store, isTime) => {
  let hasBegun = false;
  return givesVersions(
    store,
    () => (hasBegun ||= isTime()),
    () => '1',
  );
};

/** Once, all that is kept is gone, as in a server that keeps it in memory and starts again. */
export const comesBackEmpty =
  (another: DurableStore): Lie =>
  (store, isTime) => {
    let lies = 0;
    const now = () => {
      if (lies === 0 && isTime()) lies = 1;
      return lies === 0 ? store : another;
    };
    return {
      isVolatile: store.isVolatile,
      opening: store.opening,
      lies: () => lies,
      read: (keys) => now().read(keys),
      list: (key, from) => now().list(key, from),
      commit: (commit) => now().commit(commit),
      due: (...asked) => now().due(...asked),
    };
  };

function givesVersions(
  store: DurableStore,
  isTime: () => boolean,
  wrong: (entry: StoredEntry, seen: readonly string[]) => string | undefined,
): LyingStore {
  const seen = new Map<string, string[]>();
  let lies = 0;
  const told = (key: string, entry: StoredEntry | null): StoredEntry | null => {
    if (entry === null) return null;
    const all = seen.get(key) ?? [];
    if (all.at(-1) !== entry.version) seen.set(key, [...all, entry.version]);
    const version = isTime() ? wrong(entry, all) : undefined;
    if (version === undefined) return entry;
    lies += 1;
    return { ...entry, version };
  };
  return {
    ...store,
    lies: () => lies,
    read: async (keys) => (await store.read(keys)).map((entry, nth) => told(keys[nth]!, entry)),
    async commit(commit) {
      const version = await store.commit(commit);
      const [first] = commit.put ?? [];
      if (version === null || first === undefined) return version;
      for (const { key } of commit.put?.slice(1) ?? []) seen.set(key, [...(seen.get(key) ?? []), version]);
      return told(first.key, { value: first.value, version })?.version ?? null;
    },
  };
}

async function holds(store: DurableStore, { check = [] }: StoreCommit): Promise<boolean> {
  const held = check.map(async (one) => {
    if ('length' in one) return (await store.list(one.key)).length === one.length;
    return ((await store.read([one.key]))[0]?.version ?? null) === one.version;
  });
  return (await Promise.all(held)).every(Boolean);
}
