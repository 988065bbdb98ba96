import { byteLength } from '../../base/byte-length.ts';
import type { ClientCapabilities } from '../../protocol/chat-request.ts';
import type { AskingParts } from '../ask-here.ts';
import { ClientError } from '../client-error.ts';
import { onWindow } from '../on-window.ts';
import type { ClientState } from '../state/client-state.ts';
import { answersKeyOfTab, currentKey, forgetTab, keyOf, tabStorage, type ClientStorage } from './client-storage.ts';
import { writeAnswers, writeWithin } from './fit.ts';
import { restoreState, saveState, type Stored } from './save-state.ts';
import { readAnswers, readSaved } from './saved-conversation.ts';

interface KeeperParts extends Pick<AskingParts, 'options' | 'store' | 'onError'> {
  /** Of a new conversation. */
  readonly conversationId: string;
  /** What the page could show before the reload. */
  readonly promise: (shows: ClientCapabilities) => void;
}

const debounce = 250;

/**
 * Take up a stored conversation, and store every change of it, shortly after it and when the page is left.
 *
 * @returns undefined if the options say that nothing is stored, or there is nowhere to store it
 */
export function openKeeper({ options, store, conversationId, promise, onError }: KeeperParts) {
  const { storage = tabStorage(), maxStoredBytes: maxBytes = 512 * 1024 } = options;
  if (!storage) return undefined;
  let storedAnswers: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const answersKey = answersKeyOfTab();

  const { get, put, fail } = guard(storage, onError);

  /** Read a record. One that is too large or cannot be read is removed. */
  const check = <T>(what: string, key: string, text: string, read: (text: string) => T | undefined) => {
    const tooLarge = text.length > maxBytes && `is larger than maxStoredBytes allows, ${maxBytes} bytes`;
    const found = tooLarge ? undefined : read(text);
    if (found !== undefined) return found;
    const why = tooLarge || 'cannot be read, or is of another version';
    onError(new ClientError('STORAGE_CORRUPT', `${what} ${why}. It was removed.`));
    put(key);
    return undefined;
  };
  const read = (wanted: string | undefined): Stored | undefined => {
    const id = wanted ?? get(currentKey);
    const text = id === undefined ? undefined : get(keyOf(id));
    if (id === undefined || text === undefined) return undefined;
    storedAnswers = get(answersKey(id));
    const conversation = check('The stored conversation', keyOf(id), text, (given) => readSaved(given, id));
    if (conversation === undefined) return undefined;
    const what = 'The stored record of unconfirmed answers';
    const answers = storedAnswers && check(what, answersKey(id), storedAnswers, (given) => readAnswers(given, id));
    return { conversation, answers: answers || [] };
  };

  const found = read(options.conversationId);
  if (found !== undefined) {
    promise(found.conversation.shows);
    store.dispatch({ type: 'restored', state: restoreState(found, store.getState()) });
  }
  const id = found?.conversation.conversationId ?? conversationId;
  /** The state that is stored. Undefined once nothing is to be written any more. */
  let written: ClientState | undefined = store.getState();
  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    const state = store.getState();
    if (written === undefined || !isChanged(written, state)) return;
    written = state;
    const saved = saveState(state, id);
    const answers = writeAnswers(id, saved.answers, maxBytes);
    const text = writeWithin(saved.conversation, maxBytes - byteLength(answers ?? ''));
    if (text === undefined) return fail(new RangeError(`It needs more than ${maxBytes} bytes.`));
    if (answers !== undefined || storedAnswers !== undefined) put(answersKey(id), answers);
    storedAnswers = answers;
    put(keyOf(id), text);
    put(currentKey, id);
  };

  const unsubscribe = store.subscribe(() => {
    if (timer === undefined && written && isChanged(written, store.getState())) timer = setTimeout(write, debounce);
  });
  const unlisten = onWindow('pagehide', write);
  const stop = () => {
    unsubscribe();
    unlisten();
    clearTimeout(timer);
  };

  return {
    found: found?.conversation,
    /** Write what is still unwritten, and stop. */
    close(): void {
      write();
      stop();
    },
    /** Delete it, and write no more. */
    forget(): void {
      stop();
      written = undefined;
      for (const key of [keyOf(id), answersKey(id), currentKey]) put(key);
      forgetTab();
    },
  };
}

function guard(storage: ClientStorage, onError: KeeperParts['onError']) {
  /** Report a failing storage once, and go on without it. */
  let fail = (cause: unknown) => {
    fail = () => undefined;
    const message = 'The conversation cannot be stored or read: its storage is full, blocked or silent.';
    onError(new ClientError('STORAGE_FAILED', message, { cause }));
  };
  const get = (key: string): string | undefined => {
    try {
      const value: unknown = storage.getItem(key);
      if (typeof value === 'string') return value;
      if (value !== null && value !== undefined) fail(new TypeError('Open a storage that answers later: openStorage.'));
    } catch (cause) {
      fail(cause);
    }
    return undefined;
  };
  /** @param text - undefined to remove it */
  const put = (key: string, text?: string) => {
    try {
      const work = text === undefined ? storage.removeItem(key) : storage.setItem(key, text);
      Promise.resolve(work).catch((cause: unknown) => fail(cause));
    } catch (cause) {
      fail(cause);
    }
  };
  return { get, put, fail: (cause: unknown) => fail(cause) };
}

/** True for a change that a reload would lose. Streaming text does not count. */
function isChanged(before: ClientState, now: ClientState): boolean {
  return stored.some((name) => before[name] !== now[name]) || (before.posts.length === 0) !== (now.posts.length === 0);
}

const stored = ['messages', 'outbox', 'items', 'calls', 'capabilities', 'problem'] as const;
