import { useSyncExternalStore } from 'react';
import type { ClientSnapshot } from '../client/client-snapshot.ts';
import type { PluginClient } from '../client/client-options.ts';
import { useSessionContext } from './session-context.ts';
import { useShallow } from './useShallow.ts';

/** What the client shows, and what can be done with it. */
export interface PluginSession
  extends ClientSnapshot, Pick<PluginClient, 'conversationId' | 'send' | 'retry' | 'abort' | 'attach'> {
  readonly client: PluginClient;
}

/**
 * Read the plugin session and render again when it changes, at every piece of text too.
 *
 * @throws {MissingProviderError} outside `<PluginSessionProvider>`
 */
export function usePluginSession(): PluginSession;
/**
 * Read a slice of the plugin session and render again when that slice changes.
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

// A snapshot belongs to one client, and stays the same value until something changes.
const sessions = new WeakMap<ClientSnapshot, PluginSession>();

function sessionOf(client: PluginClient, snapshot: ClientSnapshot): PluginSession {
  const known = sessions.get(snapshot);
  if (known !== undefined) return known;
  const { conversationId, send, retry, abort, attach } = client;
  const session = { ...snapshot, client, conversationId, send, retry, abort, attach };
  sessions.set(snapshot, session);
  return session;
}
