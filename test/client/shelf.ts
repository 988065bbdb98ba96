import type { ClientStorage } from '../../src/client/storage/client-storage.ts';

/** A storage for one test, with access to its items. */
export interface Shelf extends ClientStorage {
  readonly items: Map<string, string>;
}

export function createShelf(entries: readonly (readonly [string, string])[] = []): Shelf {
  const items = new Map(entries);
  return {
    items,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}
