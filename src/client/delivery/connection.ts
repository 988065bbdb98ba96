import { abortable } from '../abortable.ts';
import { onWindow } from '../on-window.ts';

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
  onOnline: (listener) => onWindow('online', listener),
};

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Wait until there is a connection. */
export async function untilOnline(connection: Connection, signal: AbortSignal): Promise<void> {
  while (!connection.isOnline()) await abortable<void>(signal, (resolve) => connection.onOnline(resolve));
}
