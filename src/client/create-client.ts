import { createPluginRegistry } from '../plugin/plugin-registry.ts';
import { elicitResultSchema } from '../protocol/elicit-result.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { AskingParts } from './ask-here.ts';
import { beginCall, type CallOptions } from './begin-call.ts';
import { ClientError, type Problem } from './client-error.ts';
import type { PluginClient, PluginClientOptions } from './client-options.ts';
import { createPresenter } from './client-snapshot.ts';
import { createClientStore } from './client-store.ts';
import { createDeclarations } from './declarations.ts';
import { guardActions, guardCallback } from './guard.ts';
import type { Later } from './later.ts';
import { createLaterParts, type CreateParts } from './later-parts.ts';
import { changed, createPoster } from './post.ts';
import { idleState, isAtWork, isBusy, isUnanswered, mayInterrupt, type ClientState } from './state/client-state.ts';
import { canBeAskedAgain, isOfChat } from './state/item-state.ts';
import type { Input } from './state/reduce.ts';
import type { openKeeper } from './storage/keeper.ts';
import type { openStreams } from './streams.ts';
import { takeUp } from './take-up.ts';
import { uuid } from './uuid.ts';

/** What leads out of a page: to a chat server, to a storage and to other tabs. */
export interface Reach {
  readonly openStreams: typeof openStreams;
  readonly openKeeper: typeof openKeeper;
}

/**
 * @param later - what asks and, with a reach, sends
 * @param reach - undefined for a client that asks only what `askHere` gives it, and outlives no page
 */
export function createClient(
  options: PluginClientOptions,
  later: Later<{ createParts: CreateParts }>,
  reach?: Reach,
): PluginClient {
  const registry = createPluginRegistry(options.plugins ?? []);
  const onError = guardCallback(options.onError ?? logError);
  const store = createClientStore(idleState(options.messages, options.maxItems, options.maxMessages), () =>
    reconcile(),
  );
  /** Nothing runs before somebody uses this client: React makes one more under StrictMode. */
  let reconcile = () => undefined as void;
  let conversationId = options.conversationId ?? uuid();
  let closed: Promise<void> | undefined;
  const isClosed = () => closed !== undefined;
  const closing = new AbortController();
  const { signal } = closing;
  /** What runs until the client closes. */
  const works = new Set<Promise<void>>();

  const shows = () => store.getState().shows;
  const base = () => ({ conversationId, enabledPlugins: registry.names(), capabilities: shows() });
  const asking: AskingParts = {
    options,
    store,
    closing: signal,
    onError,
    retry: (elicitId) => (elicitId === undefined ? void client.retry() : actions.retry(elicitId)),
  };
  const streams = reach?.openStreams(asking);
  const wire = streams && { ...asking, ...streams, base };
  const { post, stop } = createPoster(asking, (...given) => parts.deliver(...given));
  const parts = createLaterParts({ ...asking, registry, post, background, readResult, wire }, later);
  const actions = guardActions({ ...parts.actions, askAgain }, used);
  const present = createPresenter(actions);
  const initial = present(store.getState());
  registry.subscribe((toolName) => store.dispatch({ type: 'plugin_changed', toolName }));
  const { declare, promise } = createDeclarations(options.capabilities, store);

  // Continue after a reload, or start.
  const keeper = reach?.openKeeper({ ...asking, conversationId, promise });
  const found = keeper?.found;
  conversationId = found?.conversationId ?? conversationId;
  let begin = () => {
    begin = () => undefined;
    if (isClosed()) return;
    ({ reconcile } = parts);
    // What is sent next waits for this, so it does not wait for the parts.
    if (found) void background(takeUp({ store, post }, found.isBusy));
    parts.begin();
    reconcile();
  };

  function askAgain(elicitId: string, words?: string): void {
    const item = store.find(elicitId);
    if (item === undefined || !canBeAskedAgain(item)) return;
    store.dispatch({ type: 'asked_again', elicitId });
    void (options.say ?? client.send)(words ?? `Please try again: ${item.message || item.request.toolName}`);
  }

  /** Stop what was asked here for a call. The chat server need not be told, unless it knows the call, too. */
  function stopHere(callId: string): boolean {
    const { items, calls } = store.getState();
    const isAsked = items.some((item) => item.request.callId === callId && !isOfChat(item));
    store.dispatch({ type: 'stopped_here', callId });
    return isAsked && !calls.some((call) => call.callId === callId);
  }

  /** @returns false if the client is closed, which is reported */
  function used(): boolean {
    if (isClosed()) onError(new ClientError('CLIENT_CLOSED', 'The client is closed. Make a new one.'));
    else begin();
    return !isClosed();
  }

  /** Run to the end. Closing the client also ends it. */
  const perform = async (work: () => Promise<void>): Promise<void> => {
    if (used()) await background(work());
  };

  /** `close` waits for this. */
  async function background(work: Promise<void>): Promise<void> {
    works.add(work);
    try {
      await work;
    } catch (error) {
      if (!isClosed()) throw error;
    } finally {
      works.delete(work);
    }
  }

  /** @param words - what to say when the turn rests; nothing if undefined */
  const say = (words: () => Said | undefined) =>
    perform(async () => {
      const isHeld = (state: ClientState) => isBusy(state) && !mayInterrupt(state);
      while (isHeld(store.getState())) await changed(store, signal);
      const said = words();
      if (said === undefined) return;
      const { messages, outbox } = store.getState();
      const { id = uuid() } = said;
      if ([...messages, ...outbox].some((known) => known.id === id)) return;
      store.dispatch({ ...said, type: 'said', id });
      await post({});
    });

  /** A message of the person once more, in the place of the first. By default the last one. */
  function again(messageId: string | undefined, over: Partial<Said>): Said | undefined {
    const { messages, outbox } = store.getState();
    const said = [...messages, ...outbox].findLast(
      ({ role, id }) => role === 'user' && (messageId === undefined || id === messageId),
    );
    if (said?.id !== undefined) {
      const { text = said.content, files = said.files, id } = over;
      return { id, text, files, replaces: said.id };
    }
    const what = 'This conversation has no message of the person with that id.';
    onError(new ClientError('MESSAGE_UNKNOWN', `${what} Pass the id of one.`));
    return undefined;
  }

  const client: PluginClient = {
    get conversationId() {
      return conversationId;
    },
    registry,
    get capabilities() {
      return shows();
    },
    declare,
    getSnapshot: () => present(store.getState()),
    getInitialSnapshot: () => initial,
    subscribe(onChange) {
      const leave = store.watch(onChange);
      // Later, so that it is told of nothing before it can leave.
      void Promise.resolve().then(() => begin());
      return leave;
    },
    send: (text, options) => say(() => ({ text, ...options })),
    edit: (messageId, text, options) => say(() => again(messageId, { text, ...options })),
    regenerate: ({ messageId, id } = {}) => say(() => again(messageId, { id })),
    retry: () =>
      perform(async () => {
        const { problem, outbox, revision } = store.getState();
        if (problem === undefined || isBusy(store.getState())) return;
        store.dispatch({ type: 'tried_again' });
        // A request failed with nothing left to send: the turn may be over by now, or still running, so ask.
        if (revision !== undefined && outbox.length === 0 && saysNothingOfTurn(problem)) {
          await post({ attach: true });
          if (!isUnanswered(store.getState())) return;
        }
        await post({});
      }),
    attach: ({ calls } = {}) =>
      perform(async () => {
        while (isBusy(store.getState())) await changed(store, signal);
        await post({ attach: true, calls });
      }),
    abort: ({ callId, reason, silent } = {}) =>
      perform(async () => {
        if (callId !== undefined && stopHere(callId)) return;
        const sessions = sessionsOf(store.getState(), callId);
        if (sessions.length === 0) return stop();
        await Promise.all(
          sessions.map((session) =>
            post({ pluginAbort: { sessionId: session.sessionId, reason, silent } }, () =>
              store.dispatch({ type: 'aborted', callId: session.callId, by: 'user' }),
            ),
          ),
        );
      }),
    call(tool: string | { name: string }, args: object, given?: CallOptions) {
      begin();
      const name = typeof tool === 'string' ? tool : tool.name;
      return beginCall({ store, post, closing: signal, abort: client.abort }, name, args as JsonObject, given);
    },
    push(event) {
      begin();
      if (!isClosed()) streams?.pushed.push(event);
    },
    pushEnded(failure) {
      if (!isClosed()) streams?.pushed.end(failure);
    },
    get '~asking'() {
      begin();
      return asking;
    },
    forget: () => keeper?.forget(),
    report: onError,
    close() {
      closed ??= (async () => {
        // Do this before anything ends, so that the storage keeps the state as it was.
        keeper?.close();
        const halted = parts.close();
        closing.abort(new ClientError('CLIENT_CLOSED', letGo.message));
        await halted;
        await Promise.allSettled(works);
        store.dispatch({ type: 'closed', problem: letGo });
      })();
      return closed;
    },
  };
  return client;
}

const readResult = (returned: unknown) => elicitResultSchema.parse(returned);

type Said = Omit<Extract<Input, { type: 'said' }>, 'type' | 'id'> & { id?: string | undefined };

/** Without an `onError`, log the whole error for the page's developer, with its stack and cause. */
function logError(error: ClientError): void {
  // A bundler shortens the names of classes.
  console.error(error.code, error);
}

const letGo: Problem = {
  code: 'CLIENT_CLOSED',
  message: 'This conversation was closed here. Reload the page to continue.',
};

/** The sessions to stop: one call's, or all that are running. For an unknown call, try its id. */
function sessionsOf(state: ClientState, callId: string | undefined): { callId: string; sessionId: string }[] {
  const found = state.calls.flatMap(({ callId: id, sessionId, status }) => {
    const isWanted = callId === undefined ? isAtWork(status) : id === callId;
    return isWanted && sessionId !== undefined ? [{ callId: id, sessionId }] : [];
  });
  return found.length === 0 && callId !== undefined ? [{ callId, sessionId: callId }] : found;
}

const failuresOfStream: ReadonlySet<string> = new Set([
  'STREAM_CUT',
  'LINE_TOO_LONG',
  'NETWORK_FAILED',
  'PART_NOT_LOADED',
]);

/** True for a failed request of any kind: it says nothing about how the turn stands. */
function saysNothingOfTurn({ code, status }: Problem): boolean {
  return status !== undefined || failuresOfStream.has(code);
}
