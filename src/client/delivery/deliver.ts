import type { Operation } from 'effection';
import { lineBounds } from '../../protocol/bounds.ts';
import type { ChatStreamEvent } from '../../protocol/chat-event.ts';
import type { ChatRequestBody } from '../../protocol/chat-request.ts';
import { ClientError, problemOf, type Problem } from '../client-error.ts';
import type { ClientStore } from '../client-store.ts';
import type { ClientState } from '../state/client-state.ts';
import { outcomeUnknown } from '../state/reduce-event.ts';
import { uuid } from '../uuid.ts';
import type { ChatTransport } from '../wire/chat-transport.ts';
import { createLineReader, type LineReader } from '../wire/read-line.ts';
import { exchange, type ExchangeEnd, type ExchangeRequest } from './exchange.ts';
import { nextStep, type Failure, type KnownServer, type NextStep } from './next-step.ts';
import type { RetryPolicy } from './retry-policy.ts';

/** What a POST carries beyond what each carries. */
export type PostInput = Pick<ChatRequestBody, 'pluginElicitResponses' | 'pluginAbort' | 'attach'>;

export interface DeliveryOptions {
  store: ClientStore;
  /** Undefined where there is no chat server: then nothing is delivered. */
  transport: ChatTransport | undefined;
  /** Where the transport takes it, where that is known. */
  endpoint: string | undefined;
  /** The transport is our own: what it sends is sent as it is. */
  isOwnTransport: boolean;
  /** It sends with the platform's own fetch. */
  isPlainFetch: boolean;
  policy: RetryPolicy;
  readonly conversationId: () => string;
  /** The body of a POST, as things stand now. */
  readonly body: (input: PostInput) => ChatRequestBody;
  headers: ExchangeRequest['headers'];
  /** The longest line that is read. */
  maxLineBytes: number;
  readonly onEvent: (event: ChatStreamEvent) => void;
  readonly onError: (error: ClientError) => void;
}

/**
 * Deliver one POST and read its stream to the end, over as many requests as that takes: a stream that broke off
 * is resumed, else the conversation is attached to, and only what cannot count twice is sent again.
 *
 * @param post - its id in the state
 * @returns what went wrong at last
 */
export type Deliver = (post: string, input: PostInput, onAccepted?: () => void) => Operation<ClientError | undefined>;

interface Stream {
  readonly id: string;
  readonly lines: LineReader;
}

export function createDelivery(options: DeliveryOptions): Deliver {
  const {
    store,
    transport,
    endpoint,
    isOwnTransport,
    isPlainFetch,
    policy,
    conversationId,
    body,
    headers,
    maxLineBytes,
    onEvent,
    onError,
  } = options;
  let namesStreams: boolean | undefined;
  let numbersLines = true;

  return function* deliver(post, input, onAccepted) {
    if (transport === undefined) return noEndpoint();
    const carries = kindOf(input);
    const before = store.getState();
    let stream = openStream(maxLineBytes);
    let doing = 'start' as Failure['doing'];
    /** What is read is the word of an attach, whether it begins or is read on. */
    let isAttached = false;
    let failures = 0;
    let wasOpened = false;
    let wasHeard = false;
    let problem: ClientError | undefined;

    for (;;) {
      if (!policy.isOnline()) {
        store.dispatch({ type: 'post_waits', post, problem: offline });
        yield* policy.untilOnline();
      }
      const heardTo = stream.lines.lastLsn();
      const isFirst = doing !== 'resume';
      const resumed = { conversationId: conversationId(), messages: [] };
      const end: ExchangeEnd = yield* exchange(
        transport,
        {
          // A server that knows nothing of resuming must find nothing in it to do.
          body: doing === 'resume' ? resumed : body(doing === 'attach' ? { attach: true } : input),
          headers,
          stream: stream.id,
          afterLsn: doing === 'resume' ? heardTo : undefined,
          lines: stream.lines,
          maxLineBytes,
          endpoint,
          // A host's transport may tell the events in its own way, without the blank lines.
          keepAlive: () => (isOwnTransport ? store.getState().capabilities.keepAlive : undefined),
          isPlainFetch,
        },
        {
          onOpened(named) {
            namesStreams = named === stream.id || (namesStreams ?? false);
            store.dispatch({ type: 'post_opened', post, isResumed: wasOpened && !isFirst });
            wasOpened = true;
          },
          onEvents(events) {
            if (!isAttached && !wasHeard) {
              wasHeard = true;
              // Not before it speaks: something on the way can answer 200 too.
              onAccepted?.();
            }
            store.batch(() => {
              for (const event of events) store.dispatch({ type: 'event', post, event, at: Date.now() });
            });
            for (const event of events) {
              if (event.type === 'error') onError(new ClientError(event.code, event.message));
              onEvent(event);
            }
          },
          onProblem: onError,
        },
      );
      if (end.kind === 'handed over') {
        onAccepted?.();
        store.dispatch({ type: 'post_handed_over', post });
        return undefined;
      }
      numbersLines &&= !stream.lines.isUnnumbered();
      const unconfirmed = findUnconfirmed(store.getState(), post);
      // A connection that breaks when all was told takes nothing with it.
      const isBroken = end.kind === 'broken' || end.kind === 'unreadable';
      const isWhole = end.kind === 'ended' || (isBroken && unconfirmed === undefined);
      const isOver = isWhole && isAtRest(store.getState(), post);
      if (isOver) {
        const isAskedAfter = isAttached && carries === 'message';
        if (!isAskedAfter || !isUnheard(before, store)) return unconfirmed;
        // The server had it and has lost it: what was done then nobody can say, so the person decides.
        if (wasHeard) return cut();
      }

      const isLost = end.kind === 'refused' && end.error.code === 'STREAM_NOT_FOUND';
      if (!isLost) problem = end.kind === 'ended' ? cut() : end.error;
      problem ??= cut();
      if (stream.lines.lastLsn() > heardTo && doing !== 'attach') failures = 0;
      const step: NextStep = isOver
        ? 'send again'
        : nextStep({
            doing,
            end: failureOf(end),
            carries,
            isUnconfirmed: unconfirmed !== undefined,
            server: knownServer(),
          });
      const retryAfter = end.kind === 'refused' ? end.retryAfter : undefined;
      if (step === 'give up' || failures >= policy.tries || policy.isTooLong(retryAfter)) return problem;
      failures += 1;
      store.dispatch({ type: 'post_waits', post, problem: problemOf(problem) });
      yield* policy.pause(failures, retryAfter);
      if (step === 'resume') {
        doing = 'resume';
      } else {
        doing = step === 'attach' ? 'attach' : 'start';
        isAttached = step === 'attach';
        stream = openStream(maxLineBytes);
      }
    }
  };

  function knownServer(): KnownServer {
    const { attach, idempotentAnswers } = store.getState().capabilities;
    const isOurs = attach === true || idempotentAnswers === true;
    const resumes = numbersLines && (isOurs || (namesStreams ?? (isOwnTransport ? undefined : false)));
    return { resumes, attaches: attach === true, isIdempotent: idempotentAnswers === true };
  }
}

function openStream(maxLineBytes: number): Stream {
  return { id: uuid(), lines: createLineReader(lineBounds(maxLineBytes)) };
}

function kindOf({ pluginElicitResponses, pluginAbort, attach }: PostInput): Failure['carries'] {
  if (pluginElicitResponses !== undefined) return 'answer';
  if (pluginAbort !== undefined) return 'abort';
  return attach === true ? 'attach' : 'message';
}

function failureOf(end: Exclude<ExchangeEnd, { kind: 'handed over' }>): Failure['end'] {
  if (end.kind === 'ended') return { kind: 'broken' };
  if (end.kind !== 'refused') return { kind: end.kind };
  return { kind: 'refused', status: end.error.status ?? 0, code: end.error.code };
}

function isAtRest(state: ClientState, id: string): boolean {
  return state.posts.find((post) => post.id === id)?.atRest ?? true;
}

/** The answers of a POST of which the server has said nothing. */
function findUnconfirmed({ items }: ClientState, id: string): ClientError | undefined {
  if (!items.some((item) => item.status === 'sending' && item.post === id)) return undefined;
  return new ClientError('ANSWER_NOT_CONFIRMED', 'The server did not say that it has the answer. Send it again.');
}

/** The conversation as the server tells it does not have, or has not answered, what was said. Puts it back. */
function isUnheard({ messages }: ClientState, store: ClientStore): boolean {
  const count = (told: ClientState['messages']) => told.filter(({ role }) => role === 'user').length;
  const said = messages.at(-1);
  if (said?.role === 'user' && count(store.getState().messages) < count(messages)) {
    store.dispatch({ type: 'said', text: said.content });
    return true;
  }
  const last = store.getState().messages.at(-1);
  return last?.role === 'user' || (last?.role === 'tool' && last.content === outcomeUnknown);
}

const offline: Problem = { code: 'OFFLINE', message: 'There is no network. It is sent as soon as there is one.' };

function noEndpoint(): ClientError {
  const what = 'This client has no chat server, so nothing can be sent to one.';
  return new ClientError('NO_ENDPOINT', `${what} Give createPluginClient an endpoint or a transport.`);
}

function cut(): ClientError {
  return new ClientError('STREAM_CUT', 'The server’s answer broke off before its end. Try again.');
}
