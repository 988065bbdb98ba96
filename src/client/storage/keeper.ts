import { deepest, parseWithin } from '../../protocol/bounds.ts';
import { ClientError } from '../client-error.ts';
import type { ClientStore } from '../client-store.ts';
import type { ClientState } from '../state/client-state.ts';
import type { ClientStorage } from './client-storage.ts';
import { writeWithin } from './fit.ts';
import { saveState } from './save-state.ts';
import { readSaved, type SavedConversation } from './saved-conversation.ts';

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

type Saved = SavedConversation | undefined;

export interface KeeperOptions {
  storage: ClientStorage;
  store: ClientStore;
  readonly conversationId: () => string;
  maxBytes: number;
  readonly onError: (error: ClientError) => void;
}

const currentKey = 'elicitkit:current';
const keyOf = (conversationId: string) => `elicitkit:conversation:${conversationId}`;
/** A storage has its own bound in size; what this client wrote it must be able to read. */
const keptBounds = { characters: Infinity, values: Infinity, depth: deepest };
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
  const check = (id: string, text: string | null): Saved => {
    // Forgotten before it was found: it goes all the same.
    if (isForgotten) attempt(() => storage.removeItem(keyOf(id)));
    if (hasBegun || text === null) return undefined;
    const saved = readSaved(parseWithin(text, keptBounds).value);
    if (saved?.conversationId === id) return saved;
    const message = 'What was kept of a conversation cannot be read, or is of another version. It was removed.';
    onError(new ClientError('STORAGE_CORRUPT', message));
    attempt(() => storage.removeItem(keyOf(id)));
    return undefined;
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
    const text = writeWithin(saveState(state, id), maxBytes);
    if (text === undefined) return fail(new RangeError(`It needs more than ${maxBytes} bytes.`));
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
        return then(get(keyOf(id)), (text) => check(id, text));
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
      attempt(() => storage.removeItem(keyOf(conversationId())));
      attempt(() => storage.removeItem(currentKey));
    },
  };
}

/** True for what a reload would miss; the text that streams is not among it. */
function isChanged(before: ClientState, now: ClientState): boolean {
  return (
    before.messages !== now.messages ||
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
