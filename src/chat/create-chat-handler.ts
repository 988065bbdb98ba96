import { run } from 'effection';
import type { ChatProvider } from '../protocol/chat-provider.ts';
import { createPluginSessionManager, type PluginSessionManager } from '../session/plugin-session-manager.ts';
import { guardListener, type OnServerEvent } from '../session/server-event.ts';
import type { DurableStore } from '../store/durable-store.ts';
import { memoryStore } from '../store/memory-store.ts';
import type { AnyMcpTool } from '../tool/tool-facts.ts';
import { refuseTwins } from '../tool/tool-versions.ts';
import { ChatRequestError, errorResponse, serverClosed } from './chat-errors.ts';
import { readLimits, type ChatLimits } from './chat-limits.ts';
import { readRequest } from './read-request.ts';
import { createConversationRegistry } from './conversation-registry.ts';
import { reportingStore } from './reporting-store.ts';
import { createVisits } from './visits.ts';

/** Answers chat requests. Mount it wherever a `Request` becomes a `Response`. */
export interface ChatHandler {
  (request: Request): Promise<Response>;
  /** The running and waiting calls. */
  readonly sessions: PluginSessionManager;
  /**
   * Go on with what is due: questions that expired, and turns whose process is gone. A process that runs does this by
   * itself. Where processes live for one request only, call it from a timer, such as a cron job each minute.
   *
   * Resolves when all that it began is at rest and recorded, so that the process may stop then.
   */
  sweep(): Promise<void>;
  /**
   * End every stream, and stop every call. With a `store` that outlives the process, calls are only let go: another
   * process goes on with them at once. Resolves when the tools' clean-up is done or has taken too long.
   */
  close(): Promise<void>;
}

/** Options of `createChatHandler`. */
export interface ChatHandlerOptions {
  /** The model. */
  provider: ChatProvider;
  /**
   * What the model can call. Several may have one name, with different versions: the first is offered to the model and
   * begins calls, and the others only go on with the calls that they began.
   */
  tools: readonly AnyMcpTool[];
  systemPrompt?: string | undefined;
  /**
   * Identify the person who sends a request, by a name that never changes. Undefined means anonymous:
   * then only the secrecy of its ids protects a conversation. Return a Response (401, 403) to refuse the request.
   *
   * @default every request is anonymous
   */
  identify?: ((request: Request) => Owner | Promise<Owner>) | undefined;
  /**
   * Where conversations are kept. With `fileStore` or `durableObjectStore` they outlive the process, with
   * `postgresStore` or `redisStore` any of several processes goes on with them.
   *
   * @default this process's memory
   */
  store?: DurableStore | undefined;
  /**
   * Holds the calls. Pass one to share it with other front ends. The handler does not close a shared manager, and
   * the manager's own limits then apply to calls.
   */
  sessions?: PluginSessionManager | undefined;
  limits?: Partial<ChatLimits> | undefined;
  /**
   * What happens to open calls when the person sends a message instead of an answer. `cancel` ends their questions as
   * `cancel` with reason `interrupted`, and the tool goes on from there. `abort` stops the calls.
   *
   * @default 'cancel'
   */
  onInterruption?: 'cancel' | 'abort' | undefined;
  /** Listens to events, for logs and traces. @default errors go to the console */
  onEvent?: OnServerEvent | undefined;
}

/** A permanent name for one person, undefined for anonymous, or a Response that refuses the request. */
export type Owner = string | undefined | Response;

/**
 * Create a chat server: a function from `Request` to `Promise<Response>`.
 *
 * By default, conversations live in this process's memory. With a `store` they outlive it.
 *
 * @example
 * export const POST = createChatHandler({ provider, tools: [bookFlightTool] });
 *
 * @throws {TypeError} for invalid options
 */
export function createChatHandler(options: ChatHandlerOptions): ChatHandler {
  return createReloadableHandler(options).chat;
}

/** A handler whose options can change while calls are open. */
export interface ReloadableHandler {
  chat: ChatHandler;
  /**
   * Use these options from now on. `limits` and `sessions` stay as they were.
   *
   * @throws {TypeError} for invalid options. Nothing changes then.
   */
  reload(options: ChatHandlerOptions): void;
}

/** Create a handler that takes new options on a hot reload. */
export function createReloadableHandler(options: ChatHandlerOptions): ReloadableHandler {
  checkOptions(options);
  let current = options;
  const limits = readLimits(options.limits);
  const onEvent: OnServerEvent = (event) => guardListener(current.onEvent)(event);
  // Keep one provider and one array: turns and sessions hold on to them, and get reloaded options through them.
  const provider: ChatProvider = { stream: (messages, about) => current.provider.stream(messages, about) };
  const tools = [...options.tools];
  const store = reportingStore(options.store ?? memoryStore(), (error) =>
    onEvent({ type: 'error', where: 'store', error }),
  );
  const sessions = options.sessions ?? createPluginSessionManager({ provider, tools, limits, onEvent, store });
  const visits = createVisits(limits);
  const conversations = createConversationRegistry({
    store,
    sessions,
    provider,
    tools,
    get systemPrompt() {
      return current.systemPrompt;
    },
    policy: {
      maxIterations: limits.iterations,
      get onInterruption() {
        return current.onInterruption ?? 'cancel';
      },
    },
    interruptionTime: limits.interruptionTime,
    modelTime: limits.modelTime,
    keepAlive: limits.keepAlive,
    maxCalls: limits.callsPerAnswer,
    maxReaders: limits.streamsPerOwner,
    maxLogSize: limits.streamBytes,
    maxRemembered: limits.rememberedTurns,
    maxRememberedSize: limits.rememberedSize,
    ownsSessions: options.sessions === undefined,
    cleanupTime: limits.cleanupTime,
    conversationTtl: limits.conversationTtl,
    leaseTime: limits.leaseTime,
    parkAfter: limits.parkAfter,
    sweepEvery: limits.sweepEvery,
    onEvent,
  });
  let closed: Promise<void> | undefined;

  async function answer(request: Request): Promise<Response> {
    refuseClosed();
    if (request.method !== 'POST') throw new ChatRequestError(405, 'METHOD_NOT_ALLOWED', 'Send a POST.');
    const identified = await current.identify?.(request);
    if (identified instanceof Response) return identified;
    const owner = readOwner(identified);
    const visit = visits.enter(owner);
    try {
      const body = await readRequest(request, limits);
      // The server may have closed while the body arrived.
      refuseClosed();
      const reading = await conversations.post(body, owner, visit.leave);
      visit.reads(reading);
      return streamed(reading.body, request.headers.get('x-session-id'));
    } catch (error) {
      visit.leave();
      throw error;
    }
  }

  function refuseClosed(): void {
    if (closed !== undefined) throw serverClosed();
  }

  async function handle(request: Request): Promise<Response> {
    try {
      return await answer(request);
    } catch (error) {
      if (!(error instanceof ChatRequestError)) {
        onEvent({ type: 'error', where: 'request', error });
        return errorResponse(new ChatRequestError(500, 'INTERNAL_ERROR', 'The server failed. Try again.'));
      }
      onEvent({ type: 'request_refused', status: error.status, code: error.code });
      return errorResponse(error);
    }
  }

  async function close(): Promise<void> {
    // Stop the turns first, so that stopping the calls does not start the model.
    await conversations.halt();
    if (options.sessions === undefined) await run(() => sessions.close());
    await conversations.close();
  }

  return {
    chat: Object.assign(handle, { sessions, sweep: conversations.sweep, close: () => (closed ??= close()) }),
    reload(next) {
      checkOptions(next);
      current = next;
      tools.splice(0, tools.length, ...next.tools);
    },
  };
}

/** Report wrong options at once. Otherwise they would fail at the first request, or silently misbehave. */
function checkOptions({ provider, tools, onInterruption }: ChatHandlerOptions): void {
  if (typeof (provider as ChatProvider | undefined)?.stream !== 'function') {
    throw new TypeError('createChatHandler: provider has no stream(). Give it a ChatProvider.');
  }
  const given: unknown = tools;
  if (!Array.isArray(given)) throw new TypeError('createChatHandler: tools is no array. Without tools, give [].');
  for (const { name, run: body } of tools) {
    if (typeof body !== 'function') {
      throw new TypeError(`createChatHandler: ${name} is a declaration. Give the tool that its .execute(…) returns.`);
    }
  }
  refuseTwins('createChatHandler', tools);
  if (onInterruption !== undefined && !['cancel', 'abort'].includes(onInterruption)) {
    throw new TypeError(`createChatHandler: onInterruption is "${String(onInterruption)}". Use 'cancel' or 'abort'.`);
  }
}

/**
 * @param name - the client's name for this response, echoed so that the client can tell it from a proxy's response
 */
function streamed(body: ReadableStream<Uint8Array>, name: string | null): Response {
  return new Response(body, {
    headers: {
      ...(name !== null && /^[\x21-\x7e]{1,200}$/.test(name) && { 'x-session-id': name }),
      'content-type': 'application/x-ndjson',
      'cache-control': 'no-store',
      // Tell proxies not to buffer the response, or they would hold back every question.
      'x-accel-buffering': 'no',
    },
  });
}

/** Check at run time, for plain JavaScript. Null means anonymous. Values such as NaN cannot name a person. */
function readOwner(identified: unknown): string | undefined {
  if (identified === undefined || identified === null) return undefined;
  if (typeof identified === 'string' && identified !== '') return identified;
  throw new TypeError(
    'identify gave neither a name, nor undefined, nor a Response. Return a string that is not empty.',
  );
}
