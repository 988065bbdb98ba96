import { createOnce, firstCame } from '../base/coming.ts';
import type { ChatMessage } from '../protocol/chat-message.ts';
import { followed, MovedError } from '../store/tenant.ts';
import { ChatRequestError, conversationBusy } from './chat-errors.ts';
import { createPassing, forward } from './conversation-mailbox.ts';
import { highestStart } from './conversation-log.ts';
import {
  createConversationStore,
  keyOfCall,
  messagesKey,
  newKey,
  type ConversationStore,
  type Named,
  type StoredConversation,
} from './conversation-store.ts';
import type { Conversation } from './conversation.ts';
import {
  createConversationsHere,
  type ConversationsHere,
  type ConversationsHereOptions,
} from './conversations-here.ts';
import { bringsHistory, lacksHistory, saidLast, turnOf, unknownOf } from './history.ts';
import { callMeant, type PostBody } from './host-input.ts';
import type { Reading } from './reading.ts';
import { createRecordNews } from './record-news.ts';
import { callIn, danglingCalls, findCall, toldId } from './turn.ts';
import { newName, withName } from './unnamed.ts';

export type ConversationRegistry = ReturnType<typeof createConversationRegistry>;

/** This server's conversations, found by their id or by their calls' ids. */
export function createConversationRegistry(options: ConversationsHereOptions) {
  const { store, limits, policy, closing, onEvent } = options;
  const conversations = createConversationStore(store, limits.leaseTime);
  const news = createRecordNews(conversations, closing);
  const here = createConversationsHere(options, {
    conversations,
    onItem: createPassing({
      store,
      closing,
      onError: (error) => onEvent({ type: 'error', where: 'request', error }),
      post: (key, body, owner) => here.live(key) && postTo(here.live(key)!, body, owner),
    }),
    onNews: news.stir,
  });
  const find = createFinding(conversations, here);
  const inTurn = createTaking();

  /** @param onHanded - the next request for the conversation may come after this one */
  async function post(body: PostBody, owner: string | undefined, onHanded: () => void): Promise<Reading> {
    const at = await find(body, owner);
    if (!('record' in at)) return postTo(at, body, owner);
    const { key } = at;
    return forward({
      store,
      leases: conversations.leases,
      key,
      body,
      owner,
      keepAlive: limits.keepAlive,
      onHanded,
      async locate(again) {
        const now = await here.load(key);
        if (now === null) return post(again, owner, onHanded);
        return 'record' in now ? { lease: now.lease?.version ?? '' } : postTo(now, again, owner);
      },
    });
  }

  /** @param known - a name alone begins one */
  async function postTo(known: Conversation | Named, body: PostBody, owner: string | undefined): Promise<Reading> {
    const isNew = 'keys' in known;
    if (isNew && lacksHistory(body)) throw historyUnknown();
    const said = saidLast(body);
    closing.throwIfAborted();
    const conversation = isNew ? here.begin(newKey(), begunBy(body, owner, said, known)) : known;
    const isOwn = () => !isNew && bringsHistory(body, said, conversation.current());
    if (isOwn()) await conversation.settled();
    const isOwnHistory = isOwn();
    const turn = conversation.current();
    if (isOwnHistory) conversation.replace(turnOf(body, said, turn));
    // Where a host runs the model, what a page knows counts for nothing: it has to hear what is not known here.
    const isCurrent = policy.runsModel && (isNew || isOwnHistory);
    closing.throwIfAborted();
    const messages = isCurrent ? said : unknownOf(said, turn, body.messages);
    const reading = await conversation.post(body, { owner, messages, isCurrent });
    // Who waits for news follows the call with each look.
    if (body.host?.type !== 'follow') news.stir(turn.conversationId);
    return reading;
  }

  return {
    untilFound: news.untilFound,
    hasNews: news.hasNews,
    /**
     * Pass a request to its conversation, or begin one.
     *
     * @throws {ChatRequestError} 409 if the request names a revision of a conversation that is unknown here
     */
    async post(given: PostBody, owner: string | undefined): Promise<Reading> {
      const body = withName(given);
      const { conversationId, calls = [], ...others } = body;
      if (conversationId !== undefined && calls.length > 0) {
        // A page may hear of a call before it has begun here.
        const about = { ...others, conversationId, revision: undefined };
        const areKnown = createKnowing(calls, conversations);
        await news.untilThere(conversationId, () => areKnown(find(about, owner)), limits.awaitTime);
      }
      // Others may use the same id.
      const ofOwner = conversationId && JSON.stringify([conversationId, owner]);
      return followed(() => inTurn(ofOwner, (onHanded) => post(body, owner, onHanded)), conversationBusy);
    },
    /** The conversation of a call: here, opened if need be, or in another process that is at work on it. */
    async ofCall(callId: string): Promise<Conversation | StoredConversation | undefined> {
      // What is let go of belongs to nobody.
      if (closing.aborted) return undefined;
      const key = keyOfCall(callId);
      const found = key === undefined ? null : await followed(() => here.load(key), conversationBusy);
      return found ?? undefined;
    },
    /**
     * Go on with what is due: questions that expired, and turns whose process is gone. Resolves when all that it began is
     * at rest.
     */
    sweep: here.sweep,
    /** Resolves when what enters or leaves memory now has done so, or takes too long. */
    settled: here.settled,
    /** Let go of everything that runs, and end every reader. */
    close: here.close,
  };
}

/** The conversation that a request begins. */
function begunBy(body: PostBody, owner: string | undefined, said: readonly ChatMessage[], { version: named }: Named) {
  const conversationId = body.conversationId ?? newName();
  const turn = turnOf(body, said, { conversationId, owner });
  const isKept = body.attach !== true;
  // Start above every revision that an earlier process may have used. Where nothing happened, the client's stays:
  // otherwise each tab would tell the others of a new one.
  const least = !isKept && body.messages.length === 0 ? 0 : Date.now();
  return { turn, named, isKept, revision: Math.max(least, Math.min(body.restartAbove ?? 0, highestStart)) };
}

/** Finds the conversation that a request means, wherever it is. */
function createFinding(conversations: ConversationStore, here: ConversationsHere) {
  /** The store finds no such conversation. If this process has it in memory, the store has lost it. */
  async function doubt(conversationId: string | undefined, owner: string | undefined): Promise<void> {
    const held = here.everyLive().find((conversation) => {
      const turn = conversation.current();
      return turn.conversationId === conversationId && (turn.owner ?? owner) === owner;
    });
    await held?.isCurrent(true);
  }

  return async (body: PostBody, owner: string | undefined): Promise<Conversation | StoredConversation | Named> => {
    const { conversationId, messages, pluginElicitResponses = [], pluginAbort, host } = body;
    const named = [...pluginElicitResponses.map(({ sessionId }) => sessionId), pluginAbort?.sessionId, callMeant(host)];
    // All calls of a request are of one conversation, so one of them is enough: of those without a result, the last.
    const calls = [...named, ...danglingCalls(messages).toReversed()].map((id = '') => keyOfCall(id));
    const ofCall = calls.filter((key) => key !== undefined).slice(0, 1);
    async function firstOf(keys: readonly string[]): Promise<Conversation | StoredConversation | undefined> {
      for (const key of keys) {
        // The first that fits is meant, so the others are not read.
        const found = await here.load(key);
        if (found === null) continue;
        const turn = 'record' in found ? found.record : found.current();
        // A call's id is no secret, so it alone finds no conversation of nobody.
        const isMine = turn.owner === undefined ? conversationId !== undefined : turn.owner === owner;
        if (isMine && (conversationId ?? turn.conversationId) === turn.conversationId) return found;
      }
      return undefined;
    }
    // A call says which conversation it is of, so that no name is read for an answer.
    const found = await firstOf(ofCall);
    if (found !== undefined) return found;
    const known = await conversations.find(conversationId, owner);
    const ofName = await firstOf(known.keys.filter((key) => !ofCall.includes(key)));
    if (ofName === undefined && body.revision !== undefined) await doubt(conversationId, owner);
    return ofName ?? known;
  };
}

/** Tells whether the conversation that is found knows these calls. Each look reads only the messages since the last. */
function createKnowing(calls: readonly string[], conversations: ConversationStore) {
  let list = '';
  let messages: ChatMessage[] = [];

  async function read({ key, record: { generation, length } }: StoredConversation): Promise<ChatMessage[]> {
    if (list !== messagesKey(key, generation)) messages = [];
    list = messagesKey(key, generation);
    if (length > messages.length)
      messages = [...messages, ...(await conversations.messages(key, generation, messages.length))];
    return messages;
  }

  return async (finding: Promise<Conversation | StoredConversation | Named>): Promise<true | undefined> => {
    const known = await finding.catch((error: unknown) => {
      // Where another process takes a conversation over, look again.
      if (!(error instanceof MovedError)) throw error;
    });
    if (known === undefined || 'keys' in known) return undefined;
    const isStored = 'record' in known;
    const find = isStored ? callIn.bind(undefined, await read(known)) : findCall.bind(undefined, known.current());
    return calls.every((callId) => find((call) => toldId(call) === callId) !== undefined) || undefined;
  };
}

/** Takes requests for one id in the order in which they came: each once the one before is handed over, or is over. */
function createTaking() {
  /** The last request for an id. */
  const taking = new Map<string, Promise<void>>();
  return async <T>(id: string | undefined, work: (onHanded: () => void) => Promise<T>): Promise<T> => {
    if (id === undefined) return work(() => undefined);
    const before = taking.get(id);
    const { coming, resolve } = createOnce<void>();
    const taken = firstCame(coming);
    taking.set(id, taken);
    try {
      await before;
      return await work(resolve);
    } finally {
      resolve();
      if (taking.get(id) === taken) taking.delete(id);
    }
  };
}

function historyUnknown(): ChatRequestError {
  const message =
    'This server does not know the conversation up to that revision. Send all of its messages, without a revision or with restartAbove.';
  return new ChatRequestError(409, 'HISTORY_UNKNOWN', message);
}
