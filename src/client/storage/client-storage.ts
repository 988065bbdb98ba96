/**
 * Keeps a conversation over a reload: the browser's own storages, or anything like them. Nothing begins before it has
 * answered; one that takes longer than five seconds is done without.
 */
export interface ClientStorage {
  getItem(key: string): string | null | Promise<string | null>;
  setItem(key: string, value: string): void | Promise<void>;
  removeItem(key: string): void | Promise<void>;
}

/** The storage of this tab, where there is one and the page may use it. */
export function tabStorage(): ClientStorage | undefined {
  try {
    return typeof document === 'undefined' ? undefined : globalThis.sessionStorage;
  } catch {
    // Blocked by the person's settings, or by a sandbox.
    return undefined;
  }
}
