import { ClientError } from '../client-error.ts';
import type { ClientStore } from '../client-store.ts';
import type { ClientState } from '../state/client-state.ts';
import { currentKey, keyOf, type ClientStorage } from './client-storage.ts';
import { byteLength, writeWithin } from './fit.ts';
import { answersKeyOfTab, forgetTab, readAnswers, writeAnswers } from './saved-answers.ts';
import { saveAnswers, saveState, type Found } from './save-state.ts';
import { readSaved } from './saved-conversation.ts';

/** Stores one conversation. */
export interface Keeper {
  /** Read what is stored. */
  read(conversationId: string | undefined): Found | undefined;
  /** Store every change from now on, shortly after it and when the page is left. */
  watch(): void;
  /** Write what is still unwritten, and stop. */
  close(): void;
  /** Delete it, and write no more. */
  forget(): void;
}

export interface KeeperOptions {
  storage: ClientStorage;
  store: ClientStore;
  readonly conversationId: () => string;
  maxBytes: number;
  readonly onError: (error: ClientError) => void;
}

const debounce = 250;

export function createKeeper({ storage, store, conversationId, maxBytes, onError }: KeeperOptions): Keeper {
  let written = store.getState();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasFailed = false;
  let isForgotten = false;
  let stop = () => undefined as void;
  const answersKey = answersKeyOfTab();
  let hasAnswers = false;

  /** Report a failing storage once, and go on without it. */
  const fail = (cause: unknown) => {
    if (hasFailed) return;
    hasFailed = true;
    const message = 'The conversation cannot be stored or read: its storage is full, blocked or silent.';
    onError(new ClientError('STORAGE_FAILED', message, { cause }));
  };
  const attempt = (work: () => void | Promise<void>) => {
    try {
      Promise.resolve(work()).catch(fail);
    } catch (cause) {
      fail(cause);
    }
  };
  const get = (key: string): string | null => {
    try {
      const value: unknown = storage.getItem(key);
      if (typeof value === 'string') return value;
      if (value !== null && value !== undefined) fail(new TypeError('Open a storage that answers later: openStorage.'));
    } catch (cause) {
      fail(cause);
    }
    return null;
  };
  const remove = (id: string) => {
    attempt(() => storage.removeItem(keyOf(id)));
    attempt(() => storage.removeItem(answersKey(id)));
  };
  const refuse = (what: string, text: string, key: string) => {
    const why =
      text.length > maxBytes
        ? `is larger than maxStoredBytes allows, ${maxBytes} bytes`
        : 'cannot be read, or is of another version';
    const message = `${what} ${why}. It was removed.`;
    onError(new ClientError('STORAGE_CORRUPT', message));
    attempt(() => storage.removeItem(key));
  };
  const check = (id: string, text: string | null, answersText: string | null): Found | undefined => {
    if (text === null) return undefined;
    const conversation = text.length > maxBytes ? undefined : readSaved(text);
    if (conversation?.conversationId !== id) {
      refuse('The stored conversation', text, keyOf(id));
      return undefined;
    }
    hasAnswers = answersText !== null;
    if (answersText === null) return { conversation, answers: [] };
    const answers = answersText.length > maxBytes ? undefined : readAnswers(answersText, id);
    if (answers === undefined) refuse('The stored record of unconfirmed answers', answersText, answersKey(id));
    return { conversation, answers: answers ?? [] };
  };

  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    const state = store.getState();
    if (isForgotten || !isChanged(written, state)) return;
    written = state;
    const id = conversationId();
    const answers = saveAnswers(state);
    const answersText = answers.length === 0 ? '' : writeAnswers(id, answers, maxBytes);
    const text = writeWithin(saveState(state, id), maxBytes - byteLength(answersText));
    if (text === undefined) return fail(new RangeError(`It needs more than ${maxBytes} bytes.`));
    if (answersText !== '') attempt(() => storage.setItem(answersKey(id), answersText));
    else if (hasAnswers) attempt(() => storage.removeItem(answersKey(id)));
    hasAnswers = answersText !== '';
    attempt(() => storage.setItem(keyOf(id), text));
    attempt(() => storage.setItem(currentKey, id));
  };
  const onChange = () => {
    if (timer === undefined && isChanged(written, store.getState())) timer = setTimeout(write, debounce);
  };

  return {
    read(wanted) {
      const id = wanted ?? get(currentKey);
      return id === null ? undefined : check(id, get(keyOf(id)), get(answersKey(id)));
    },
    watch() {
      written = store.getState();
      const unsubscribe = store.subscribe(onChange);
      const unlisten = onLeaving(write);
      stop = () => {
        unsubscribe();
        unlisten();
        clearTimeout(timer);
        timer = undefined;
      };
    },
    close() {
      write();
      stop();
    },
    forget() {
      stop();
      isForgotten = true;
      remove(conversationId());
      forgetTab();
      attempt(() => storage.removeItem(currentKey));
    },
  };
}

/** True for a change that a reload would lose. Streaming text does not count. */
function isChanged(before: ClientState, now: ClientState): boolean {
  return (
    before.messages !== now.messages ||
    before.outbox !== now.outbox ||
    before.items !== now.items ||
    before.calls !== now.calls ||
    before.capabilities !== now.capabilities ||
    before.problem !== now.problem ||
    (before.posts.length === 0) !== (now.posts.length === 0)
  );
}

function onLeaving(listener: () => void): () => void {
  if (typeof globalThis.addEventListener !== 'function') return () => undefined;
  globalThis.addEventListener('pagehide', listener);
  return () => globalThis.removeEventListener('pagehide', listener);
}
