import {
  createMcpHandler,
  isLegacyRequest,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  McpServer,
  validateHostHeader,
  validateOriginHeader,
  type AuthInfo,
  type ServerEventBus,
} from '@modelcontextprotocol/server';
import { run } from 'effection';
import { macrotask } from '../base/wait.ts';
import { isObject } from '../protocol/json.ts';
import { readPerson, type Person } from '../protocol/person.ts';
import { guardListener } from '../session/server-event.ts';
import { signedIn } from './ask-client.ts';
import { createClientSessions, handed } from './client-sessions.ts';
import { makeMcpTools, type McpTools, type McpToolsOptions } from './create-mcp-tools.ts';
import { readMcpLimits } from './mcp-limits.ts';
import { createMessageReader } from './read-message.ts';
import { errorResponse, McpRequestError } from './rpc-error.ts';
import { watchResponse } from './watch-response.ts';

/** Serves tools over MCP Streamable HTTP: 2026-07-28 and the revisions before it, at one address. */
export interface McpEndpoint extends Pick<McpTools, 'resolve' | 'record' | 'forget' | 'sweep' | 'close'> {
  /**
   * Answer a request: POST, GET or DELETE.
   *
   * @param about - what middleware knows about the request, such as a token that it has verified
   */
  fetch(request: Request, about?: { authInfo?: AuthInfo | undefined }): Promise<Response>;
}

/** The protocol's two ages: with sessions (`legacy`), and without (`modern`, from 2026-07-28). */
export type McpEra = 'legacy' | 'modern';

/** Options of `createMcpEndpoint`. */
export interface McpEndpointOptions extends McpToolsOptions {
  /** The server's name, for clients. */
  name: string;
  version: string;
  /** How to use the server, for the client's model. @default none */
  instructions?: string | undefined;
  /** Called with each server that is made. Add prompts, resources and other tools to it. */
  extend?: ((server: McpServer, era: McpEra) => void) | undefined;
  /**
   * Publish changes to lists and resources that `extend` added on this bus. It tells subscribed clients of 2026-07-28
   * and later. To tell earlier ones, call the server that `extend` was given, such as
   * `server.sendPromptListChanged()`. Several processes need a bus that reaches all of them.
   *
   * @default nothing is published
   */
  bus?: ServerEventBus | undefined;
  /** The names under which the endpoint is reached, without ports. Others get 403. @default localhost and its kin */
  allowedHosts?: readonly string[] | undefined;
  /**
   * The host names of pages that may call the endpoint, without ports. Others get 403. Requests without an Origin do
   * not come from a page, and pass.
   *
   * @default those of localhost
   */
  allowedOrigins?: readonly string[] | undefined;
}

/**
 * Serve tools over MCP Streamable HTTP.
 *
 * @example
 * const mcp = createMcpEndpoint({ name: 'airline', version: '1.0.0', tools: [bookFlightTool], principal: 'anonymous' });
 * app.all('/mcp', (c) => mcp.fetch(c.req.raw));
 *
 * @throws {McpServerError} `MCP_NOT_FLAT`, `MCP_SECRET_FIELD` or `MCP_NOT_SERVED` for a tool that MCP cannot serve
 * @throws {McpServerError} `MCP_BAD_KEY` for keys that are missing or wrong
 * @throws {TypeError} for other invalid options
 */
export function createMcpEndpoint(options: McpEndpointOptions): McpEndpoint {
  const { principal } = options;
  const hosts = [...(options.allowedHosts ?? localhostAllowedHostnames())];
  const origins = [...(options.allowedOrigins ?? localhostAllowedOrigins())];
  const limits = readMcpLimits(options.limits, options.sealed === true);
  /** The principal of each request, so that `principal` is called once. */
  const principals = new WeakMap<Request, Person>();
  const tools = makeMcpTools('createMcpEndpoint', {
    ...options,
    principal:
      typeof principal === 'function'
        ? (request, authInfo) => principals.get(request) ?? principal(request, authInfo)
        : principal,
  });
  const onEvent = guardListener(options.onEvent);
  const closing = new AbortController();

  const modern = createMcpHandler(() => createServer(options, tools, 'modern'), {
    legacy: 'reject',
    // Each stream has a place among its owner's.
    maxSubscriptions: Infinity,
    ...(options.bus && { bus: options.bus }),
  });
  const sessions = createClientSessions({
    limits,
    closing: closing.signal,
    open: (transport) => createServer(options, tools, 'legacy').connect(transport),
  });
  const readMessage = createMessageReader(limits);

  async function answer(request: Request, authInfo: AuthInfo | undefined): Promise<Response> {
    closing.signal.throwIfAborted();
    refuseOthers(request);
    const who = typeof principal === 'function' ? await principal(request, authInfo) : principal;
    if (who instanceof Response) return who;
    const person = readPerson(who);
    if (person === undefined) throw new TypeError('createMcpEndpoint: principal gave neither a person nor a Response.');
    principals.set(request, person);
    const owner = signedIn(person)?.id;
    const body = await readMessage(request, owner);
    const about = { owner, body, authInfo };
    if (await isLegacyRequest(request, body)) return sessions.handle(request, about);
    const serve = () => modern.fetch(request, handed(about));
    if (isObject(body) && body['method'] === 'subscriptions/listen') return sessions.stream(owner, serve);
    return watchResponse(await serve(), limits.bytes);
  }

  function refuseOthers({ url, headers }: Request): void {
    // Some frameworks make a Request without the header.
    const host = validateHostHeader(headers.get('host') ?? new URL(url).host, hosts);
    if (!host.ok) throw forbidden(`${host.message}. Name it in allowedHosts.`);
    const origin = validateOriginHeader(headers.get('origin'), origins);
    if (!origin.ok) throw forbidden(`${origin.message}. Name it in allowedOrigins.`);
  }

  return {
    async fetch(request, { authInfo } = {}) {
      try {
        return await answer(request, authInfo);
      } catch (error) {
        if (error instanceof McpRequestError) {
          onEvent({ type: 'request_refused', status: error.status, code: error.code });
          return errorResponse(error);
        }
        onEvent({ type: 'error', where: 'request', error });
        const message = 'The server failed. Send the request again.';
        return errorResponse(new McpRequestError(500, -32_603, 'INTERNAL_ERROR', message));
      }
    },
    resolve: tools.resolve,
    record: tools.record,
    forget: tools.forget,
    sweep: tools.sweep,
    async close() {
      closing.abort(new McpRequestError(503, -32_000, 'CLOSED', 'The server is closing.'));
      // First the calls, so that clients hear of it. Then their answers go out.
      await tools.close();
      await run(macrotask);
      await Promise.all([modern.close(), sessions.close()]);
    },
  };
}

function forbidden(message: string): McpRequestError {
  return new McpRequestError(403, -32_000, 'FORBIDDEN', message);
}

/** A server of the official SDK with the tools, and with what the user adds. */
export function createServer(
  { name, version, instructions, extend }: Pick<McpEndpointOptions, 'name' | 'version' | 'instructions' | 'extend'>,
  tools: Pick<McpTools, 'addTo'>,
  era: McpEra,
): McpServer {
  const about = { capabilities: { logging: {}, tools: {} }, ...(instructions !== undefined && { instructions }) };
  const server = new McpServer({ name, version }, about);
  tools.addTo(server);
  extend?.(server, era);
  return server;
}
