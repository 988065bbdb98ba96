import { createServer, type IncomingMessage } from 'node:http';
import { expect, onTestFinished } from 'vitest';
import { listen } from './recipes.ts';

/** A request to an OpenAI-compatible server. */
export interface ModelRequest {
  model: string;
  stream: boolean;
  temperature?: number;
  messages: { role: string; content: string | null; tool_call_id?: string; tool_calls?: { id: string }[] }[];
  tools?: { function: { name: string; description: string; parameters: { required?: string[] } } }[];
}

export interface ModelServer {
  /** The address up to `/v1`. */
  url: string;
  requests: { authorization: string | undefined; body: ModelRequest }[];
  /** Lets the model send the rest of its last reply. */
  goOn(): void;
}

/**
 * A server with OpenAI's chat completions. It calls book_flight, gives a tip, and repeats the tool's result in two
 * halves, the second after `goOn`.
 */
export async function startModelServer(): Promise<ModelServer> {
  const requests: ModelServer['requests'] = [];
  let goOn = () => {};
  const wentOn = new Promise<void>((resolve) => (goOn = resolve));
  const server = createServer(async (incoming, outgoing) => {
    expect(incoming.url).toBe('/v1/chat/completions');
    const body = JSON.parse(await textOf(incoming)) as ModelRequest;
    requests.push({ authorization: incoming.headers.authorization, body });
    outgoing.writeHead(200, { 'content-type': 'text/event-stream' });
    const say = (delta: object, finish_reason: string | null = null) =>
      outgoing.write(
        `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: body.model, choices: [{ index: 0, delta, finish_reason }] })}\n\n`,
      );
    const last = body.messages.at(-1);
    if (body.tools === undefined || body.tools.length === 0) {
      say({ role: 'assistant', content: 'Walk.' });
      say({}, 'stop');
    } else if (last?.role === 'tool') {
      say({ role: 'assistant', content: 'The first half, ' });
      await wentOn;
      say({ content: `and ${String(last.content)}` });
      say({}, 'stop');
    } else {
      const call = { index: 0, id: 'c1', type: 'function', function: { name: 'book_flight', arguments: '' } };
      say({ role: 'assistant', tool_calls: [call] });
      for (const piece of ['{"from":"NYC",', '"destination":"LAX"}']) {
        say({ tool_calls: [{ index: 0, function: { arguments: piece } }] });
      }
      say({}, 'tool_calls');
    }
    outgoing.end('data: [DONE]\n\n');
  });
  const port = await listen(server);
  onTestFinished(() => {
    goOn();
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${port}/v1`, requests, goOn };
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of incoming.setEncoding('utf8')) text += chunk as string;
  return text;
}
