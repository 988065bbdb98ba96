import { run } from 'effection';
import type { ChatProvider } from '../protocol/chat-provider.ts';
import { createPluginSessionManager, type PluginSessionManager } from '../session/plugin-session-manager.ts';
import { guardListener, type OnServerEvent } from '../session/server-event.ts';
import type { AnyMcpTool } from '../tool/create-mcp-tool.ts';
import { createBackground } from './background.ts';
import { ChatRequestError, errorResponse } from './chat-errors.ts';
import { readLimits, type ChatLimits } from './chat-limits.ts';
import { readRequest } from './read-request.ts';
import { createConversationRegistry } from './conversation-registry.ts';
import { createVisits } from './visits.ts';

/** Answers chat requests. Mount it wherever a `Request` becomes a `Response`. */
export interface ChatHandler {
  (request: Request): Promise<Response>;
  /** The calls that run and wait. */
  readonly sessions: PluginSessionManager;
  /** Stop every call and end every stream; resolves when the tools' clean-up ran, or took too long. */
  close(): Promise<void>;
}

/** Options of `createChatHandler`. */
export interface ChatHandlerOptions {
  /** The model. */
  provider: ChatProvider;
  tools: readonly AnyMcpTool[];
  systemPrompt?: string | undefined;
  /**
   * Say who asks: whatever names one person for good. Undefined is nobody in particular; then the ids are the
   * secret. Return a Response (401, 403) to refuse the request.
   *
   * @default nobody is identified
   */
  identify?: ((request: Request) => Owner | Promise<Owner>) | undefined;
  /**
   * Where calls live; share one with other front ends. The handler closes only one of its own, and of `limits`
   * those of calls are then the manager's.
   */
  sessions?: PluginSessionManager | undefined;
  limits?: Partial<ChatLimits> | undefined;
  /**
   * What becomes of open calls when the person sends a message instead of an answer: their questions end as
   * `cancel` with reason `interrupted` and the tool goes on from there, or the call is stopped.
   *
   * @default 'cancel'
   */
  onInterruption?: 'cancel' | 'abort' | undefined;
  /** Hears what happens, for logs and traces. @default errors go to the console */
  onEvent?: OnServerEvent | undefined;
}

/** Who asks: a name that means one person for good, nobody in particular, or a refusal. */
export type Owner = string | undefined | Response;

/**
 * Make a chat server: a function from `Request` to `Promise<Response>`.
 *
 * Calls that wait for a person live in the memory of its process.
 *
 * @example
 * export const POST = createChatHandler({ provider, tools: [bookFlightTool] });
 *
 * @throws {TypeError} for options that cannot work
 */
export function createChatHandler(options: ChatHandlerOptions): ChatHandler {
  return createReloadableHandler(options).chat;
}

/** A handler whose options can change while calls are open. */
export interface ReloadableHandler {
  chat: ChatHandler;
  /**
   * Use these options from now on; `limits` and `sessions` stay as they were.
   *
   * @throws {TypeError} for invalid options; then nothing changes
   */
  reload(options: ChatHandlerOptions): void;
}

/** Make a handler that a hot reload can give new code. */
export function createReloadableHandler(options: ChatHandlerOptions): ReloadableHandler {
  checkOptions(options);
  let current = options;
  const limits = readLimits(options.limits);
  const onEvent: OnServerEvent = (event) => guardListener(current.onEvent)(event);
  // Keep one provider and one array: turns and sessions hold on to them, and get reloaded options through them.
  const provider: ChatProvider = { stream: (messages, about) => current.provider.stream(messages, about) };
  const tools = [...options.tools];
  const sessions = options.sessions ?? createPluginSessionManager({ provider, tools, limits, onEvent });
  const background = createBackground({
    cleanupTime: limits.cleanupTime,
    onError: (error) => onEvent({ type: 'error', where: 'request', error }),
  });
  const visits = createVisits(limits);
  const conversations = createConversationRegistry({
    background,
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
      // A body may take its time, and the server may have closed meanwhile.
      refuseClosed();
      const reading = conversations.post(body, owner, visit.leave);
      visit.reads(reading);
      return streamed(reading.body, request.headers.get('x-session-id'));
    } catch (error) {
      visit.leave();
      throw error;
    }
  }

  function refuseClosed(): void {
    if (closed === undefined) return;
    throw new ChatRequestError(503, 'CLOSED', 'The server is shutting down. Try again in a moment.');
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
    // The turns first: calls that are stopped now must not set the model going.
    await run(() => background.close());
    if (options.sessions === undefined) await run(() => sessions.close());
    conversations.close();
  }

  return {
    chat: Object.assign(handle, { sessions, close: () => (closed ??= close()) }),
    reload(next) {
      checkOptions(next);
      current = next;
      tools.splice(0, tools.length, ...next.tools);
    },
  };
}

/** Tell a host at once what would otherwise fail at the first request, or never and silently. */
function checkOptions({ provider, tools, onInterruption }: ChatHandlerOptions): void {
  if (typeof (provider as ChatProvider | undefined)?.stream !== 'function') {
    throw new TypeError('createChatHandler: provider has no stream(). Give it a ChatProvider.');
  }
  const given: unknown = tools;
  if (!Array.isArray(given)) throw new TypeError('createChatHandler: tools is no array. Without tools, give [].');
  for (const [index, { name, run: body }] of tools.entries()) {
    if (typeof body !== 'function') {
      throw new TypeError(`createChatHandler: ${name} is a declaration. Give the tool that its .execute(…) returns.`);
    }
    if (tools.findIndex((tool) => tool.name === name) !== index) {
      throw new TypeError(`createChatHandler: two tools are called "${name}". The model could not tell them apart.`);
    }
  }
  if (onInterruption !== undefined && !['cancel', 'abort'].includes(onInterruption)) {
    throw new TypeError(`createChatHandler: onInterruption is "${String(onInterruption)}". Use 'cancel' or 'abort'.`);
  }
}

/**
 * @param name - the client's for this response: it says it again, so that a client can tell it from a proxy's
 */
function streamed(body: ReadableStream<Uint8Array>, name: string | null): Response {
  return new Response(body, {
    headers: {
      ...(name !== null && /^[\x21-\x7e]{1,200}$/.test(name) && { 'x-session-id': name }),
      'content-type': 'application/x-ndjson',
      'cache-control': 'no-store',
      // Proxies that gather a response before they pass it on would hold every question back.
      'x-accel-buffering': 'no',
    },
  });
}

/** Plain JavaScript gives other things too: null is nobody, and what is never equal to itself names no person. */
function readOwner(identified: unknown): string | undefined {
  if (identified === undefined || identified === null) return undefined;
  if (typeof identified === 'string' && identified !== '') return identified;
  throw new TypeError(
    'identify gave neither a name, nor undefined, nor a Response. Return a string that is not empty.',
  );
}
