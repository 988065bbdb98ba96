import * as z from 'zod';
import { hearUnparsed } from './hear-unparsed.ts';
import { isObject, type JsonObject } from '../protocol/json.ts';

/**
 * An MCP client of the official SDK, 2.x (`@modelcontextprotocol/client`) or 1.x (`@modelcontextprotocol/sdk`).
 *
 * Typed structurally, so that types work with only one of the two installed.
 */
export interface McpClient {
  setRequestHandler: (...args: never[]) => void;
  setNotificationHandler: (...args: never[]) => void;
  removeRequestHandler: (method: string) => void;
  removeNotificationHandler: (method: string) => void;
  request: (...args: never[]) => Promise<unknown>;
  callTool: (...args: never[]) => Promise<unknown>;
  readResource?: (...args: never[]) => Promise<unknown>;
  listTools?: (...args: never[]) => Promise<unknown>;
  onclose?: (() => void) | undefined;
  readonly transport?: unknown;
}

/** Request options that both SDK lines have. */
export interface McpRequestOptions {
  signal?: AbortSignal | undefined;
  timeout?: number | undefined;
  onprogress?: ((progress: { progress: number; total?: number; message?: string }) => void) | undefined;
}

/** What a handler gets with its request. */
export interface McpRequestContext {
  /** The request's id; in a 2026-07-28 round, its key. Ids repeat: don't use them as our own. */
  readonly id: string | number | undefined;
  /** Aborts when the server no longer wants an answer, or the connection closes. */
  readonly signal: AbortSignal | undefined;
  /** Tells the server that the answer is still being worked on. */
  readonly notifyProgress: (token: string | number, progress: number) => Promise<void>;
}

/** One interface to both SDK lines. */
export interface McpSdk {
  /**
   * Handle what a server asks, until the function that this returns is called.
   *
   * @param ask - gets the params of a question as they were sent. The SDK's own `callTool` parses those of its rounds first
   * @param completed - gets the params of completion notifications, unchecked
   * @throws what the SDK throws if the client declares no elicitation
   */
  readonly handle: (
    ask: (params: unknown, context: McpRequestContext) => Promise<JsonObject>,
    completed: (params: unknown) => void,
  ) => () => void;
  /** False for a mode that the client does not declare, so that no server may ask in it. */
  readonly declares: (mode: 'form' | 'url') => boolean;
  /** True if questions come as results that require input, from 2026-07-28. */
  readonly hasRounds: () => boolean;
  /** The agreed protocol revision. Undefined before that, or if the SDK does not tell. */
  readonly revision: () => string | undefined;
  /** False before it connects and after it closes. */
  readonly isOpen: () => boolean;
  /** True for a failure in transit: the server may never have got the request, and it may be sent again. */
  readonly isUnheard: (error: unknown) => boolean;
  /** One request of a call. With rounds, it may return questions. */
  readonly call: (params: JsonObject, options: McpRequestOptions) => Promise<unknown>;
}

export function speakTo(client: McpClient): McpSdk {
  return {
    ...(isSecondLine(client) ? speakSecond(client) : speakFirst(client)),
    declares: (mode) => declares(client, mode),
    isOpen: () => client.transport !== undefined,
  };
}

type OwnLine = Omit<McpSdk, 'declares' | 'isOpen'>;

const elicit = 'elicitation/create';
const complete = 'notifications/elicitation/complete';

interface SecondLine {
  setRequestHandler(method: string, handler: (request: Incoming, context: SecondContext) => unknown): void;
  setNotificationHandler(method: string, handler: (notification: Incoming) => void): void;
  request(request: object, options: object): Promise<unknown>;
  callTool(params: object, options: object): Promise<unknown>;
  getProtocolEra(): string | undefined;
  getNegotiatedProtocolVersion(): string | undefined;
}

interface Incoming {
  readonly params?: unknown;
}

interface SecondContext {
  readonly mcpReq: {
    readonly id: string | number;
    readonly signal: AbortSignal;
    notify(notification: object): Promise<void>;
  };
}

function isSecondLine(client: object): boolean {
  return 'getProtocolEra' in client && typeof client.getProtocolEra === 'function';
}

function speakSecond(given: McpClient): OwnLine {
  const client = given as unknown as SecondLine;
  const hasRounds = () => client.getProtocolEra() === 'modern';
  return {
    handle(ask, completed) {
      const hear = ({ params }: Incoming, { mcpReq }: SecondContext) =>
        ask(params, {
          id: mcpReq.id,
          signal: mcpReq.signal,
          notifyProgress: (token, progress) => mcpReq.notify(progressOf(token, progress)),
        });
      // The SDK goes through a round by itself with a handler, while a push with a handler is parsed before we see it.
      const settle = () => {
        client.setRequestHandler(elicit, hear);
        if (!hasRounds()) given.removeRequestHandler(elicit);
      };
      settle();
      client.setNotificationHandler(complete, ({ params }) => completed(params));
      return withoutHandlers(given, hearUnparsed(given, hear, settle));
    },
    hasRounds,
    revision: () => client.getNegotiatedProtocolVersion(),
    isUnheard: (error) => {
      // A number is the server's own error. A network failure has no code.
      const code = codeOf(error);
      return code === undefined || (typeof code === 'string' && (ways.has(code) || code.startsWith('CLIENT_HTTP_')));
    },
    call: (params, options) => (hasRounds() ? callLegOf(client, params, options) : client.callTool(params, options)),
  };
}

/**
 * Make one request with the SDK's own `callTool`. That mirrors arguments as `Mcp-Param-*` headers, lists the tools
 * again if the server refuses those headers, and checks the result against the tool's `outputSchema`.
 *
 * Questions bypass it by a throw: it would check them against that schema too.
 */
async function callLegOf(client: SecondLine, params: JsonObject, options: McpRequestOptions): Promise<unknown> {
  let questions: unknown;
  const request = async (message: { readonly method: string }, given: object) => {
    if (message.method !== 'tools/call') return client.request(message, given);
    const result = await client.request(message, { ...given, allowInputRequired: true });
    if (!isInputRequired(result)) return result;
    questions = result;
    throw new Error('The server asks before it answers.');
  };
  const leg = new Proxy(client, {
    get: (target, name) => (name === 'request' ? request : Reflect.get(target, name)),
  });
  try {
    return await leg.callTool(params, options);
  } catch (error) {
    if (questions !== undefined) return questions;
    throw error;
  }
}

/** True for a result of 2026-07-28 that asks for more. */
export function isInputRequired(result: unknown): result is JsonObject {
  return isObject(result) && result.resultType === 'input_required';
}

interface FirstLine {
  setRequestHandler(schema: z.ZodType, handler: (request: Incoming, extra: FirstContext) => unknown): void;
  setNotificationHandler(schema: z.ZodType, handler: (notification: Incoming) => void): void;
  callTool(params: object, schema: undefined, options: object): Promise<unknown>;
}

interface FirstContext {
  readonly requestId: string | number;
  readonly signal: AbortSignal;
  sendNotification(notification: object): Promise<void>;
}

// Loose: the SDK passes on only what these schemas keep.
const elicitRequest = z.looseObject({ method: z.literal(elicit), params: z.unknown() });
const completeNotification = z.looseObject({ method: z.literal(complete), params: z.unknown() });

function speakFirst(given: McpClient): OwnLine {
  const client = given as unknown as FirstLine;
  return {
    handle(ask, completed) {
      const hear = ({ params }: Incoming, extra: FirstContext) =>
        ask(params, {
          id: extra.requestId,
          signal: extra.signal,
          notifyProgress: (token, progress) => extra.sendNotification(progressOf(token, progress)),
        });
      // For the SDK's word on what the client declares. With a handler, it would parse before we see anything.
      client.setRequestHandler(elicitRequest, hear);
      given.removeRequestHandler(elicit);
      client.setNotificationHandler(completeNotification, ({ params }) => completed(params));
      return withoutHandlers(given, hearUnparsed(given, hear));
    },
    hasRounds: () => false,
    // This SDK line tells the revision only to its transport, and not every transport keeps it.
    revision: () => {
      const kept = (given.transport as { protocolVersion?: unknown } | undefined)?.protocolVersion;
      return typeof kept === 'string' ? kept : undefined;
    },
    isUnheard: (error) => {
      // Closed (-32000), timed out (-32001), or an HTTP status. Lower codes are the server's own errors.
      const code = codeOf(error);
      return code === undefined || (typeof code === 'number' && code >= -32001);
    },
    call: (params, options) => client.callTool(params, undefined, options),
  };
}

/** The second SDK line's codes for a request that failed in transit. */
const ways = new Set(['NOT_CONNECTED', 'CONNECTION_CLOSED', 'SEND_FAILED', 'REQUEST_TIMEOUT']);

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** Neither SDK line has a public word for what a client declares. Only a handler would be checked against it. */
function declares(client: object, mode: 'form' | 'url'): boolean {
  const { elicitation } = ('_capabilities' in client && isObject(client._capabilities) && client._capabilities) || {};
  if (!isObject(elicitation)) return true;
  // A client that names no mode means forms.
  return Object.hasOwn(elicitation, mode) || (mode === 'form' && !Object.hasOwn(elicitation, 'url'));
}

function withoutHandlers(client: McpClient, unhear: () => void): () => void {
  return () => {
    unhear();
    client.removeRequestHandler(elicit);
    client.removeNotificationHandler(complete);
  };
}

function progressOf(progressToken: string | number, progress: number): JsonObject {
  return { method: 'notifications/progress', params: { progressToken, progress } };
}

/** The most a server may require at once: requests of a round, or pages. */
export const mostAtOnce = 1000;

/** The pages a call needs first, if it failed for that (-32042). Undefined for other failures or too many pages. */
export function requiredPages(error: unknown): readonly unknown[] | undefined {
  if (!isObject(error) && !(error instanceof Error)) return undefined;
  const { code, data } = error as { code?: unknown; data?: unknown };
  if (code !== -32042 || !isObject(data) || !Array.isArray(data.elicitations)) return undefined;
  return data.elicitations.length > mostAtOnce ? undefined : data.elicitations;
}
