import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { ClientSnapshot } from '../client/client-snapshot.ts';
import type { PluginClient } from '../client/client-options.ts';
import { useSessionContext } from './session-context.ts';

/** The conversation as the client knows it, and what can be done in it. */
export interface Conversation
  extends
    ClientSnapshot,
    Pick<PluginClient, 'conversationId' | 'send' | 'edit' | 'regenerate' | 'retry' | 'abort' | 'attach'> {
  readonly client: PluginClient;
}

/**
 * Read the conversation and re-render on every change, including every piece of text.
 *
 * @throws {MissingProviderError} outside `<PluginSessionProvider>`
 */
export function usePluginSession(): Conversation;
/**
 * Read a slice of the conversation and re-render when that slice changes.
 *
 * @param select - its results are compared shallowly
 * @throws {MissingProviderError} outside `<PluginSessionProvider>`
 *
 * @example
 * const { status, send } = usePluginSession(({ status, send }) => ({ status, send }));
 */
export function usePluginSession<T>(select: (conversation: Conversation) => T): T;
export function usePluginSession(select: (conversation: Conversation) => unknown = (whole) => whole): unknown {
  const { client } = useSessionContext('usePluginSession');
  const slice = useShallow(select);
  return useSyncExternalStore(
    client.subscribe,
    () => slice(conversationOf(client, client.getSnapshot())),
    () => slice(conversationOf(client, client.getInitialSnapshot())),
  );
}

/**
 * How many questions wait for the person: to be answered, or to be retried. A card that is open again to change an
 * answer is not counted: the earlier answer counts, and nothing waits for another.
 *
 * @throws {MissingProviderError} outside `<PluginSessionProvider>`
 */
export function usePendingCount(): number {
  return usePluginSession(
    ({ pending }) => pending.filter(({ status, revises }) => status !== 'sending' && !revises).length,
  );
}

/**
 * Show in the page's title how many questions wait, such as "(1) My chat", for people in another tab.
 *
 * The old title returns once none waits, and on unmounting. A title that the host sets meanwhile stays.
 *
 * @throws {MissingProviderError} outside `<PluginSessionProvider>`
 */
export function useTitleBadge(): void {
  const count = usePendingCount();
  useEffect(() => {
    if (count === 0) return;
    const before = document.title;
    const badged = `(${count}) ${before}`;
    document.title = badged;
    return () => {
      if (document.title === badged) document.title = before;
    };
  }, [count]);
}

// A snapshot belongs to one client and keeps its identity until something changes.
const conversations = new WeakMap<ClientSnapshot, Conversation>();

function conversationOf(client: PluginClient, snapshot: ClientSnapshot): Conversation {
  const known = conversations.get(snapshot);
  if (known !== undefined) return known;
  const { conversationId, send, edit, regenerate, retry, abort, attach } = client;
  const conversation = { ...snapshot, client, conversationId, send, edit, regenerate, retry, abort, attach };
  conversations.set(snapshot, conversation);
  return conversation;
}

/** A selector that returns its last result while the new one is shallowly equal. */
function useShallow<S, T>(select: (state: S) => T): (state: S) => T {
  const last = useRef<T>(undefined);
  return (state) => {
    const next = select(state);
    if (isShallowEqual(last.current, next)) return last.current as T;
    last.current = next;
    return next;
  };
}

function isShallowEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (!isPlain(a) || !isPlain(b) || Array.isArray(a) !== Array.isArray(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && Object.is(a[name], b[name]))
  );
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === Array.prototype || prototype === null;
}
