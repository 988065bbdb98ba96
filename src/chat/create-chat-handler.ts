import { createScope, run } from 'effection';
import type { ChatProvider } from '../protocol/chat-provider.ts';
import { createPluginSessionManager, type PluginSessionManager } from '../session/plugin-session-manager.ts';
import type { AnyMcpTool } from '../tool/create-mcp-tool.ts';
import { ChatRequestError, errorResponse } from './chat-error.ts';
import { readRequest } from './read-request.ts';
import { createResponseStream, type ResponseStream } from './response-stream.ts';
import { createTurnRegistry } from './turn-registry.ts';

/** Answers chat requests. Mount it wherever a `Request` becomes a `Response`. */
export interface ChatHandler {
  (request: Request): Promise<Response>;
  /** The calls that run and wait. */
  readonly sessions: PluginSessionManager;
  /** Stop every call and end every stream; resolves when the tools' clean-up ran, or took too long. */
  close(): Promise<void>;
}

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
  /** Where calls live; share one with other front ends. The handler closes only one of its own. */
  sessions?: PluginSessionManager | undefined;
  limits?: ChatLimits | undefined;
  /**
   * What becomes of open calls when the person sends a message instead of an answer: their questions end as
   * `cancel` with reason `interrupted` and the tool goes on from there, or the call is stopped.
   *
   * @default 'cancel'
   */
  onInterruption?: 'cancel' | 'abort' | undefined;
  /** Hears of faults that nobody is told about: a failing model, a tool that could not start. @default console.error */
  onError?: ((error: unknown) => void) | undefined;
}

export type Owner = string | undefined | Response;

export interface ChatLimits {
  /** Of a request's body. @default 1048576 */
  bodyBytes?: number | undefined;
  /** How often the model may be asked in one turn. @default 10 */
  iterations?: number | undefined;
  /** How often a question is asked before it ends as `cancel` with reason `failed`. @default 10 */
  attempts?: number | undefined;
  /** How long calls may take to end after the person moved on, in milliseconds. @default 10000 */
  interruptionTimeout?: number | undefined;
  /** How long a stopped tool's clean-up may take, in milliseconds. @default 5000 */
  cleanupTimeout?: number | undefined;
  /** How often a silent stream gets a blank line, in milliseconds. @default 15000 */
  keepAlive?: number | undefined;
  /** How long a stream can be resumed after its end, in milliseconds. @default 60000 */
  resumeWindow?: number | undefined;
}

export function createChatHandler(options: ChatHandlerOptions): ChatHandler {
  const { provider, tools, systemPrompt, identify, limits = {}, onInterruption = 'cancel' } = options;
  const { bodyBytes = 1_048_576, iterations = 10, keepAlive = 15_000, resumeWindow = 60_000 } = limits;
  const onError = options.onError ?? ((error: unknown) => console.error(error));
  const own = options.sessions === undefined;
  const sessions =
    options.sessions ??
    createPluginSessionManager({
      provider,
      tools,
      maxAttempts: limits.attempts,
      cleanupTimeout: limits.cleanupTimeout,
    });
  const [scope, destroy] = createScope();
  const turns = createTurnRegistry({
    scope,
    sessions,
    provider,
    tools,
    systemPrompt,
    policy: { maxIterations: iterations, onInterruption },
    interruptionTimeout: limits.interruptionTimeout ?? 10_000,
    onError,
  });
  const streams = new Map<string, ResponseStream>();
  const forgetting = new Set<ReturnType<typeof setTimeout>>();
  let closed = false;

  function openStream(owner: string | undefined, id: string): ResponseStream {
    const key = streamKey(owner, id);
    if (streams.has(key)) {
      throw new ChatRequestError(
        409,
        'STREAM_IN_USE',
        'This X-Session-Id names a stream already. Make a new one for every request.',
      );
    }
    const stream = createResponseStream({
      id,
      owner,
      keepAlive,
      onEnd() {
        const timer = setTimeout(() => {
          streams.delete(key);
          forgetting.delete(timer);
        }, resumeWindow);
        forgetting.add(timer);
      },
    });
    streams.set(key, stream);
    return stream;
  }

  async function handle(request: Request): Promise<Response> {
    if (closed) throw new ChatRequestError(503, 'CLOSED', 'The server is shutting down. Try again in a moment.');
    if (request.method !== 'POST') throw new ChatRequestError(405, 'METHOD_NOT_ALLOWED', 'Send a POST.');
    const owner = await identify?.(request);
    if (owner instanceof Response) return owner;
    const id = readStreamId(request);
    const lastLsn = request.headers.get('x-last-lsn');
    if (lastLsn !== null) return resume(owner, id, lastLsn);
    const body = await readRequest(request, bodyBytes);
    const stream = openStream(owner, id);
    turns.post(stream, body, owner);
    return streamed(stream, 0);
  }

  function resume(owner: string | undefined, id: string, lastLsn: string): Response {
    const stream = streams.get(streamKey(owner, id));
    if (stream === undefined) {
      throw new ChatRequestError(
        404,
        'STREAM_NOT_FOUND',
        'There is no such stream to resume. Attach to the conversation instead.',
      );
    }
    if (!/^\d{1,15}$/.test(lastLsn)) throw new ChatRequestError(400, 'INVALID_REQUEST', 'X-Last-LSN: is not a number.');
    return streamed(stream, Number(lastLsn));
  }

  const handler = async (request: Request): Promise<Response> => {
    try {
      return await handle(request);
    } catch (error) {
      if (error instanceof ChatRequestError) {
        return errorResponse(error, error.status === 405 ? { allow: 'POST' } : {});
      }
      onError(error);
      return errorResponse(new ChatRequestError(500, 'INTERNAL_ERROR', 'The server failed. Try again.'));
    }
  };

  return Object.assign(handler, {
    sessions,
    async close() {
      closed = true;
      if (own) await run(() => sessions.close());
      await destroy();
      for (const stream of streams.values()) stream.end();
      for (const timer of forgetting) clearTimeout(timer);
      streams.clear();
    },
  });
}

function streamed(stream: ResponseStream, afterLsn: number): Response {
  return new Response(stream.read(afterLsn), {
    headers: {
      'content-type': 'application/x-ndjson',
      'cache-control': 'no-store',
      'x-session-id': stream.id,
      // Proxies that gather a response before they pass it on would hold every question back.
      'x-accel-buffering': 'no',
    },
  });
}

function readStreamId(request: Request): string {
  const id = request.headers.get('x-session-id');
  if (id === null) return crypto.randomUUID();
  if (/^[\x21-\x7e]{1,200}$/.test(id)) return id;
  throw new ChatRequestError(400, 'INVALID_REQUEST', 'X-Session-Id: use 1 to 200 printable characters.');
}

/** Streams belong to their owner: for anybody else they do not exist. */
function streamKey(owner: string | undefined, id: string): string {
  return JSON.stringify([owner ?? null, id]);
}
