import type { ClientStore } from './client-store.ts';
import type { ItemState } from './state/item-state.ts';

/** What the tabs of one conversation talk over: a `BroadcastChannel`, or anything like one. */
export interface TabChannel {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  close(): void;
}

/** One `BroadcastChannel` for each conversation, in browsers that have them and do not refuse them. */
export function browserChannel(name: string): TabChannel | undefined {
  if (typeof document === 'undefined' || typeof BroadcastChannel === 'undefined') return undefined;
  try {
    return new BroadcastChannel(name);
  } catch {
    // Where site data are blocked: each tab is on its own, and hears from the server.
    return undefined;
  }
}

export interface Tabs {
  /** Tell the other tabs if the server has recorded an answer of this tab. */
  tell(): void;
  close(): void;
}

/**
 * The only message between tabs. Any script of the origin can post to the channel, so a message says nothing about a
 * question: it is only a reason to ask the server.
 */
const news = 'news';

export function openTabs(channel: TabChannel, store: ClientStore, onNews: () => void): Tabs {
  let { items: seen } = store.getState();
  let told = answered(seen);

  channel.addEventListener('message', ({ data }) => {
    if (data === news) onNews();
  });

  return {
    tell() {
      const { items } = store.getState();
      if (items === seen) return;
      seen = items;
      const now = answered(items);
      const isNew = [...now].some((elicitId) => !told.has(elicitId));
      told = now;
      if (isNew) channel.postMessage(news);
    },
    close: () => channel.close(),
  };
}

/** The chat server's questions that were settled from this tab. */
function answered(items: readonly ItemState[]): ReadonlySet<string> {
  const ours = items.filter(
    ({ status, elsewhere, server }) => status === 'settled' && elsewhere !== true && server === undefined,
  );
  return new Set(ours.map(({ request }) => request.elicitId));
}
