import { ensure, scoped, until, useAbortSignal, type Operation } from 'effection';
import type { ChatStreamEvent } from '../protocol/chat-event.ts';
import type { ChatRequestBody } from '../protocol/chat-request.ts';
import { ClientError, problemOf } from './client-error.ts';
import type { ClientStore } from './client-store.ts';
import { uuid } from './uuid.ts';
import type { ChatTransport, ChatTransportRequest } from './wire/chat-transport.ts';
import { readChatStream } from './wire/read-chat-stream.ts';
import { readRefusal } from './wire/read-refusal.ts';

/** What a POST carries beyond what each carries. */
export type PostInput = Pick<ChatRequestBody, 'pluginElicitResponses' | 'pluginAbort' | 'attach'>;

export interface PosterOptions {
  store: ClientStore;
  transport: ChatTransport;
  conversationId: string;
  readonly enabledPlugins: () => readonly string[];
  headers?: HeadersInit | (() => HeadersInit | Promise<HeadersInit>) | undefined;
  readonly onEvent: (event: ChatStreamEvent) => void;
  readonly onError: (error: ClientError) => void;
}

/**
 * POST, and read what comes back to its end.
 *
 * Never fails: what goes wrong is in the state, and told to `onError`.
 *
 * It is under way from the call on, before the operation is yielded: whoever checked that nothing else is can rely
 * on it.
 *
 * @param onAccepted - the server, or the host, has taken it
 */
export type Post = (input: PostInput, onAccepted?: () => void) => Operation<void>;

export function createPoster(options: PosterOptions): Post {
  const { store, transport, conversationId, onEvent, onError } = options;

  return (input, onAccepted) => {
    const id = uuid();
    const answers = input.pluginElicitResponses?.map((response) => response.elicitId) ?? [];
    const body: ChatRequestBody = {
      conversationId,
      messages: store.getState().messages,
      enabledPlugins: options.enabledPlugins(),
      capabilities: { genericForm: false, url: false },
      ...input,
    };
    store.dispatch({ type: 'post_started', post: id, answers });
    return finish(id, answers, () => exchange(id, body, onAccepted));
  };

  function* finish(id: string, answers: readonly string[], work: () => Operation<void>): Operation<void> {
    let error: ClientError | undefined;
    try {
      yield* scoped(work);
      error = findFault(id);
    } catch (cause) {
      error = cause instanceof ClientError ? cause : networkFailed(cause);
    } finally {
      // Reached by a halt too: no POST stays in the state when nobody reads it.
      store.dispatch({ type: 'post_ended', post: id, problem: error && problemOf(error) });
    }
    if (error !== undefined) tell(error, answers);
  }

  function* exchange(id: string, body: ChatRequestBody, onAccepted?: () => void): Operation<void> {
    const signal = yield* useAbortSignal();
    const headers = yield* readHeaders(options.headers);
    headers.set('content-type', 'application/json');
    headers.set('x-session-id', id);
    const response = yield* carry({ body, headers: Object.fromEntries(headers), signal });
    if (!response) {
      onAccepted?.();
      return store.dispatch({ type: 'post_handed_over', post: id });
    }
    if (!response.ok) throw yield* readRefusal(response);
    store.dispatch({ type: 'post_opened', post: id });
    onAccepted?.();
    if (response.body === null) return;
    yield* readChatStream(response.body, {
      onEvents(events) {
        store.batch(() => {
          for (const event of events) store.dispatch({ type: 'event', post: id, event, at: Date.now() });
        });
        for (const event of events) {
          if (event.type === 'error') onError(new ClientError(event.code, event.message));
          onEvent(event);
        }
      },
      onProblem: onError,
    });
  }

  function* carry(request: ChatTransportRequest): Operation<Response | void> {
    const carried = (async () => transport(request))();
    let isTaken = false;
    yield* ensure(() => {
      // A transport that heeds no signal answers all the same: nobody will read it.
      if (!isTaken) carried.then((late) => late?.body?.cancel()).catch(() => undefined);
    });
    const response = yield* until(carried);
    isTaken = true;
    return response;
  }

  /** What is wrong with a stream that ended by itself. */
  function findFault(id: string): ClientError | undefined {
    const { posts, items } = store.getState();
    const post = posts.find((candidate) => candidate.id === id);
    if (post === undefined) return undefined;
    if (!post.atRest) return new ClientError('STREAM_CUT', 'The server’s answer broke off before its end. Try again.');
    if (!items.some((item) => item.status === 'sending' && item.post === id)) return undefined;
    return new ClientError('ANSWER_NOT_CONFIRMED', 'The server did not say that it has the answer. Send it again.');
  }

  function tell(error: ClientError, answers: readonly string[]): void {
    if (answers.length === 0) return onError(error);
    for (const elicitId of answers) {
      const { status, cause } = error;
      onError(new ClientError(error.code, error.message, { elicitId, status, cause: cause ?? error }));
    }
  }
}

function* readHeaders(headers: PosterOptions['headers']): Operation<Headers> {
  const given = typeof headers === 'function' ? headers() : headers;
  return new Headers(given instanceof Promise ? yield* until(given) : given);
}

function networkFailed(cause: unknown): ClientError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new ClientError(
    'NETWORK_FAILED',
    `The server could not be reached, or the connection broke (${why}). Try again.`,
    {
      cause,
    },
  );
}
