import {
  isInitializeRequest,
  WebStandardStreamableHTTPServerTransport,
  type AuthInfo,
  type Transport,
} from '@modelcontextprotocol/server';
import { createDeadline, type Deadline } from '../base/timers.ts';
import { createEventStore } from './event-store.ts';
import { rpcError } from './rpc-error.ts';

/** The sessions of clients before 2026-07-28, which live in this process. */
export interface ClientSessions {
  handle(request: Request, about: AboutRequest): Promise<Response>;
  close(): Promise<void>;
}

export interface AboutRequest {
  readonly principal: string;
  /** Undefined for a request without one. */
  readonly body: unknown;
  readonly authInfo: AuthInfo | undefined;
}

export interface ClientSessionsOptions {
  readonly limits: { readonly clientSessions: number; readonly clientSessionTtl: number; readonly eventBytes: number };
  /** Connect a new server to the transport. */
  open(transport: Transport): Promise<void>;
}

interface ClientSession {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly principal: string;
  readonly unused: Deadline;
  /** Responses that are still open. During a call a person may take their time. */
  responses: number;
}

/** How soon a client that lost a stream comes back to resume it, in milliseconds. It is told so. */
const retryTime = 1000;

export function createClientSessions({ limits, open }: ClientSessionsOptions): ClientSessions {
  /** Least recently used first. */
  const sessions = new Map<string, ClientSession>();
  let isClosed = false;

  async function begin(request: Request, { principal, body, authInfo }: AboutRequest): Promise<Response> {
    if (!isInitializeRequest(body)) return rpcError(400, -32_000, 'Send initialize first, without a session id.');
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      eventStore: createEventStore(limits.eventBytes),
      retryInterval: retryTime,
      onsessioninitialized(id) {
        sessions.set(id, { transport, principal, unused: createDeadline(), responses: 0 });
        makeRoom(id);
      },
    });
    await open(transport);
    const { onclose } = transport;
    transport.onclose = () => {
      const id = transport.sessionId ?? '';
      sessions.get(id)?.unused.clear();
      sessions.delete(id);
      onclose?.();
    };
    const response = await transport.handleRequest(request, handed(body, authInfo));
    const session = sessions.get(transport.sessionId ?? '');
    // A refused handshake starts no session.
    if (session === undefined || isClosed) await transport.close();
    return session === undefined ? response : counted(session, response);
  }

  function makeRoom(newest: string): void {
    if (sessions.size <= limits.clientSessions) return;
    const others = [...sessions].filter(([id]) => id !== newest).map(([, session]) => session);
    const oldest = others.find(({ responses }) => responses === 0) ?? others[0];
    void oldest?.transport.close();
  }

  /** Count a response as open until it ends, and end the session when it was unused for long. */
  function counted(session: ClientSession, response: Response): Response {
    session.unused.clear();
    session.responses += 1;
    const over = () => {
      session.responses -= 1;
      if (session.responses > 0 || !sessions.has(session.transport.sessionId ?? '')) return;
      if (!Number.isFinite(limits.clientSessionTtl)) return;
      session.unused.set(Date.now() + limits.clientSessionTtl, () => void session.transport.close());
    };
    if (response.body === null) {
      over();
      return response;
    }
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    response.body.pipeTo(writable).then(over, over);
    return new Response(readable, response);
  }

  return {
    async handle(request, about) {
      if (isClosed) return rpcError(503, -32_000, 'The server is closing.');
      const id = request.headers.get('mcp-session-id');
      if (id === null) return begin(request, about);
      const session = sessions.get(id);
      // Somebody else's session does not exist either. The 404 tells the client to initialize again.
      if (session === undefined || session.principal !== about.principal) {
        return rpcError(404, -32_001, 'There is no such session.');
      }
      sessions.delete(id);
      sessions.set(id, session);
      return counted(session, await session.transport.handleRequest(request, handed(about.body, about.authInfo)));
    },
    async close() {
      isClosed = true;
      await Promise.all([...sessions.values()].map(({ transport }) => transport.close()));
    },
  };
}

function handed(parsedBody: unknown, authInfo: AuthInfo | undefined) {
  return { ...(parsedBody !== undefined && { parsedBody }), ...(authInfo && { authInfo }) };
}
