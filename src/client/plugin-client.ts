import { action, all, createScope, race, withResolvers, type Operation, type WithResolvers } from 'effection';
import type { ChatStreamEvent } from '../protocol/chat-event.ts';
import { readChatEvent } from '../protocol/chat-event.ts';
import type { ChatMessage } from '../protocol/chat-message.ts';
import { createPluginRegistry, type AnyPlugin, type PluginRegistry } from '../plugin/plugin-registry.ts';
import { createAnswers } from './answers.ts';
import { ClientError, type Problem } from './client-error.ts';
import { createPresenter, type ClientSnapshot } from './client-snapshot.ts';
import type { ItemActions } from './elicit-item.ts';
import { createClientStore } from './client-store.ts';
import { createHandlerRuns } from './handler/handler-runs.ts';
import { browserConnection, type Connection } from './delivery/connection.ts';
import { createDelivery } from './delivery/deliver.ts';
import type { ExchangeRequest } from './delivery/exchange.ts';
import { createRetryPolicy, type RetryOptions } from './delivery/retry-policy.ts';
import { createPoster, type Post } from './post.ts';
import { guardCallback } from './guard-callback.ts';
import { idleState, isBusy, pushedPost, statusOf, type ClientState } from './state/client-state.ts';
import { uuid } from './uuid.ts';
import { createFetchTransport, type ChatTransport } from './wire/chat-transport.ts';

/**
 * Make a client: it talks with the chat server and runs the plugins' handlers, with or without a page.
 *
 * @example
 * const client = createPluginClient({ endpoint: '/api/chat', plugins: [bookFlightPlugin] });
 * await client.send('Book me a flight from NYC to LAX');
 *
 * @throws {ToolDeclarationError} for two plugins of one tool
 */
export function createPluginClient(options: PluginClientOptions): PluginClient {
  const { conversationId = uuid(), messages = [] } = options;
  const registry = createPluginRegistry(options.plugins);
  const onEvent = guardCallback(options.onEvent);
  const onError = guardCallback(options.onError);
  const [scope, destroy] = createScope();
  const store = createClientStore(idleState(messages), () => runs.reconcile());
  let closed: Promise<void> | undefined;

  const policy = createRetryPolicy(options.retry ?? {}, options.connection ?? browserConnection);
  const deliver = createDelivery({
    store,
    transport: options.transport ?? createFetchTransport(options.endpoint, options.fetch),
    isOwnTransport: options.transport === undefined,
    policy,
    conversationId: () => conversationId,
    body: (input) => ({
      conversationId,
      messages: store.getState().messages,
      enabledPlugins: registry.names(),
      capabilities: { genericForm: false, url: false },
      ...input,
    }),
    headers: options.headers,
    onEvent,
    onError,
  });
  const retryLater = (elicitId: string | undefined) =>
    elicitId === undefined ? void client.retry() : guarded.retry(elicitId);
  const poster = createPoster({ store, deliver, onError, retry: retryLater });
  const stops = new Set<WithResolvers<void>>();
  const post: Post = function* (input, onAccepted) {
    const stopped = withResolvers<void>();
    stops.add(stopped);
    try {
      yield* race([poster(input, onAccepted), stopped.operation]);
    } finally {
      stops.delete(stopped);
    }
  };
  /** Read no further. What the model said so far becomes its message. */
  const stop = () => {
    for (const stopped of stops) stopped.resolve();
    store.dispatch({ type: 'stopped' });
  };
  const answers = createAnswers({ scope, store, registry, post, turnEnd, onError });
  const runs = createHandlerRuns({ scope, registry, store, onError, submit: answers.submit });
  const guarded = refuseWhenClosed({ ...answers.actions, answer: runs.answer });
  const present = createPresenter(guarded);
  const initial = present(store.getState());

  /** Wait until no stream is under way. */
  function* turnEnd(): Operation<void> {
    while (isBusy(store.getState())) {
      yield* action<void>((resolve) => store.subscribe(resolve));
    }
  }

  function refuse(): void {
    onError(new ClientError('CLIENT_CLOSED', 'The client is closed. Make a new one.'));
  }

  /** The methods of items outlive the client, in whatever still shows them. */
  function refuseWhenClosed(actions: ItemActions): ItemActions {
    const guard =
      <Args extends unknown[]>(act: (...args: Args) => void) =>
      (...args: Args) =>
        closed === undefined ? act(...args) : refuse();
    const { accept, decline, cancel, retry, answer, setDraft } = actions;
    return {
      accept: guard(accept),
      decline: guard(decline),
      cancel: guard(cancel),
      retry: guard(retry),
      answer: guard(answer),
      setDraft: guard(setDraft),
    };
  }

  /** Run to the end; being closed on the way is an end too. */
  const perform = async (work: () => Operation<void>): Promise<void> => {
    if (closed !== undefined) return refuse();
    await scope.run(work).catch((error: unknown) => {
      if (closed === undefined) throw error;
    });
  };

  const client: PluginClient = {
    conversationId,
    registry,
    getSnapshot: () => present(store.getState()),
    getInitialSnapshot: () => initial,
    subscribe: (onChange) => store.subscribe(onChange),
    send: (text) =>
      perform(function* () {
        yield* turnEnd();
        store.dispatch({ type: 'said', text });
        yield* post({});
      }),
    retry: () =>
      perform(function* () {
        const { problem, capabilities, messages: before } = store.getState();
        if (problem === undefined || isBusy(store.getState())) return;
        store.dispatch({ type: 'tried_again' });
        // After a cut the server may be running the turn still: ask how it stands instead of starting it twice.
        if (capabilities.attach === true && isCut(problem)) {
          yield* post({ attach: true });
          // A message that the server never had is not in what it tells.
          const unheard = countSaid(store.getState().messages) < countSaid(before) ? before.at(-1) : undefined;
          if (unheard?.role === 'user') store.dispatch({ type: 'said', text: unheard.content });
          if (!isUnanswered(store.getState())) return;
        }
        yield* post({});
      }),
    attach: () =>
      perform(function* () {
        yield* turnEnd();
        const { attach, ...others } = store.getState().capabilities;
        if (attach !== true && Object.keys(others).length > 0) {
          return onError(new ClientError('ATTACH_UNSUPPORTED', 'The server cannot tell where a conversation stands.'));
        }
        yield* post({ attach: true });
      }),
    abort: ({ callId, reason, silent } = {}) =>
      perform(function* () {
        const sessions = sessionsOf(store.getState(), callId);
        if (sessions.length === 0) return stop();
        yield* all(
          sessions.map((session) =>
            post({ pluginAbort: { sessionId: session.sessionId, reason, silent } }, () =>
              store.dispatch({ type: 'aborted', callId: session.callId, by: 'user' }),
            ),
          ),
        );
      }),
    push(event) {
      if (closed !== undefined) return;
      const read = readChatEvent(event);
      if (read.kind === 'unknown') return;
      if (read.kind === 'invalid') {
        return onError(new ClientError('BAD_EVENT', `A pushed event was left out: ${read.problem}.`));
      }
      store.dispatch({ type: 'event', post: pushedPost, event: read.event, at: Date.now() });
      if (read.event.type === 'error') onError(new ClientError(read.event.code, read.event.message));
      onEvent(read.event);
    },
    report: onError,
    close() {
      closed ??= (async () => {
        runs.close();
        await destroy();
      })();
      return closed;
    },
  };
  return client;
}

/** The sessions to stop: one call's, or all that are at work. A call nobody has heard of is tried by its id. */
function sessionsOf(state: ClientState, callId: string | undefined): { callId: string; sessionId: string }[] {
  const found = state.calls.flatMap(({ callId: id, sessionId, status }) => {
    const isWanted = callId === undefined ? status === 'running' || status === 'waiting' : id === callId;
    return isWanted && sessionId !== undefined ? [{ callId: id, sessionId }] : [];
  });
  return found.length === 0 && callId !== undefined ? [{ callId, sessionId: callId }] : found;
}

function isCut({ code }: Problem): boolean {
  return code === 'STREAM_CUT' || code === 'NETWORK_FAILED';
}

function countSaid(messages: readonly ChatMessage[]): number {
  return messages.filter(({ role }) => role === 'user').length;
}

/** Nothing runs, nothing is asked, nothing failed, and yet the model has not had the last word. */
function isUnanswered(state: ClientState): boolean {
  const last = state.messages.at(-1);
  const isAnswer = last?.role === 'assistant' && (last.tool_calls?.length ?? 0) === 0;
  return statusOf(state) === 'idle' && !isAnswer;
}

export type PluginClientOptions = PluginClientSettings &
  (
    | {
        /** Where the chat server is. */
        endpoint: string;
        transport?: undefined;
      }
    | {
        endpoint?: undefined;
        /** Carries the POSTs instead of `fetch`. */
        transport: ChatTransport;
      }
  );

export interface PluginClientSettings {
  plugins: readonly AnyPlugin[];
  /** Names the conversation on the server. @default a new UUID */
  conversationId?: string | undefined;
  /** The conversation so far. */
  messages?: readonly ChatMessage[] | undefined;
  /** @default the global fetch */
  fetch?: typeof fetch | undefined;
  /** The host's own headers, such as authorization; a function is asked for each POST. */
  headers?: ExchangeRequest['headers'];
  /** How what failed is tried again by itself; false: never. */
  retry?: RetryOptions | false | undefined;
  /** Knows whether there is a network. @default what the browser says */
  connection?: Connection | undefined;
  /** Hears every event of every stream. */
  onEvent?: ((event: ChatStreamEvent) => void) | undefined;
  /** Hears whatever goes wrong. */
  onError?: ((error: ClientError) => void) | undefined;
}

export interface PluginClient {
  readonly conversationId: string;
  readonly registry: PluginRegistry;
  readonly getSnapshot: () => ClientSnapshot;
  /** As it was when the client was made, for rendering on a server. */
  readonly getInitialSnapshot: () => ClientSnapshot;
  /** @returns a function that ends the subscription */
  readonly subscribe: (onChange: () => void) => () => void;
  /**
   * Say something, once the stream under way has ended. Questions still pending end unanswered.
   *
   * @returns when the turn rests; it never rejects: see `problem` in the snapshot
   */
  readonly send: (text: string) => Promise<void>;
  /** Try the last turn again, where it failed. */
  readonly retry: () => Promise<void>;
  /** Stop one call, or every call that has a session; where there is none, stop reading the text. */
  readonly abort: (which?: AbortOptions) => Promise<void>;
  /** Take an event from a stream that the host reads itself; it is checked here. */
  readonly push: (event: unknown) => void;
  /** Ask the server where the conversation stands, and read what is still running. */
  readonly attach: () => Promise<void>;
  /** Tell `onError`. */
  readonly report: (error: ClientError) => void;
  /** Halt every handler and let go of every stream. Pending questions stay on the server. */
  readonly close: () => Promise<void>;
}

export interface AbortOptions {
  callId?: string | undefined;
  /** In words for the tool and the log. */
  reason?: string | undefined;
  /** The model does not go on. @default false */
  silent?: boolean | undefined;
}
