import { run, until, type Operation } from 'effection';
import { lookUntil } from '../base/coming.ts';
import type { PluginElicitResponse } from '../protocol/chat-request.ts';
import { readAnswerer, type AnswerVia, type AskedTo, type Person } from '../protocol/person.ts';
import type { AbortedBy, Call, RespondToElicitOutcome } from '../session/plugin-session.ts';
import type { Calls } from '../session/calls.ts';
import { readWaitValue, WaitValueError } from '../session/call-waits.ts';
import { callOfToken, type ResolveOutcome } from '../session/wait-tokens.ts';
import { followed, MovedError } from '../store/tenant.ts';
import type { ChatBounds } from './chat-limits.ts';
import type { ConversationRegistry } from './conversation-registry.ts';
import type { Conversation } from './conversation.ts';
import type { HostInput } from './host-input.ts';
import { readOutcome, readReply } from './read-reply.ts';
import type { Reading } from './reading.ts';
import type { Responded, ValueOutcome } from './turn-command.ts';

/** What a handler's host can do with its calls. Only the handler begins, parks and holds them. */
export type HostCalls = Pick<Calls, 'get' | 'abort' | 'listActive' | 'lookUp' | 'recall'>;

/** How often to look whether another process is still at work, in milliseconds. */
const lookAgain = 100;

/** The calls of a handler's conversations, for the handler itself. */
export interface ChatCalls extends HostCalls, Pick<Calls, 'resolve' | 'waiting'> {
  /**
   * Answer a question, wherever its call is.
   *
   * @throws {MovedError} if nobody could say what came of it
   * @throws the reason of `closing`
   */
  answer(
    response: PluginElicitResponse,
    by: Person | undefined,
    via: AnswerVia,
    to?: AskedTo,
  ): Operation<RespondToElicitOutcome>;
}

/**
 * The calls of a handler, for its host. A call is its conversation's: so that is opened here before somebody answers the
 * call, and who stops the call tells the conversation, wherever that is.
 *
 * @param sessions - those that this process has
 * @param limits - `awaitTime` says how long to wait for another process that is at work on the conversation. After that,
 *   `MovedError` is thrown
 * @param closing - once it aborts, no answer and no value is taken
 */
export function createChatSessions(
  sessions: Calls,
  conversations: Pick<ConversationRegistry, 'ofCall' | 'post'>,
  { awaitTime, contextBytes: most }: Pick<ChatBounds, 'awaitTime' | 'contextBytes'>,
  closing: AbortSignal,
): ChatCalls {
  const handOn = createHandingOn(conversations, closing);

  /** Have the conversation of a call here, if there is one. */
  function* open(callId: string): Operation<void> {
    const isHere = async () => {
      const at = await conversations.ofCall(callId);
      return at === undefined || !('record' in at) || undefined;
    };
    const found = lookUntil(isHere, { atMost: awaitTime, every: lookAgain });
    if ((yield* until(found)) === undefined) throw new MovedError();
  }

  /** Its conversation may leave memory at any time, and is opened again then. */
  function inConversation(session: Call): Call {
    const { id } = session;
    return {
      ...session,
      respondToElicit: (elicitId, result, { by, via = 'server', ...named } = {}) =>
        answer({ sessionId: id, callId: id, elicitId, result, ...named }, readAnswerer(by), via),
      *interrupt() {
        function* once(): Operation<void> {
          yield* open(id);
          yield* ((yield* sessions.get(id)) ?? session).interrupt();
        }
        yield* until(followed(() => run(once)));
      },
      abort: (reason, by) => abort(id, reason, by),
      resolve,
    };
  }

  function* answer(response: PluginElicitResponse, by: Person | undefined, via: AnswerVia, to?: AskedTo) {
    const { sessionId, callId: _callId, elicitId, result, attempt, ...named } = response;
    const once = () => handOn(sessionId, { type: 'answer', response, by, via, to }, readOutcome<Responded['outcome']>);
    // An answer with a name counts once, and whoever is asked already is not asked again.
    const isKnownAgain = named.answerId !== undefined || to !== undefined;
    const outcome = yield* until(isKnownAgain ? followed(once) : once());
    if (outcome === undefined) {
      const session = yield* sessions.get(sessionId);
      if (session !== null)
        return yield* session.respondToElicit(elicitId, result, { by, via, attempt, '~to': to, ...named });
      return yield* sessions.lookUp(sessionId, { elicitId, result, by, via, attempt: attempt ?? 1, ...named });
    }
    // A page would send it again.
    if (outcome.outcome === 'failed') throw new MovedError();
    return outcome;
  }

  function* abort(callId: string, reason?: string, by: AbortedBy = 'user'): Operation<void> {
    const stop = { type: 'stop', sessionId: callId, reason, by } as const;
    const once = () => handOn(callId, stop, (reading) => readReply(reading, callId, false));
    const reply = yield* until(followed(once));
    if (reply === undefined) yield* sessions.abort(callId, reason, by);
  }

  /** Take a value to the process that has the conversation. */
  function* resolve(token: string, given: unknown): Operation<ResolveOutcome> {
    const value = readWaitValue(given, most);
    const callId = callOfToken(token) ?? '';
    const once = () => handOn(callId, { type: 'resolve', token, value }, readOutcome<ValueOutcome>);
    const outcome = yield* until(followed(once));
    if (outcome === undefined) return yield* sessions.resolve(token, value);
    if (outcome.outcome === 'failed') throw new WaitValueError('could not be recorded. Bring it again.');
    return outcome;
  }

  return {
    listActive: sessions.listActive,
    lookUp: sessions.lookUp,
    recall: sessions.recall,
    waiting: sessions.waiting,
    resolve,
    *get(callId) {
      yield* open(callId);
      const session = yield* sessions.get(callId);
      return session && inConversation(session);
    },
    abort,
    answer,
  };
}

/** Hands something to the process that has a call's conversation, and reads what comes of it. */
function createHandingOn(conversations: Pick<ConversationRegistry, 'ofCall' | 'post'>, closing: AbortSignal) {
  /**
   * @returns undefined if the call belongs to no conversation
   * @throws {MovedError} if the conversation moved: what came of it is unknown
   */
  return async <Reply>(
    callId: string,
    host: HostInput,
    read: (reading: Reading) => Promise<Reply>,
  ): Promise<Reply | undefined> => {
    const at = await conversations.ofCall(callId);
    // No conversation is opened any more, and what comes to a call beside its own would not make that go on.
    if (host.type !== 'stop') closing.throwIfAborted();
    if (at === undefined) return undefined;
    // What it gave up, its record may go on with, such as in the version of its tool.
    if (host.type === 'answer' && !('record' in at) && !isOpenIn(at, callId)) return undefined;
    const { conversationId, owner } = 'record' in at ? at.record : at.current();
    return read(await conversations.post({ conversationId, messages: [], attach: true, host }, owner));
  };
}

function isOpenIn(conversation: Conversation, callId: string): boolean {
  return conversation.current().calls.some(({ id, state }) => id === callId && state !== 'done');
}
