import {
  isInitializeRequest,
  isJsonContentType,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';

/** MCP sessions over HTTP, for the protocol revisions that have them. */
export interface McpSessions {
  readonly handle: (request: Request) => Promise<Response>;
  readonly close: () => Promise<void>;
}

/**
 * Opens a session for each client that initializes. Over the limit, it closes the least recently used session, if
 * possible one without a running call: during a call a person may take their time.
 *
 * @param open - connects a server to the session's transport
 */
export function createMcpSessions(
  open: (transport: WebStandardStreamableHTTPServerTransport) => Promise<void>,
): McpSessions {
  /** Least recently used first. */
  const sessions = new Map<string, Session>();
  let beginning = 0;

  async function begin(request: Request): Promise<Response> {
    // Read the whole body before starting a server: any page could send a body that is invalid or never ends.
    const hello = await readHello(request);
    if (hello === undefined) return new Response('Say hello first.', { status: 400 });
    if (beginning >= most) return new Response('Too many begin at once.', { status: 503 });
    beginning += 1;
    try {
      return await beginWith(hello, request);
    } finally {
      beginning -= 1;
    }
  }

  async function beginWith(hello: unknown, request: Request): Promise<Response> {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized(id) {
        const others = [...sessions.values()];
        sessions.set(id, { transport, responses: new Set() });
        if (sessions.size <= most) return;
        const next = others.find(({ responses }) => responses.size === 0) ?? others[0];
        void next?.transport.close();
      },
    });
    await open(transport);
    const { onclose } = transport;
    transport.onclose = () => {
      sessions.delete(transport.sessionId ?? '');
      onclose?.();
    };
    const response = await transport.handleRequest(request, { parsedBody: hello });
    // A refused handshake starts no session.
    if (transport.sessionId === undefined) await transport.close();
    return response;
  }

  return {
    async handle(request) {
      // These servers ask on the stream of a call. One more stream for each server would soon use up the six
      // connections that a browser allows across all tabs.
      if (request.method === 'GET') return new Response(null, { status: 405, headers: { allow: 'POST, DELETE' } });
      const id = request.headers.get('mcp-session-id');
      if (id === null) return begin(request);
      const session = sessions.get(id);
      // The 404 tells the client to initialize again.
      if (session === undefined) return new Response('There is no such session.', { status: 404 });
      sessions.delete(id);
      sessions.set(id, session);
      return counted(await session.transport.handleRequest(request), session.responses);
    },
    async close() {
      await Promise.all([...sessions.values()].map(({ transport }) => transport.close()));
    },
  };
}

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  /** Responses still open. A call's response closes with its result, or when its reader leaves. */
  readonly responses: Set<Response>;
}

/** Counts a response as open until it ends. */
function counted(response: Response, responses: Set<Response>): Response {
  if (response.body === null) return response;
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const over = () => void responses.delete(response);
  responses.add(response);
  response.body.pipeTo(writable).then(over, over);
  return new Response(readable, response);
}

async function readHello(request: Request): Promise<unknown> {
  if (!isJsonContentType(request.headers.get('content-type'))) return undefined;
  const body: unknown = await request.json().catch(() => undefined);
  return isInitializeRequest(body) ? body : undefined;
}

const most = 8;
