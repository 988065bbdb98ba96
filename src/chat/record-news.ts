import { createOnce, endOf, lookUntil } from '../base/coming.ts';
import { createKeyNews } from '../store/key-news.ts';
import { createWatchers } from '../store/watchers.ts';
import { recordKey, type ConversationStore } from './conversation-store.ts';
import type { PostBody } from './host-input.ts';

/** How long a page's request waits: less than what lies between a page and a server gives a silent one. In milliseconds. */
export const longestRequest = 25_000;

/** How often a store is asked for a call that another process may begin, in milliseconds. */
const lookAgain = 250;

/**
 * Hears of what changes in conversations, in any process. Of one for which somebody waits, only its key is in memory.
 *
 * @param closing - ends every wait
 */
export function createRecordNews(conversations: ConversationStore, closing: AbortSignal) {
  const { store } = conversations;
  const here = createWatchers();
  const closed = createOnce<void>();
  closing.addEventListener('abort', () => closed.resolve());
  const watch = createKeyNews(store);
  const of = (conversationId: string) => (onNews: () => void) => here.watch(conversationId, onNews);

  /**
   * Look with each commit to a conversation, until something is found, for 25 seconds at most.
   *
   * @param signal - ends the wait
   * @returns what was found, or undefined
   */
  async function untilFound<T>(
    conversationId: string,
    owner: string | undefined,
    look: (key: string) => Promise<T | undefined>,
    signal?: AbortSignal,
  ): Promise<T | undefined> {
    const [key = ''] = (await conversations.find(conversationId, owner)).keys;
    const unwatch = watch(recordKey(key), () => here.tell([conversationId]));
    const ends = [closed.coming, ...(signal === undefined ? [] : [endOf(signal)])];
    const looking = { atMost: longestRequest, news: of(conversationId), ends };
    return lookUntil(() => look(key), looking).finally(unwatch);
  }

  return {
    /** Something may have changed in this conversation. */
    stir: (conversationId: string) => here.tell([conversationId]),
    untilFound,
    /** Wait until a conversation has told more than the revision of the request. @returns whether it has */
    async hasNews({ conversationId = '', revision = -1 }: PostBody, owner: string | undefined, signal: AbortSignal) {
      const look = async (key: string) => {
        const { record } = (await conversations.read(key)) ?? {};
        const isMine = record !== undefined && (record.owner ?? owner) === owner;
        return (isMine && record.revision > revision) || undefined;
      };
      return (await untilFound(conversationId, owner, look, signal)) === true;
    },
    /** Wait for what may come into a conversation, in whichever process. @param atMost - in milliseconds */
    async untilThere(conversationId: string, isThere: () => Promise<true | undefined>, atMost: number): Promise<void> {
      const every = store.isVolatile === true ? Infinity : lookAgain;
      await lookUntil(isThere, { atMost, every, news: of(conversationId), ends: [closed.coming] });
    },
  };
}
