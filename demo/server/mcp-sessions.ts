import {
  isInitializeRequest,
  isJsonContentType,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';

/** MCP's sessions of the revisions that have them, over HTTP. */
export interface McpSessions {
  readonly handle: (request: Request) => Promise<Response>;
  readonly close: () => Promise<void>;
}

/**
 * A session for each client that says hello, until it leaves, or there are too many: then the quietest goes, and first
 * the quietest of those that have no call running. In a call a person may take their time.
 *
 * @param open - puts a server behind the session's transport
 */
export function createMcpSessions(
  open: (transport: WebStandardStreamableHTTPServerTransport) => Promise<void>,
): McpSessions {
  /** The quietest first. */
  const sessions = new Map<string, Session>();
  let beginning = 0;

  async function begin(request: Request): Promise<Response> {
    // Before a server is started for it: a page of anywhere can send what is no hello, or never ends.
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
    // A hello that was refused has begun nothing.
    if (transport.sessionId === undefined) await transport.close();
    return response;
  }

  return {
    async handle(request) {
      // What these servers ask, they ask on the stream of a call. One more for each server would soon take up the six
      // connections that a browser has for all of its tabs.
      if (request.method === 'GET') return new Response(null, { status: 405, headers: { allow: 'POST, DELETE' } });
      const id = request.headers.get('mcp-session-id');
      if (id === null) return begin(request);
      const session = sessions.get(id);
      // By this a client knows that it has to say hello again.
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
  /** Those that are not over: the one to a call is over when its result has come, or its reader has gone. */
  readonly responses: Set<Response>;
}

/** Keep a response among the others until it is over. */
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
