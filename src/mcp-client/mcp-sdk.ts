import * as z from 'zod';
import { isObject, type JsonObject } from '../protocol/json.ts';

/**
 * An MCP client of the official SDK, of its 2.x line (`@modelcontextprotocol/client`) or its 1.x line
 * (`@modelcontextprotocol/sdk`).
 *
 * Written as what is used of it, so that types hold where only one of the two is installed.
 */
export interface McpClient {
  setRequestHandler: (...args: never[]) => void;
  setNotificationHandler: (...args: never[]) => void;
  removeRequestHandler: (method: string) => void;
  removeNotificationHandler: (method: string) => void;
  request: (...args: never[]) => Promise<unknown>;
  callTool: (...args: never[]) => Promise<unknown>;
  onclose?: (() => void) | undefined;
  readonly transport?: unknown;
}

/** Options of a request that both SDK lines know. */
export interface McpRequestOptions {
  signal?: AbortSignal | undefined;
  timeout?: number | undefined;
  onprogress?: ((progress: { progress: number; total?: number; message?: string }) => void) | undefined;
  resetTimeoutOnProgress?: boolean | undefined;
  maxTotalTimeout?: number | undefined;
}

/** What a handler is told of the request that it handles. */
export interface McpRequestContext {
  /** The request's id; in rounds of 2026-07-28, its key among the round's requests. Ids repeat: never one of ours. */
  readonly id: string | number | undefined;
  /** Aborts when the server wants no answer any more, and when the connection goes. */
  readonly signal: AbortSignal | undefined;
  /** Says that an answer is still being worked on. */
  readonly notifyProgress: (token: string | number, progress: number) => Promise<void>;
}

/** An SDK's client, spoken to in one way. */
export interface McpSdk {
  /** @throws what the SDK throws where the client declares no elicitation */
  readonly onElicitation: (handler: (params: unknown, context: McpRequestContext) => Promise<JsonObject>) => void;
  /** Hears the ids of completed elicitations; unchecked. */
  readonly onCompletion: (handler: (params: unknown) => void) => void;
  readonly removeHandlers: () => void;
  /** True where questions come as results that require input, from 2026-07-28. */
  readonly hasRounds: () => boolean;
  /** The revision that was agreed on; undefined before that, and where the SDK does not tell. */
  readonly revision: () => string | undefined;
  /** False before it is connected, and after it was closed. */
  readonly isOpen: () => boolean;
  /** True where a request failed on its way: the server may never have got it, and it may be sent again. */
  readonly isUnheard: (error: unknown) => boolean;
  readonly callTool: (params: JsonObject, options: McpRequestOptions) => Promise<unknown>;
  /** One leg of a call that may come back with questions. */
  readonly callLeg: (params: JsonObject, options: McpRequestOptions) => Promise<unknown>;
}

export function speakTo(client: McpClient): McpSdk {
  return isSecondLine(client) ? speakSecond(client) : speakFirst(client);
}

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

function speakSecond(given: McpClient): McpSdk {
  const client = given as unknown as SecondLine;
  return {
    onElicitation: (handler) =>
      client.setRequestHandler(elicit, ({ params }, { mcpReq }) =>
        handler(params, {
          id: mcpReq.id,
          signal: mcpReq.signal,
          notifyProgress: (token, progress) => mcpReq.notify(progressOf(token, progress)),
        }),
      ),
    onCompletion: (handler) => client.setNotificationHandler(complete, ({ params }) => handler(params)),
    removeHandlers: () => removeFrom(given),
    hasRounds: () => client.getProtocolEra() === 'modern',
    revision: () => client.getNegotiatedProtocolVersion(),
    isOpen: () => given.transport !== undefined,
    isUnheard: (error) => {
      // A number is the server's own answer. A failure of the network itself has no code.
      const code = codeOf(error);
      return code === undefined || (typeof code === 'string' && (ways.has(code) || code.startsWith('CLIENT_HTTP_')));
    },
    callTool: (params, options) => client.callTool(params, options),
    callLeg: (params, options) => callLegOf(client, params, options),
  };
}

/**
 * One leg, by the SDK's own `callTool`: it mirrors arguments as `Mcp-Param-*` headers, lists the tools again if the
 * server refuses those headers, and checks the result against the tool's `outputSchema`.
 *
 * Throw the questions past it: it would check them against that schema too.
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

// Loose: the SDK hands on what its handlers' schemas leave over.
const elicitRequest = z.looseObject({ method: z.literal(elicit), params: z.unknown() });
const completeNotification = z.looseObject({ method: z.literal(complete), params: z.unknown() });

function speakFirst(given: McpClient): McpSdk {
  const client = given as unknown as FirstLine;
  const callTool = (params: JsonObject, options: McpRequestOptions) => client.callTool(params, undefined, options);
  return {
    onElicitation: (handler) =>
      client.setRequestHandler(elicitRequest, ({ params }, extra) =>
        handler(params, {
          id: extra.requestId,
          signal: extra.signal,
          notifyProgress: (token, progress) => extra.sendNotification(progressOf(token, progress)),
        }),
      ),
    onCompletion: (handler) => client.setNotificationHandler(completeNotification, ({ params }) => handler(params)),
    removeHandlers: () => removeFrom(given),
    hasRounds: () => false,
    // This line hands it to its transport alone, and not every transport keeps it.
    revision: () => {
      const kept = (given.transport as { protocolVersion?: unknown } | undefined)?.protocolVersion;
      return typeof kept === 'string' ? kept : undefined;
    },
    isOpen: () => given.transport !== undefined,
    isUnheard: (error) => {
      // Closed (-32000), over time (-32001), or a status of HTTP; all below is the server's own answer.
      const code = codeOf(error);
      return code === undefined || (typeof code === 'number' && code >= -32001);
    },
    callTool,
    callLeg: callTool,
  };
}

/** What the second line says of a request that failed on its way. */
const ways = new Set(['NOT_CONNECTED', 'CONNECTION_CLOSED', 'SEND_FAILED', 'REQUEST_TIMEOUT']);

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

function removeFrom(client: McpClient): void {
  client.removeRequestHandler(elicit);
  client.removeNotificationHandler(complete);
}

function progressOf(progressToken: string | number, progress: number): JsonObject {
  return { method: 'notifications/progress', params: { progressToken, progress } };
}

/** How much a server may require at one time: questions and other requests of a round, or pages. */
export const mostAtOnce = 1000;

/** The URL pages that a call needs first, where that is why it failed (-32042); undefined for any other failure. */
export function requiredPages(error: unknown): readonly unknown[] | undefined {
  if (!isObject(error) && !(error instanceof Error)) return undefined;
  const { code, data } = error as { code?: unknown; data?: unknown };
  if (code !== -32042 || !isObject(data) || !Array.isArray(data.elicitations)) return undefined;
  return data.elicitations.length > mostAtOnce ? undefined : data.elicitations;
}
