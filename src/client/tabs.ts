import * as z from 'zod';
import { excessOf, lineBounds } from '../protocol/bounds.ts';
import { elicitActionSchema, type ElicitAction } from '../protocol/elicit-result.ts';
import type { ReceiptWords } from '../plugin/make-plugin.ts';
import type { ClientStore } from './client-store.ts';
import type { ItemState } from './state/item-state.ts';

/** What the tabs of one conversation talk over: a `BroadcastChannel`, or anything like one. */
export interface TabChannel {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  close(): void;
}

/** What one tab tells the others of a question. */
export interface TabNews {
  elicitId: string;
  attempt: number;
  /** `sending`: somebody answers it there. `open`: not any more. `settled`: the server has the answer. */
  what: 'sending' | 'open' | 'settled';
  action?: ElicitAction | undefined;
  receipt?: ReceiptWords | undefined;
}

const newsSchema: z.ZodType<TabNews> = z.object({
  elicitId: z.string(),
  attempt: z.number(),
  what: z.enum(['sending', 'open', 'settled']),
  action: elicitActionSchema.optional(),
  receipt: z.object({ title: z.string(), detail: z.string().optional() }).optional(),
});

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
  /** Tell what has become of the questions since the last time. */
  tell(): void;
  /** Give back what is being answered here, and leave. */
  close(): void;
}

/** Tell the other tabs what is answered here, and hear what is answered there. */
export function openTabs(channel: TabChannel, store: ClientStore, onNews: (news: TabNews) => void): Tabs {
  let told: readonly ItemState[] = store.getState().items;
  let isClosed = false;

  channel.addEventListener('message', ({ data }) => {
    const news = newsSchema.safeParse(data);
    if (news.success && excessOf(news.data, lineBounds()) === undefined) onNews(news.data);
  });

  return {
    tell() {
      const { items } = store.getState();
      if (isClosed || items === told) return;
      const before = new Map(told.map((item) => [item.request.elicitId, item]));
      told = items;
      for (const item of items) {
        const old = before.get(item.request.elicitId);
        const what = item === old ? undefined : newsOf(old, item);
        if (what !== undefined) channel.postMessage(write(item, what));
      }
    },
    close() {
      for (const item of told) if (isOurs(item)) channel.postMessage(write(item, 'open'));
      isClosed = true;
      channel.close();
    },
  };
}

function newsOf(old: ItemState | undefined, item: ItemState): TabNews['what'] | undefined {
  if (isOurs(item)) return old !== undefined && isOurs(old) ? undefined : 'sending';
  if (item.status === 'settled') return old?.status === 'settled' || item.elsewhere === true ? undefined : 'settled';
  return old !== undefined && isOurs(old) ? 'open' : undefined;
}

function isOurs(item: ItemState): boolean {
  return item.status === 'sending' && item.elsewhere !== true;
}

function write({ request, action, result, receipt }: ItemState, what: TabNews['what']): TabNews {
  const { elicitId, attempt } = request;
  return {
    elicitId,
    attempt,
    what,
    action: action ?? result?.action,
    receipt: what === 'settled' ? receipt : undefined,
  };
}
