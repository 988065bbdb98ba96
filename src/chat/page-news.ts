import { createKeyNews } from '../store/key-news.ts';
import { createConversationNews, longestRequest } from './conversation-news.ts';
import { recordKey, type ConversationStore } from './conversation-store.ts';
import type { PostBody } from './host-input.ts';

/**
 * Wait until a conversation has told more than the revision of the request, in any process.
 *
 * @param signal - ends the wait, as a while without news does
 * @returns whether there is something to read
 */
export type HasNews = (body: PostBody, owner: string | undefined, signal: AbortSignal) => Promise<boolean>;

/** How often a store that tells nothing is looked at, once for all who wait. In milliseconds. */
const lookAgain = 1000;

/** Nothing is in memory of a conversation for which somebody waits, but its key. */
export function createPageNews(conversations: ConversationStore, closing: AbortSignal): HasNews {
  const watch = createKeyNews(conversations.store, lookAgain);
  const news = createConversationNews(closing, Infinity);

  return async ({ conversationId = '', revision = -1 }, owner, signal) => {
    const [key = ''] = (await conversations.find(conversationId, owner, [])).keys;
    const unwatch = watch(recordKey(key), () => news.stir(conversationId));
    const isNews = async () => {
      const { record } = (await conversations.read(key)) ?? {};
      return record !== undefined && (record.owner ?? owner) === owner && record.revision > revision;
    };
    return news.until(conversationId, longestRequest, isNews, signal).finally(unwatch);
  };
}
