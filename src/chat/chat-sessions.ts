import { sleep, until, type Operation } from 'effection';
import type { AbortedBy, Call } from '../session/plugin-session.ts';
import type { Calls } from '../session/plugin-session-manager.ts';
import { readWaitValue, WaitValueError } from '../session/call-waits.ts';
import { callOfToken, type ResolveOutcome } from '../session/wait-tokens.ts';
import { MovedError } from '../store/tenant.ts';
import type { ChatLimits } from './chat-limits.ts';
import type { ConversationRegistry } from './conversation-registry.ts';
import type { Conversation } from './conversation.ts';
import { readReply, readValueReply } from './read-reply.ts';

/** How often to look whether another process is still at work, in milliseconds. */
const lookAgain = 100;

/** How often a conversation is followed that leaves memory each time. */
const mostTries = 20;

export interface ChatSessionsOptions extends Pick<ChatLimits, 'awaitTime' | 'contextBytes'> {
  /** Once it aborts, no value is taken. */
  readonly closing: AbortSignal;
}

/**
 * The calls of a handler, for its host. A call is its conversation's: so that is opened here before somebody answers the
 * call, and who stops the call tells the conversation, wherever that is.
 *
 * @param sessions - those that this process has
 * @param options - `awaitTime` says how long to wait for another process that is at work on the conversation. After that,
 *   `MovedError` is thrown
 */
export function createChatSessions(
  sessions: Calls,
  conversations: Pick<ConversationRegistry, 'ofCall' | 'post'>,
  { awaitTime, contextBytes: most, closing }: ChatSessionsOptions,
): Calls {
  /** @returns the conversation in which the call is open. Undefined if there is none */
  function* open(callId: string): Operation<Conversation | undefined> {
    const end = Date.now() + awaitTime;
    for (;;) {
      const at = yield* until(conversations.ofCall(callId));
      if (at === undefined) return undefined;
      if (!('record' in at))
        return at.current().calls.some(({ id, state }) => id === callId && state !== 'done') ? at : undefined;
      if (Date.now() >= end) throw new MovedError();
      yield* sleep(lookAgain);
    }
  }

  /** Its conversation may leave memory at any time, and is opened again then. */
  function inConversation(session: Call): Call {
    const { id } = session;
    function* again<T>(work: (session: Call, conversation?: Conversation) => Operation<T>): Operation<T> {
      for (let tries = 1; ; tries += 1) {
        const conversation = yield* open(id);
        try {
          return yield* work((yield* sessions.get(id)) ?? session, conversation);
        } catch (error) {
          if (!(error instanceof MovedError) || tries >= mostTries) throw error;
        }
      }
    }
    return {
      ...session,
      respondToElicit: (elicitId, result, about = {}) =>
        again((here, conversation) => {
          if (conversation === undefined) return here.respondToElicit(elicitId, result, about);
          const { owner, ...named } = about;
          return until(conversation.answer({ sessionId: id, callId: id, elicitId, result, ...named }, owner));
        }),
      interrupt: () => again((here) => here.interrupt()),
      abort: (reason, by) => abort(id, reason, by),
      resolve,
    };
  }

  function* abort(callId: string, reason?: string, by: AbortedBy = 'user'): Operation<void> {
    const at = yield* until(conversations.ofCall(callId));
    if (at === undefined) return yield* sessions.abort(callId, reason, by);
    const { conversationId, owner } = 'record' in at ? at.record : at.current();
    const body = { conversationId, messages: [], attach: true, pluginAbort: { sessionId: callId, reason } } as const;
    const post = conversations.post({ ...body, host: { type: 'stop', by } }, owner);
    yield* until(post.then((reading) => readReply(reading, callId, false)));
  }

  /** Take a value to the process that has the conversation. */
  function* resolve(token: string, given: unknown): Operation<ResolveOutcome> {
    closing.throwIfAborted();
    const value = readWaitValue(given, most);
    for (let tries = 0; tries < mostTries; tries += 1) {
      const at = yield* until(conversations.ofCall(callOfToken(token) ?? ''));
      if (at === undefined) return yield* sessions.resolve(token, value);
      const { conversationId, owner } = 'record' in at ? at.record : at.current();
      const host = { type: 'resolve', token, value } as const;
      const post = conversations.post({ conversationId, messages: [], attach: true, host }, owner);
      const outcome = yield* until(post.then(readValueReply));
      if (outcome?.outcome === 'failed') throw new WaitValueError('could not be recorded. Bring it again.');
      if (outcome !== undefined) return outcome;
    }
    throw new MovedError();
  }

  return {
    ...sessions,
    resolve,
    *get(callId) {
      yield* open(callId);
      const session = yield* sessions.get(callId);
      return session && inConversation(session);
    },
    *acquire(callId) {
      yield* open(callId);
      const session = yield* sessions.acquire(callId);
      return session && inConversation(session);
    },
    *release(callId) {
      yield* open(callId);
      yield* sessions.release(callId);
    },
    abort,
  };
}
