/**
 * Where conversations are kept: entries that change only if nobody else changed them, lists that only grow, and times
 * at which something is due.
 *
 * The shape is that of the atomic check-and-set of Deno KV, and of the transactions of etcd. Keys are text of at most 400
 * characters. Values are text as `JSON.stringify` writes it: without NUL, and without half of a character.
 */
export interface DurableStore {
  /** What it keeps ends with the process. @default false */
  readonly isVolatile?: boolean | undefined;
  /** One of many stores that keep a conversation each, so that it cannot list what waits in all. @default false */
  readonly isShard?: boolean | undefined;
  /**
   * Names this opening of a store that one process at a time can have open. What runs under another name is over.
   *
   * @default undefined: several processes share the store
   */
  readonly opening?: string | undefined;
  /** The entries of these keys, in their order. Null for one that does not exist or has expired. */
  read(keys: readonly string[]): Promise<(StoredEntry | null)[]>;
  /** The items of a list, from this index on. Empty for a list that does not exist. @param from - @default 0 */
  list(key: string, from?: number): Promise<string[]>;
  /**
   * Change all of it at once, if every check holds. When this resolves with a version, the change is kept.
   *
   * @returns the version that every entry of `put` has now, or null, with nothing changed, if a check does not hold
   */
  commit(commit: StoreCommit): Promise<string | null>;
  /**
   * The keys of this queue that are due before this time, the earliest first. Keys of one time have an order that is the
   * store's own and stays, so that pages neither skip nor repeat one.
   *
   * @param queue - the exact name
   * @param before - in milliseconds since the Unix epoch
   * @param after - the last of the page before. Its key may have been changed or removed since. @default undefined: from
   *   the first
   */
  due(queue: string, before: number, limit: number, after?: DueKey): Promise<DueKey[]>;
  /**
   * Hear of commits that change this entry or list, also those of other processes. Without it, the key is polled.
   *
   * @returns a function that ends it
   */
  watch?(key: string, onCommit: () => void): () => void;
  /**
   * The store's own clock, as it was heard with what was read last: in milliseconds since the Unix epoch. Leases go by
   * it, so that the clocks of processes need not agree. @default the clock of the process
   */
  now?(): number;
  /** Let go of what the store holds, such as a lock. */
  close?(): Promise<void>;
}

/** A key that has to be looked at, and when: in milliseconds since the Unix epoch. */
export interface DueKey {
  readonly key: string;
  readonly at: number;
}

/** The value of a key. */
export interface StoredEntry {
  readonly value: string;
  /** Another one after each change, also after a removal: a key never has a version twice. */
  readonly version: string;
}

/**
 * A change of several keys. One key stands in `put`, `append` and `remove` at most once together. Times are in whole
 * milliseconds since the Unix epoch, up to `Number.MAX_SAFE_INTEGER`. For `expiresAt`, undefined and `Infinity` mean
 * never, and the last commit to a key counts.
 */
export interface StoreCommit {
  /** What must be so. @default nothing */
  readonly check?: readonly StoreCheck[] | undefined;
  readonly put?: readonly { key: string; value: string; expiresAt?: number | undefined }[] | undefined;
  readonly append?: readonly { key: string; items: readonly string[]; expiresAt?: number | undefined }[] | undefined;
  /** Keys whose entry, list and due times, in every queue, to delete. */
  readonly remove?: readonly string[] | undefined;
  /**
   * When a key has to be looked at by those who look after this queue, or null for never. A key has one time in each
   * queue, and need not have an entry. The name of a queue is text like a key.
   */
  readonly due?: readonly { key: string; queue: string; at: number | null }[] | undefined;
}

/** An entry has this version, or does not exist (null); a list has this many items. */
export type StoreCheck =
  | { readonly key: string; readonly version: string | null }
  | { readonly key: string; readonly length: number };

/** The keys that a commit changes. */
export function keysIn({ put = [], append = [], remove = [] }: StoreCommit): string[] {
  return [...put, ...append].map(({ key }) => key).concat(remove);
}

/** Every key that a commit names, once: also those that it only checks, and those with a due time. */
export function namesIn(commit: StoreCommit): string[] {
  const { check = [], due = [] } = commit;
  return [...new Set([...check, ...due].map(({ key }) => key).concat(keysIn(commit)))];
}

/** @throws {TypeError} for a prefix that names in a database cannot begin with */
export function checkPrefix(maker: string, prefix: string): void {
  if (/^[a-z][a-z0-9_]{0,30}$/.test(prefix)) return;
  throw new TypeError(`${maker}: the prefix is "${prefix}". Use lower-case letters, digits and "_".`);
}

/** The time by which a store lets leases and entries end: its own, or else the process's. */
export const timeIn = (store?: Pick<DurableStore, 'now'>): number => Math.round(store?.now?.() ?? Date.now());

/** A time as a store keeps it: null for never. */
export const timeOf = (time: number | null = Infinity): number | null => (Number.isFinite(time) ? time : null);

/** The same commit with times that every store can keep. What is no whole number comes a little later. */
export const withWholeTimes = (commit: StoreCommit): StoreCommit => ({
  ...commit,
  put: commit.put?.map((one) => ({ ...one, expiresAt: wholeTime(one.expiresAt) })),
  append: commit.append?.map((one) => ({ ...one, expiresAt: wholeTime(one.expiresAt) })),
  due: commit.due?.map((one) => ({ ...one, at: wholeTime(one.at) })),
});

/** `Infinity` stays: it means never. */
const wholeTime = <T extends number | null | undefined>(time: T): T | number =>
  Number.isFinite(time) ? Math.min(Math.max(0, Math.ceil(time!)), Number.MAX_SAFE_INTEGER) : time;

/** Whether every store takes a text: some take neither a NUL nor half a character. */
export const isKeepable = (text: string): boolean => !/[\0\p{Cs}]/u.test(text);

/** Later than all that is due. Stores take no infinity. */
export const longAhead = 8.64e15;
