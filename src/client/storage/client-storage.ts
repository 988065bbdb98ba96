/**
 * Keeps a conversation over a reload: the browser's own storages, or anything like them. It reads at once; one that
 * answers later is opened first, with `openStorage`.
 */
export interface ClientStorage {
  getItem(key: string): string | null;
  /** A promise that rejects is told to `onError`. */
  setItem(key: string, value: string): void | Promise<void>;
  removeItem(key: string): void | Promise<void>;
}

/** Names the last conversation. */
export const currentKey = 'elicitkit:current';
export const keyOf = (conversationId: string): string => `elicitkit:conversation:${conversationId}`;

/** The storage of this tab, where there is one and the page may use it. */
export function tabStorage(): ClientStorage | undefined {
  try {
    return typeof document === 'undefined' ? undefined : globalThis.sessionStorage;
  } catch {
    // Blocked by the person's settings, or by a sandbox.
    return undefined;
  }
}
