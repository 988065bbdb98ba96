import { useRef, useSyncExternalStore } from 'react';
import type { ClientSnapshot } from '../client/client-snapshot.ts';
import type { PluginClient } from '../client/client-options.ts';
import { useSessionContext } from './session-context.ts';

/** The client's snapshot and actions. */
export interface PluginSession
  extends ClientSnapshot, Pick<PluginClient, 'conversationId' | 'send' | 'retry' | 'abort' | 'attach'> {
  readonly client: PluginClient;
}

/**
 * Read the plugin session and re-render on every change, including every piece of text.
 *
 * @throws {MissingProviderError} outside `<PluginSessionProvider>`
 */
export function usePluginSession(): PluginSession;
/**
 * Read a slice of the plugin session and re-render when that slice changes.
 *
 * @param select - its results are compared shallowly
 * @throws {MissingProviderError} outside `<PluginSessionProvider>`
 *
 * @example
 * const { status, send } = usePluginSession(({ status, send }) => ({ status, send }));
 */
export function usePluginSession<T>(select: (session: PluginSession) => T): T;
export function usePluginSession(select: (session: PluginSession) => unknown = whole): unknown {
  const { client } = useSessionContext('usePluginSession');
  const slice = useShallow(select);
  return useSyncExternalStore(
    client.subscribe,
    () => slice(sessionOf(client, client.getSnapshot())),
    () => slice(sessionOf(client, client.getInitialSnapshot())),
  );
}

const whole = (session: PluginSession) => session;

// A snapshot belongs to one client and keeps its identity until something changes.
const sessions = new WeakMap<ClientSnapshot, PluginSession>();

function sessionOf(client: PluginClient, snapshot: ClientSnapshot): PluginSession {
  const known = sessions.get(snapshot);
  if (known !== undefined) return known;
  const { conversationId, send, retry, abort, attach } = client;
  const session = { ...snapshot, client, conversationId, send, retry, abort, attach };
  sessions.set(snapshot, session);
  return session;
}

/** A selector that returns its last result while the new one is shallowly equal. */
export function useShallow<S, T>(select: (state: S) => T): (state: S) => T {
  const last = useRef<T>(undefined);
  return (state) => {
    const next = select(state);
    if (isShallowEqual(last.current, next)) return last.current as T;
    last.current = next;
    return next;
  };
}

export function isShallowEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (!isPlain(a) || !isPlain(b) || Array.isArray(a) !== Array.isArray(b)) return false;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((entry, index) => Object.is(entry, b[index]));
  }
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
