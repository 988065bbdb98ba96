import { run } from 'effection';
import type { ChatProvider } from '../protocol/chat-provider.ts';
import type { ChatRequestBody, PluginCall } from '../protocol/chat-request.ts';
import type { InboxRequest } from '../protocol/inbox.ts';
import { requirePerson, type Person } from '../protocol/person.ts';
import { keepCalls } from '../session/plugin-session-manager.ts';
import { createRecordReader } from '../session/record-reader.ts';
import { guardListener, type ServerEvent } from '../session/server-event.ts';
import type { DurableStore } from '../store/durable-store.ts';
import { guardedStore, StoreFailedError } from '../store/guarded-store.ts';
import { memoryStore } from '../store/memory-store.ts';
import { MovedError } from '../store/tenant.ts';
import { readAskWhom } from '../tool/ask-whom.ts';
import type { AnyMcpTool } from '../tool/tool-facts.ts';
import { refuseRunsOnce, refuseUnusable } from '../tool/tool-versions.ts';
import { createApprovals } from './approvals.ts';
import { ChatRequestError, conversationBusy, errorResponse, serverClosed } from './chat-errors.ts';
import { readLimits } from './chat-limits.ts';
import { createChatSessions, type ChatCalls } from './chat-sessions.ts';
import { createInbox, type InboxServer } from './inbox-server.ts';
import type { Reading } from './reading.ts';
import { createConversationRegistry } from './conversation-registry.ts';
import type { ChatHandlerOptions, Reassign } from './create-chat-handler.ts';
import type { HostInput, PostBody } from './host-input.ts';
import { readRequest, type BodyReader } from './read-request.ts';
import { createVisits, type Visit } from './visits.ts';
import { createNotices, readNotify } from './waiting-notices.ts';

/** The function that the user of the package called. With `createCallHandler`, no model runs. */
type Maker = 'createChatHandler' | 'createCallHandler';

/**
 * Create the server behind a handler: it answers requests of pages, and of a host that runs its own model. Its options
 * can change while calls are open.
 *
 * @throws {TypeError} for invalid options
 */
export function createChatServer(maker: Maker, options: ChatHandlerOptions) {
  const live = createLiveOptions(maker, options);
  const { limits, policy, onEvent, provider, tools, everyTool } = live;
  const onStoreError = (error: unknown) => onEvent({ type: 'error', where: 'store', error });
  const store = guardedStore(options.store ?? memoryStore(), limits.patience, onStoreError);
  const closing = new AbortController();
  const { sessions, approvals, notices } = createCalls(options, live, store, closing.signal);
  const visits = createVisits(limits);
  const conversations = createConversationRegistry({
    store,
    sessions,
    provider,
    tools,
    everyTool,
    get systemPrompt() {
      return live.now().systemPrompt;
    },
    policy,
    limits,
    closing: closing.signal,
    onEvent,
  });
  const refuseClosed = () => closing.signal.throwIfAborted();

  const postAs = (person: Person | undefined, body: PostBody) =>
    conversations.post(hasMore(person) ? { ...body, by: person } : body, person?.id);

  async function answer(request: Request, readBody?: BodyReader): Promise<Response> {
    refuseClosed();
    if (request.method !== 'POST') throw new ChatRequestError(405, 'METHOD_NOT_ALLOWED', 'Send a POST.');
    const person = await live.identify(request);
    if (person instanceof Response) return person;
    const owner = person?.id;
    const visit = visits.enter(owner);
    try {
      const read = await readRequest(request, limits, readBody);
      if ('inbox' in read) return await answerInbox(inbox, person, visit, request, read.inbox);
      const allowed = policy.runsModel ? read : withoutMessages(read);
      refuseUncallable(maker, allowed.pluginCall, live.now());
      if (allowed.wait === true)
        return await newsOf(visit, request, (stop) => conversations.hasNews(allowed, owner, stop));
      // The server may have closed while the body arrived.
      refuseClosed();
      const reading = await postAs(person, allowed);
      visit.reads(reading);
      return streamed(reading.body);
    } catch (error) {
      visit.leave();
      throw error;
    }
  }

  async function close(): Promise<void> {
    // Stop the turns first, so that stopping the calls does not start the model.
    closing.abort(serverClosed());
    // A call that is let go of just now could not be stopped.
    await conversations.settled();
    await run(() => sessions.close());
    await conversations.close();
  }

  const handle = (request: Request, readBody?: BodyReader) =>
    answer(request, readBody).catch((error: unknown) => refusal(error, onEvent));
  const chatCalls = createChatSessions(sessions, conversations, limits, closing.signal);
  const inbox = createInbox(store, chatCalls, closing.signal, () => live.now().mayAnswer !== undefined);
  return {
    handle: (request: Request) => handle(request),
    /** What `identify` says of a request. */
    identify: live.identify,
    /** Do what the host wants in its owner's conversation, and read what comes of it. */
    post(conversationId: string, owner: Person | undefined, host: HostInput): Promise<Reading> {
      refuseClosed();
      return postAs(owner, { conversationId, messages: [], attach: attachFor(host), host });
    },
    untilFound: conversations.untilFound,
    reload: live.reload,
    /** What either handler has besides answering requests. */
    members: {
      sessions: chatCalls,
      resolve: (token: string, value: unknown) => run(() => chatCalls.resolve(token, value)),
      approvals: approvals.host,
      inbox: inbox.host,
      reassign: reassignWith(chatCalls),
      '~handle': handle,
      ...createRecordReader(store),
      async sweep(): Promise<void> {
        await conversations.sweep();
        await notices?.sweep();
      },
      close,
    },
  };
}

/** The calls, what people allowed of them for good, and who is told of what waits in them. */
function createCalls(
  options: ChatHandlerOptions,
  live: ReturnType<typeof createLiveOptions>,
  store: DurableStore,
  closing: AbortSignal,
) {
  const { limits, onEvent, provider, everyTool } = live;
  const approvals = createApprovals(store);
  const notify = options.onWaiting && readNotify(options.notify);
  const sessions = keepCalls(
    {
      provider,
      tools: everyTool,
      onEvent(event) {
        if (notify !== undefined && event.type === 'asked') notices?.sweepAt(Date.now() + notify.after);
        onEvent(event);
      },
      '~notifyAfter': notify?.after,
      '~answers': options['~answers'],
      traceparent: (call) => live.now().traceparent?.(call),
      get mayAnswer() {
        return live.now().mayAnswer;
      },
      approvals: approvals.memoryOf,
      store,
      record: options.record,
    },
    limits,
  );
  const notices = notify && createNotices({ ...live, store, waiting: sessions.waiting, notify, closing });
  return { sessions, approvals, notices };
}

const attachFor = ({ type }: HostInput) => (type === 'begin' ? undefined : true);

/** The options of a server. They can change while calls are open. */
function createLiveOptions(maker: Maker, options: ChatHandlerOptions) {
  checkOptions(maker, options);
  let current = options;
  const limits = readLimits(options.limits);
  const livesForRequests = options.store !== undefined && limits.sweepEvery === Infinity;
  if (livesForRequests) refuseRunsOnce(maker, everyToolOf(options));
  // Keep one provider and one array: turns and sessions hold on to them, and get reloaded options through them.
  const provider: ChatProvider = { stream: (messages, about) => current.provider.stream(messages, about) };
  const tools = [...options.tools];
  const everyTool = everyToolOf(options);
  return {
    limits,
    policy: {
      maxIterations: limits.iterations,
      runsModel: maker === 'createChatHandler',
      get onInterruption() {
        return current.onInterruption ?? 'cancel';
      },
    },
    provider,
    tools,
    everyTool,
    onEvent: (event: ServerEvent) => guardListener(current.onEvent)(event),
    now: () => current,
    async identify(request: Request) {
      const identified = await current.identify?.(request);
      return identified instanceof Response ? identified : personIn(identified);
    },
    reload(next: ChatHandlerOptions) {
      checkOptions(maker, next);
      if (livesForRequests) refuseRunsOnce(maker, everyToolOf(next));
      current = next;
      tools.splice(0, tools.length, ...next.tools);
      everyTool.splice(0, everyTool.length, ...everyToolOf(next));
    },
  };
}

function reassignWith({ answer }: Pick<ChatCalls, 'answer'>): Reassign {
  return async ({ callId, elicitId }, whom) => {
    const to = readAskWhom('reassign', whom);
    const response = { sessionId: callId, callId, elicitId, result: { action: 'more_time' } } as const;
    return (await run(() => answer(response, undefined, 'server', to))).outcome === 'extended';
  };
}

function refusal(error: unknown, onEvent: (event: ServerEvent) => void): Response {
  const known = error instanceof MovedError ? conversationBusy() : error;
  const refused = known instanceof StoreFailedError ? new ChatRequestError(503, known.code, known.message) : known;
  if (!(refused instanceof ChatRequestError)) {
    onEvent({ type: 'error', where: 'request', error });
    return errorResponse(new ChatRequestError(500, 'INTERNAL_ERROR', 'The server failed. Try again.'));
  }
  onEvent({ type: 'request_refused', status: refused.status, code: refused.code });
  return errorResponse(refused);
}

function refuseUncallable(maker: Maker, call: PluginCall | undefined, { callable }: ChatHandlerOptions): void {
  if (call === undefined) return;
  const { toolName, tellModel = false } = call;
  if (callable?.some(({ name }) => name === toolName) !== true) {
    const message = `The page cannot call ${toolName}. Put the tool into callable: [${toolName}] of ${maker}.`;
    throw new ChatRequestError(403, 'TOOL_NOT_CALLABLE', message);
  }
  if (tellModel && maker === 'createCallHandler') {
    const message = 'pluginCall.tellModel: no model runs here. Tell your model what the call returned.';
    throw new ChatRequestError(400, 'INVALID_REQUEST', message);
  }
}

/**
 * A page can neither say anything here nor bring a history: what came of a call is known from the server's own record
 * alone.
 */
function withoutMessages(body: ChatRequestBody): ChatRequestBody {
  const { attach, pluginAbort, pluginElicitResponses, pluginCall, restartAbove, messages } = body;
  const brings = attach === true || [pluginAbort, pluginElicitResponses, pluginCall].some((each) => each !== undefined);
  if (!brings && restartAbove === undefined && messages.at(-1)?.role === 'user') {
    const message = 'messages: no model runs here. Send what the person says to the route that runs the model.';
    throw new ChatRequestError(400, 'INVALID_REQUEST', message);
  }
  return { ...body, messages: [] };
}

function everyToolOf({ tools, callable = [] }: ChatHandlerOptions): AnyMcpTool[] {
  return [...new Set([...tools, ...callable])];
}

/** Report wrong options at once. Otherwise they would fail at the first request, or silently misbehave. */
function checkOptions(maker: Maker, options: ChatHandlerOptions): void {
  const { provider, tools, callable = [], onInterruption } = options;
  if (typeof (provider as ChatProvider | undefined)?.stream !== 'function') {
    throw new TypeError(`${maker}: provider has no stream(). Give aiSdkProvider(model), or a ChatProvider of yours.`);
  }
  for (const [name, given] of Object.entries({ tools, callable } as Record<string, unknown>)) {
    if (!Array.isArray(given)) throw new TypeError(`${maker}: ${name} is not an array. Without tools, give [].`);
  }
  refuseUnusable(maker, everyToolOf(options));
  if (onInterruption !== undefined && !['cancel', 'abort'].includes(onInterruption)) {
    throw new TypeError(`${maker}: onInterruption is "${String(onInterruption)}". Use 'cancel' or 'abort'.`);
  }
}

async function newsOf(visit: Visit, { signal }: Request, hasNews: (stop: AbortSignal) => Promise<boolean>) {
  const stop = new AbortController();
  const onStop = () => stop.abort();
  visit.waits(onStop);
  signal.addEventListener('abort', onStop);
  // It may have left while its body was read.
  if (signal.aborted) onStop();
  const news = await hasNews(stop.signal);
  visit.leave();
  return told({ news });
}

async function answerInbox(
  inbox: InboxServer,
  person: Person | undefined,
  visit: Visit,
  request: Request,
  asked: InboxRequest,
): Promise<Response> {
  if ('wait' in asked) return newsOf(visit, request, (stop) => inbox.hasNews(person, asked.wait, stop));
  const response = told(await inbox.handle(person, asked));
  visit.leave();
  return response;
}

const told = (value: unknown) => Response.json(value, { headers: { 'cache-control': 'no-store' } });

function streamed(body: ReadableStream<Uint8Array>): Response {
  return new Response(body, {
    headers: {
      'content-type': 'application/x-ndjson',
      'cache-control': 'no-store',
      // Tell proxies not to buffer the response, or they would hold back every question.
      'x-accel-buffering': 'no',
    },
  });
}

/** Check at run time, for plain JavaScript. Null means anonymous. Values such as NaN cannot name a person. */
function personIn(identified: unknown): Person | undefined {
  if (identified === undefined || identified === null) return undefined;
  return requirePerson(identified, 'identify gave neither a person, nor undefined, nor a Response.');
}

/** The host knows more of this person than their id, which names the owner. */
const hasMore = (person: Person | undefined) => person?.name !== undefined || person?.roles !== undefined;
