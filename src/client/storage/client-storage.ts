import { uuid } from '../uuid.ts';

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

/**
 * Stores the unconfirmed answers of this tab's clients, apart from the conversation, under a name that only this tab
 * knows. After a reload the client sends only answers found there, never one that other code wrote into the
 * conversation's record.
 */
export function answersKeyOfTab(): (conversationId: string) => string {
  const tab = tabId();
  return (conversationId) => `elicitkit:answers:${tab}:${conversationId}`;
}

/** This tab's storage, if there is one and the page may use it. */
export function tabStorage(): ClientStorage | undefined {
  try {
    return typeof document === 'undefined' ? undefined : globalThis.sessionStorage;
  } catch {
    // Blocked by browser settings or a sandbox.
    return undefined;
  }
}

const tabKey = 'elicitkit:tab';

/** Names this tab, over reloads too; empty where there are no tabs. */
function tabId(): string {
  const storage = tabStorage();
  if (storage === undefined) return '';
  try {
    const known = storage.getItem(tabKey);
    if (typeof known === 'string') return known;
    const id = uuid();
    void storage.setItem(tabKey, id);
    return id;
  } catch {
    // Storage is full or blocked: a reload will not find these answers.
    return uuid();
  }
}

/** For `forget`: without the name, no stored answer can be found. */
export function forgetTab(): void {
  try {
    void tabStorage()?.removeItem(tabKey);
  } catch {
    // Blocked: then nothing was stored.
  }
}
