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
  const waiting = new Map<string, Set<() => void>>();

  function stir(conversationId: string): void {
    for (const wake of waiting.get(conversationId) ?? []) wake();
  }

  async function stirred(conversationId: string, atMost = Infinity): Promise<void> {
    if (closing.aborted) return;
    const longest = Math.min(atMost, lookAgain);
    const wakers = waiting.get(conversationId) ?? new Set();
    waiting.set(conversationId, wakers);
    await new Promise<void>((resolve) => {
      const timer = longest < Infinity ? setTimeout(done, longest) : undefined;
      function done(): void {
        clearTimeout(timer);
        wakers.delete(done);
        if (wakers.size === 0 && waiting.get(conversationId) === wakers) waiting.delete(conversationId);
        resolve();
      }
      wakers.add(done);
    });
  }

  closing.addEventListener('abort', () => [...waiting.keys()].forEach(stir));
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
