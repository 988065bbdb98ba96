import { ClientError } from '../client-error.ts';
import type { ClientStore } from '../client-store.ts';
import type { ClientState } from '../state/client-state.ts';
import type { ClientStorage } from './client-storage.ts';
import { byteLength, writeWithin } from './fit.ts';
import { answersKeyOfTab, forgetTab, readAnswers, writeAnswers } from './saved-answers.ts';
import { saveAnswers, saveState, type Found } from './save-state.ts';
import { readSaved } from './saved-conversation.ts';

/** Keeps one conversation in a storage. */
export interface Keeper {
  /** What lies there: at once where the storage answers at once. */
  read(conversationId: string | undefined): Saved | Promise<Saved>;
  /** Keep what changes from now on, a moment after it changed and when the page is left. */
  watch(): void;
  /** Write what is not written yet, and stop. */
  close(): void;
  /** Remove it, and write no more. */
  forget(): void;
}

type Saved = Found | undefined;

export interface KeeperOptions {
  storage: ClientStorage;
  store: ClientStore;
  readonly conversationId: () => string;
  maxBytes: number;
  readonly onError: (error: ClientError) => void;
}

const currentKey = 'elicitkit:current';
const keyOf = (conversationId: string) => `elicitkit:conversation:${conversationId}`;
const debounce = 250;
/** How long a storage may take to say what it has, in milliseconds. */
const patience = 5_000;

export function createKeeper({ storage, store, conversationId, maxBytes, onError }: KeeperOptions): Keeper {
  let written = store.getState();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasFailed = false;
  let isForgotten = false;
  /** Nobody waits any more for what lies in the storage. */
  let hasBegun = false;
  let stop = () => undefined as void;
  const answersKey = answersKeyOfTab();
  let hasAnswers = false;

  /** A storage that fails is told of once, and done without. */
  const fail = (cause: unknown) => {
    if (hasFailed) return;
    hasFailed = true;
    const message = 'The conversation cannot be kept or brought back: the storage is full, blocked or does not answer.';
    onError(new ClientError('STORAGE_FAILED', message, { cause }));
  };
  const attempt = (work: () => void | Promise<void>) => {
    try {
      Promise.resolve(work()).catch(fail);
    } catch (cause) {
      fail(cause);
    }
  };
  const get = (key: string): string | null | Promise<string | null> => {
    const nothing = (cause: unknown) => {
      fail(cause);
      return null;
    };
    try {
      const value = storage.getItem(key);
      // Its promise may be of another realm, and is then no instance of this one's.
      return typeof value === 'object' && value !== null ? Promise.resolve(value).catch(nothing) : value;
    } catch (cause) {
      return nothing(cause);
    }
  };
  const remove = (id: string) => {
    attempt(() => storage.removeItem(keyOf(id)));
    attempt(() => storage.removeItem(answersKey(id)));
  };
  const refuse = (what: string, key: string) => {
    const message = `${what} cannot be read, or is of another version. It was removed.`;
    onError(new ClientError('STORAGE_CORRUPT', message));
    attempt(() => storage.removeItem(key));
  };
  const check = (id: string, text: string | null, answersText: string | null): Saved => {
    // Forgotten before it was found: it goes all the same.
    if (isForgotten) remove(id);
    if (hasBegun || text === null) return undefined;
    const conversation = text.length > maxBytes ? undefined : readSaved(text);
    if (conversation?.conversationId !== id) {
      refuse('What was kept of a conversation', keyOf(id));
      return undefined;
    }
    hasAnswers = answersText !== null;
    if (answersText === null) return { conversation, answers: [] };
    const answers = answersText.length > maxBytes ? undefined : readAnswers(answersText, id);
    if (answers === undefined) refuse('What was kept of unconfirmed answers', answersKey(id));
    return { conversation, answers: answers ?? [] };
  };
  /** What a storage says in time, while somebody waits for it. */
  const inTime = (found: Promise<Saved>) =>
    new Promise<Saved>((resolve) => {
      stop = () => {
        clearTimeout(late);
        hasBegun = true;
        resolve(undefined);
      };
      const late = setTimeout(() => {
        stop();
        fail(new Error(`It did not answer within ${patience} ms.`));
      }, patience);
      void found.then((saved) => {
        clearTimeout(late);
        resolve(saved);
      });
    });

  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    const state = store.getState();
    if (isForgotten || !isChanged(written, state)) return;
    written = state;
    const id = conversationId();
    const answers = saveAnswers(state);
    const answersText = answers.length === 0 ? '' : writeAnswers(id, answers);
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
      const from = (id: string | null): Saved | Promise<Saved> => {
        if (id === null) return undefined;
        return then(get(keyOf(id)), (text) => then(get(answersKey(id)), (answers) => check(id, text, answers)));
      };
      const found = wanted === undefined ? then(get(currentKey), from) : from(wanted);
      return found instanceof Promise ? inTime(found) : found;
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

/** True for what a reload would miss; the text that streams is not among it. */
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

function then<A, B>(value: A | Promise<A>, use: (value: A) => B | Promise<B>): B | Promise<B> {
  return value instanceof Promise ? value.then(use) : use(value);
}
