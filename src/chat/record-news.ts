import { createKeyNews } from '../store/key-news.ts';
import { longestRequest, type ConversationNews } from './conversation-news.ts';
import { recordKey, type ConversationStore } from './conversation-store.ts';
import type { PostBody } from './host-input.ts';

/** Hears of what is committed to a conversation, in any process. */
export interface RecordNews {
  /**
   * Look with each commit, until something is found, for 25 seconds at most.
   *
   * @param signal - ends the wait
   * @returns what was found, or undefined
   */
  untilFound<T>(
    conversationId: string,
    owner: string | undefined,
    look: (key: string) => Promise<T | undefined>,
    signal?: AbortSignal,
  ): Promise<T | undefined>;
  /** Wait until a conversation has told more than the revision of the request. @returns whether there is something to read */
  hasNews(body: PostBody, owner: string | undefined, signal: AbortSignal): Promise<boolean>;
}

/** Nothing is in memory of a conversation for which somebody waits, but its key. */
export function createRecordNews(conversations: ConversationStore, news: ConversationNews): RecordNews {
  const watch = createKeyNews(conversations.store);

  const untilFound: RecordNews['untilFound'] = async (conversationId, owner, look, signal) => {
    const [key = ''] = (await conversations.find(conversationId, owner)).keys;
    const unwatch = watch(recordKey(key), () => news.stir(conversationId));
    return news.until(conversationId, () => look(key), { atMost: longestRequest, signal }).finally(unwatch);
  };

  return {
    untilFound,
    async hasNews({ conversationId = '', revision = -1 }, owner, signal) {
      const look = async (key: string) => {
        const { record } = (await conversations.read(key)) ?? {};
        const isMine = record !== undefined && (record.owner ?? owner) === owner;
        return (isMine && record.revision > revision) || undefined;
      };
      return (await untilFound(conversationId, owner, look, signal)) === true;
    },
  };
}
