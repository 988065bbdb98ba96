import { action, type Operation } from 'effection';

/** Says whether this machine has a network. */
export interface Connection {
  isOnline(): boolean;
  /** @returns a function that stops listening */
  onOnline(listener: () => void): () => void;
}

/** What the browser says. A page served from this machine needs no network. */
export const browserConnection: Connection = {
  isOnline: () =>
    typeof navigator === 'undefined' ||
    navigator.onLine !== false ||
    loopback.test(globalThis.location?.hostname ?? ''),
  onOnline(listener) {
    if (typeof globalThis.addEventListener !== 'function') return () => undefined;
    globalThis.addEventListener('online', listener);
    return () => globalThis.removeEventListener('online', listener);
  },
};

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Wait for the connection to report that it is online. */
export function comesBack(connection: Connection): Operation<void> {
  return action<void>((resolve) => connection.onOnline(resolve));
}

/** Wait until there is a connection. */
export function* untilOnline(connection: Connection): Operation<void> {
  while (!connection.isOnline()) yield* comesBack(connection);
}
