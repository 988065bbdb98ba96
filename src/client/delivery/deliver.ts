import type { ChatRequestBody } from '../../protocol/chat-request.ts';
import type { AskingParts } from '../ask-here.ts';
import { ClientError, problemOf, type Problem } from '../client-error.ts';
import { isUnanswered, type ClientState } from '../state/client-state.ts';
import { answerOnItsWay, openIn } from '../state/item-state.ts';
import { isCalled, newest } from '../state/messages.ts';
import type { ChatTransport } from '../wire/chat-transport.ts';
import type { LineReader, Told } from '../wire/read-line.ts';
import { cut, notConfirmed } from './delivery-errors.ts';
import { exchange, type ExchangeEnd } from './exchange.ts';
import { nextStep, type Failure, type NextStep } from './next-step.ts';
import type { RetryPolicy } from './retry-policy.ts';

/** What a POST carries besides messages. */
export type PostInput = Pick<
  ChatRequestBody,
  'pluginElicitResponses' | 'pluginAbort' | 'pluginCall' | 'attach' | 'calls'
>;

/** What a wire to a chat server needs of its client. */
export interface WireParts extends AskingParts {
  /** The part that every body has. */
  readonly base: () => Omit<ChatRequestBody, 'messages'> & { readonly conversationId: string };
  /** Reads the lines of a stream. It is given, not imported, for the reason that `readResult` is. */
  readonly createLines: () => LineReader;
  /** Apply what a stream says to the state. */
  readonly hear: (post: string, told: readonly Told[]) => void;
}

export interface DeliveryParts extends WireParts {
  transport: ChatTransport;
  policy: RetryPolicy;
}

/**
 * Deliver one POST and read its stream to the end, over as many requests as that takes. It is sent again until the
 * server has named what it carries. After that, the client asks for what it missed.
 *
 * @param post - its id in the state
 * @returns the last error, if it failed
 * @throws the signal's reason once that aborts
 */
export type Deliver = (
  post: string,
  input: PostInput,
  signal: AbortSignal,
  onAccepted?: () => void,
) => Promise<ClientError | undefined>;

export function createDelivery(parts: DeliveryParts): Deliver {
  const { options, store, transport, policy, base, createLines, hear, onError } = parts;
  return async function deliver(post, input, signal, onAccepted) {
    const carries = kindOf(input);
    const said = carries === 'message' ? store.getState().outbox.map(({ id }) => id) : [];
    let doing: Failure['doing'] = 'send';
    /** The server has asked for all messages: so many of the newest are sent. */
    let history: number | undefined;
    let isAccepted = false;
    let failures = 0;
    let problem: ClientError | undefined;

    for (;;) {
      if (!policy.isOnline()) {
        store.dispatch({ type: 'post_waits', post, problem: offline });
        await policy.untilOnline(signal);
      }
      const before = store.getState().revision;
      const readsOn: boolean = doing === 'read on';
      const lines = createLines();
      const end: ExchangeEnd = await exchange(
        {
          transport,
          body: readsOn ? readingOn(input, history) : bodyOf(input, carries, history),
          options,
          lines,
          // A host's transport may pass events on without the keep-alive lines.
          keepAlive: () => (options.transport === undefined ? store.getState().capabilities.keepAlive : undefined),
          onOpened() {
            signal.throwIfAborted();
            store.dispatch({ type: 'post_opened', post });
          },
          onTold(told) {
            signal.throwIfAborted();
            if (!readsOn && !isAccepted) {
              isAccepted = true;
              // Wait for its first event: a proxy can also answer 200.
              onAccepted?.();
            }
            hear(post, told);
          },
          onProblem: onError,
        },
        signal,
      );
      signal.throwIfAborted();
      if (end.kind === 'handed over') {
        onAccepted?.();
        store.dispatch({ type: 'post_handed_over', post });
        return undefined;
      }
      const unconfirmed = findUnconfirmed(store.getState(), post);
      const isDelivered: boolean =
        carries === 'answer' || carries === 'call'
          ? unconfirmed === undefined
          : isAccepted && !store.getState().outbox.some(({ id }) => said.includes(id));
      const asked = end.kind === 'refused' ? moreOf(end.error, store.getState(), history) : undefined;
      if (asked !== undefined) {
        if (history !== undefined) onError(historyCut(asked));
        history = asked;
        doing = isDelivered ? 'read on' : 'send';
        continue;
      }
      // A connection that breaks after the last event loses nothing.
      const isOver = lines.isOver();
      if (isOver && isDelivered) {
        // The server had the message and lost it. What it did with it is unknown, so let the person decide.
        return carries === 'message' && readsOn && isUnanswered(store.getState()) ? cut() : undefined;
      }

      // The stream is complete but does not mention this POST.
      if (isOver) problem = unconfirmed ?? cut();
      else problem = end.kind === 'ended' ? cut() : end.error;
      // A server that has lost the conversation begins it anew each time, at a higher revision. That is nothing new.
      if (isDelivered && store.getState().revision !== before) failures = 0;
      const step: NextStep = isOver && carries === 'call' ? 'give up' : nextStep({ doing, end, isDelivered });
      const { retryAfter } = 'error' in end ? end : {};
      if (step === 'give up' || failures >= policy.tries || policy.isTooLong(retryAfter)) return problem;
      failures += 1;
      store.dispatch({ type: 'post_waits', post, problem: problemOf(problem) });
      await policy.pause(failures, retryAfter, signal);
      doing = step;
    }
  };

  /**
   * Send only what the server lacks, unless it asked for everything or was never heard. Where the client knows no message,
   * that is everything, too: the server may begin with it.
   */
  function bodyOf(input: PostInput, carries: Carried, history: number | undefined): ChatRequestBody {
    const { messages, outbox, revision } = store.getState();
    const isKnown = revision !== undefined;
    const said = carries === 'message' || !isKnown ? outbox : [];
    const isWhole = !isKnown || history !== undefined;
    const told = isWhole ? [...newest(messages, history ?? messages.length), ...said] : said;
    const restarts = isKnown && (isWhole || messages.length === 0) && { restartAbove: revision };
    return { ...base(), messages: told, ...(!isWhole && { revision }), ...restarts, ...input };
  }

  /** The body to read on with. */
  function readingOn({ calls }: PostInput, history: number | undefined): ChatRequestBody {
    if (history !== undefined) return bodyOf({ attach: true, calls }, 'attach', history);
    return { ...base(), messages: [], revision: store.getState().revision ?? 0, attach: true, calls };
  }
}

/** How many messages to send to a server that refuses what it was sent; undefined where that would not help. */
function moreOf({ code, status }: ClientError, { messages }: ClientState, sent?: number): number | undefined {
  if (sent === undefined) return code === 'HISTORY_UNKNOWN' ? messages.length : undefined;
  return status === 413 && sent > 1 ? Math.floor(sent / 2) : undefined;
}

function historyCut(count: number): ClientError {
  const what = 'The server has forgotten the conversation, and all of it is too large to be sent.';
  return new ClientError('HISTORY_CUT', `${what} The model goes on from the newest ${count} messages at most.`);
}

type Carried = 'message' | 'answer' | 'abort' | 'attach' | 'call';

function kindOf({ pluginElicitResponses, pluginAbort, pluginCall, attach }: PostInput): Carried {
  if (pluginCall !== undefined) return 'call';
  if (pluginElicitResponses !== undefined) return 'answer';
  if (pluginAbort !== undefined) return 'abort';
  return attach === true ? 'attach' : 'message';
}

/** An error if the server has not mentioned the answers of a POST, or the call. */
function findUnconfirmed({ items, messages, posts }: ClientState, id: string): ClientError | undefined {
  const call = posts.find((post) => post.id === id)?.call;
  if (call !== undefined && !isCalled(messages, call)) {
    return new ClientError('CALL_NOT_CONFIRMED', 'The server did not say that it has begun the call.');
  }
  return openIn(items).some((item) => answerOnItsWay(item)?.post === id) ? notConfirmed() : undefined;
}

const offline: Problem = { code: 'OFFLINE', message: 'You are offline. The client sends it when you are back online.' };
