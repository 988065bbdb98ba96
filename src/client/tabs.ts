import type { ClientStore } from './client-store.ts';
import { isBusy } from './state/client-state.ts';

/** The channel between a conversation's tabs: a `BroadcastChannel`, or anything like one. */
export interface TabChannel {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  close(): void;
}

/** One `BroadcastChannel` for each conversation. Undefined if the browser has none or blocks it. */
export function browserChannel(name: string): TabChannel | undefined {
  if (typeof document === 'undefined' || typeof BroadcastChannel === 'undefined') return undefined;
  try {
    return new BroadcastChannel(name);
  } catch {
    // Site data are blocked: this tab hears only from the server.
    return undefined;
  }
}

/**
 * Tell the other tabs when the server has told this one more, and hear it from them.
 *
 * Tabs tell each other only their revision. Any script of the origin can post to the channel, so a message is never
 * trusted: it is only a reason to ask the server.
 *
 * @returns closes the channel
 */
export function openTabs(channel: TabChannel, store: ClientStore, onNews: (revision: number) => void): () => void {
  let { items: seen, revision: told } = store.getState();

  channel.addEventListener('message', ({ data }) => {
    if (typeof data === 'number') onNews(data);
  });

  const leave = store.subscribe(() => {
    const state = store.getState();
    // Don't send every word of a stream: tell when questions change, and at the end.
    const isTold = state.revision === told || (isBusy(state) && state.items === seen);
    if (isTold) return;
    seen = state.items;
    told = state.revision;
    channel.postMessage(told);
  });

  return () => {
    leave();
    channel.close();
  };
}
