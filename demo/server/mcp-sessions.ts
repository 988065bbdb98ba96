import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';

/** MCP's sessions of the revisions that have them, over HTTP. */
export interface McpSessions {
  readonly handle: (request: Request) => Promise<Response>;
  readonly close: () => Promise<void>;
}

/**
 * A session for each client that says hello, until it leaves, is told to go, or too many others have come since.
 *
 * @param open - puts a server behind the session's transport
 */
export function createMcpSessions(
  open: (transport: WebStandardStreamableHTTPServerTransport) => Promise<void>,
): McpSessions {
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();

  async function begin(request: Request): Promise<Response> {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized(id) {
        sessions.set(id, transport);
        const [oldest] = sessions.values();
        if (sessions.size > most) void oldest?.close();
      },
    });
    await open(transport);
    const { onclose } = transport;
    transport.onclose = () => {
      sessions.delete(transport.sessionId ?? '');
      onclose?.();
    };
    const response = await transport.handleRequest(request);
    // What was no hello has begun nothing.
    if (transport.sessionId === undefined) await transport.close();
    return response;
  }

  return {
    async handle(request) {
      const id = request.headers.get('mcp-session-id');
      if (id === null) return begin(request);
      const transport = sessions.get(id);
      // By this a client knows that it has to say hello again.
      if (transport === undefined) return new Response('There is no such session.', { status: 404 });
      const response = await transport.handleRequest(request);
      return request.method === 'GET' ? untilLeft(response, () => void transport.close()) : response;
    },
    async close() {
      await Promise.all([...sessions.values()].map((transport) => transport.close()));
    },
  };
}

const most = 12;

/** The stream of what no call asked for is open as long as the page is: who leaves it has left. */
function untilLeft(response: Response, onLeft: () => void): Response {
  if (!response.ok || response.body === null) return response;
  const reader = response.body.getReader();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel(reason) {
      await reader.cancel(reason);
      onLeft();
    },
  });
  return new Response(body, response);
}
