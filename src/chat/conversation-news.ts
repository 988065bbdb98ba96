import { after, createOnce, firstCame, type Coming } from '../base/coming.ts';
import { createWatchers } from '../store/watchers.ts';

/** Who waits for news of a conversation, by its id. */
export interface ConversationNews {
  /** Something may have changed in it. */
  stir(conversationId: string): void;
  /** Resolves when something may have changed, or after this time, in milliseconds. */
  stirred(conversationId: string, atMost?: number): Promise<void>;
  /**
   * Wait until this is so, or for this time, in milliseconds. Asks with each news.
   *
   * @param signal - ends the wait
   * @returns whether it is so
   */
  until(conversationId: string, atMost: number, isSo: () => Promise<boolean>, signal?: AbortSignal): Promise<boolean>;
}

/** How long a page's request waits: less than what lies between a page and a server gives a silent one. In milliseconds. */
export const longestRequest = 25_000;

/**
 * @param closing - ends every wait
 * @param lookAgain - how long to wait for news that nobody here may hear of, in milliseconds. `Infinity` for none
 */
export function createConversationNews(closing: AbortSignal, lookAgain: number): ConversationNews {
  const watchers = createWatchers();
  const closed = createOnce<void>();
  const stir = (conversationId: string) => watchers.tell([conversationId]);

  async function stirred(conversationId: string, atMost = Infinity): Promise<void> {
    const longest = Math.min(atMost, lookAgain);
    const news: Coming<void> = (resolve) => watchers.watch(conversationId, resolve);
    await firstCame(news, closed.coming, ...(longest < Infinity ? [after(longest, undefined)] : []));
  }

  closing.addEventListener('abort', () => closed.resolve());
  return {
    stir,
    stirred,
    async until(conversationId, atMost, isSo, signal) {
      const end = Date.now() + atMost;
      const onStop = () => stir(conversationId);
      signal?.addEventListener('abort', onStop);
      try {
        for (;;) {
          // Listen before looking, or what comes meanwhile would go unheard.
          const news = stirred(conversationId, end - Date.now());
          const is = await isSo();
          if (is || Date.now() >= end || closing.aborted || signal?.aborted === true) return is;
          await news;
        }
      } finally {
        onStop();
        signal?.removeEventListener('abort', onStop);
      }
    },
  };
}
