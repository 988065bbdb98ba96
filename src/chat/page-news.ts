import { createKeyNews } from '../store/key-news.ts';
import { createConversationNews } from './conversation-news.ts';
import { recordKey, type ConversationStore } from './conversation-store.ts';
import type { PostBody } from './host-input.ts';

/**
 * Wait until a conversation has told more than the revision of the request, in any process.
 *
 * @param signal - ends the wait, as a while without news does
 * @returns whether there is something to read
 */
export type HasNews = (body: PostBody, owner: string | undefined, signal: AbortSignal) => Promise<boolean>;

/** How long a request waits: less than what lies between a page and a server gives a silent one. In milliseconds. */
const longest = 25_000;

/** How often a store that tells nothing is looked at, once for all who wait. In milliseconds. */
const lookAgain = 1000;

/** Nothing is in memory of a conversation for which somebody waits, but its key. */
export function createPageNews(conversations: ConversationStore, closing: AbortSignal): HasNews {
  const watch = createKeyNews(conversations.store, lookAgain);
  const news = createConversationNews(closing, Infinity);

  return async ({ conversationId = '', revision = -1 }, owner, signal) => {
    const [key = ''] = await conversations.find(conversationId, owner, []);
    const stir = () => news.stir(conversationId);
    const unwatch = watch(recordKey(key), stir);
    signal.addEventListener('abort', stir);
    let told = -1;
    try {
      await news.until(conversationId, longest, async () => {
        const { record } = (await conversations.read(key)) ?? {};
        if (record !== undefined && (record.owner ?? owner) === owner) told = record.revision;
        return told > revision || signal.aborted;
      });
    } finally {
      unwatch();
      signal.removeEventListener('abort', stir);
    }
    return told > revision;
  };
}
