import type { ChatStreamLine } from '../../src/server.ts';

/**
 * Makes a handler act like an older server: no `settled`, no attempts, no relevant capabilities, no resuming or
 * attaching. It sends `conversation_state` only before `complete`, and an error for a repeated answer.
 */
export function asOlderServer(handler: (request: Request) => Promise<Response>) {
  const seen = new Set<string>();
  return async (request: Request): Promise<Response> => {
    const body = (await request.json()) as {
      conversationId?: string;
      attach?: boolean;
      revision?: number;
      pluginElicitResponses?: { elicitId: string; attempt?: number }[];
    };
    const headers = new Headers(request.headers);
    // Older servers ignore resume headers: a resume is a normal POST, and without an answer it starts a turn.
    headers.delete('x-last-lsn');
    headers.delete('x-session-id');
    const { attach: _, revision: __, ...known } = body;
    for (const { elicitId } of known.pluginElicitResponses ?? []) {
      if (seen.has(elicitId)) return streamOf([{ type: 'error', ...mismatch(elicitId) }]);
      seen.add(elicitId);
    }
    const response = await handler(new Request(request.url, { method: 'POST', headers, body: JSON.stringify(known) }));
    if (!response.ok) return response;
    return translated(response, () => messagesOf(handler, request, body.conversationId));
  };
}

function mismatch(elicitId: string) {
  return { code: 'INTERNAL_ERROR', message: `Elicitation ID mismatch: ${elicitId} is not pending`, recoverable: false };
}

async function messagesOf(
  handler: (request: Request) => Promise<Response>,
  { url, headers }: Request,
  conversationId: string | undefined,
): Promise<readonly unknown[]> {
  const body = JSON.stringify({ conversationId, messages: [], revision: 0, attach: true });
  const response = await handler(new Request(url, { method: 'POST', headers, body }));
  const lines = (await response.text()).split('\n').filter((line) => line !== '');
  return lines
    .map((line) => (JSON.parse(line) as ChatStreamLine).event)
    .flatMap((event) => (event.type === 'snapshot' ? event.events : []))
    .flatMap((event) => (event.type === 'messages' ? event.messages : []));
}

async function translated(response: Response, history: () => Promise<readonly unknown[]>): Promise<Response> {
  const lines = (await response.text()).split('\n').filter((line) => line !== '');
  const events = lines.map((line) => (JSON.parse(line) as ChatStreamLine).event as { type: string });
  const messages = await history();
  return streamOf(
    events.flatMap((event) => {
      switch (event.type) {
        case 'session_info':
          return [
            { type: 'session_info', capabilities: { thinking: true, streaming: true, tools: [] }, persona: null },
          ];
        case 'plugin_elicit_settled':
        case 'plugin_session_status':
          return [];
        case 'plugin_elicit_request': {
          const {
            attempt: _attempt,
            params: _params,
            ...older
          } = event as { type: string; attempt?: number; params?: unknown };
          return [older];
        }
        case 'messages':
        case 'snapshot':
          return [];
        case 'tool_calls': {
          const { calls } = event as { type: string; calls?: unknown };
          return [{ type: 'tool_calls', calls }];
        }
        case 'waiting':
          return [{ type: 'conversation_state', conversationState: { messages } }];
        default:
          return [event];
      }
    }),
  );
}

function streamOf(events: readonly { type: string }[]): Response {
  const lines = events.map((event, index) => `${JSON.stringify({ lsn: index + 1, event })}\n`);
  return new Response(lines.join(''), { headers: { 'content-type': 'application/x-ndjson' } });
}
