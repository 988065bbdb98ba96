/**
 * Stores a conversation across reloads: the browser's own storages, or anything like them. Reads are synchronous; open
 * an asynchronous one with `openStorage`.
 */
export interface ClientStorage {
  getItem(key: string): string | null;
  /** A rejected promise goes to `onError`. */
  setItem(key: string, value: string): void | Promise<void>;
  removeItem(key: string): void | Promise<void>;
}

/** Holds the last conversation's id. */
export const currentKey = 'elicitkit:current';
export const keyOf = (conversationId: string): string => `elicitkit:conversation:${conversationId}`;

/** This tab's storage, if there is one and the page may use it. */
export function tabStorage(): ClientStorage | undefined {
  try {
    return typeof document === 'undefined' ? undefined : globalThis.sessionStorage;
  } catch {
    // Blocked by browser settings or a sandbox.
    return undefined;
  }
}
