import { after, createOnce, firstCame, type Coming } from '../base/coming.ts';
import { createWatchers } from '../store/watchers.ts';

/** Who waits for news of a conversation, by its id. */
export interface ConversationNews {
  /** Something may have changed in it. */
  stir(conversationId: string): void;
  /**
   * Look with each news, until something is found or the wait is over.
   *
   * @returns what was found, or undefined
   */
  until<T>(conversationId: string, look: () => Promise<T | undefined>, wait: NewsWait): Promise<T | undefined>;
}

export interface NewsWait {
  /** The longest wait, in milliseconds. */
  atMost: number;
  /** How often to look for news that nobody here may hear of, in milliseconds. @default never */
  every?: number | undefined;
  /** Ends the wait. */
  signal?: AbortSignal | undefined;
}

/** How long a page's request waits: less than what lies between a page and a server gives a silent one. In milliseconds. */
export const longestRequest = 25_000;

/** @param closing - ends every wait */
export function createConversationNews(closing: AbortSignal): ConversationNews {
  const watchers = createWatchers();
  const closed = createOnce<void>();
  const stir = (conversationId: string) => watchers.tell([conversationId]);

  closing.addEventListener('abort', () => closed.resolve());
  return {
    stir,
    async until(conversationId, look, { atMost, every = Infinity, signal }) {
      const end = Date.now() + atMost;
      const onStop = () => stir(conversationId);
      signal?.addEventListener('abort', onStop);
      try {
        for (;;) {
          const heard: Coming<void> = (resolve) => watchers.watch(conversationId, resolve);
          // Listen before looking, or what comes meanwhile would go unheard.
          const news = firstCame(heard, closed.coming, after(Math.min(every, end - Date.now()), undefined));
          const found = await look();
          const isOver = Date.now() >= end || closing.aborted || signal?.aborted === true;
          if (found !== undefined || isOver) return found;
          await news;
        }
      } finally {
        onStop();
        signal?.removeEventListener('abort', onStop);
      }
    },
  };
}
