import { after, createOnce, firstCame, type Coming } from '../base/coming.ts';
import { createWatchers } from '../store/watchers.ts';

/** Who waits for news of a conversation, by its id. */
export interface ConversationNews {
  /** Something may have changed in it. */
  stir(conversationId: string): void;
  /** Resolves when something may have changed, or after this time, in milliseconds. */
  stirred(conversationId: string, atMost?: number): Promise<void>;
  /** Resolves when this is so, or after this time, in milliseconds. Asks with each news. */
  until(conversationId: string, atMost: number, isSo: () => Promise<boolean>): Promise<void>;
}

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
    async until(conversationId, atMost, isSo) {
      const end = Date.now() + atMost;
      for (;;) {
        // Listen before looking, or what comes meanwhile would go unheard.
        const news = stirred(conversationId, end - Date.now());
        if ((await isSo()) || Date.now() >= end || closing.aborted) return stir(conversationId);
        await news;
      }
    },
  };
}
