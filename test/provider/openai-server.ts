import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A request as the server got it. */
export interface GotRequest {
  headers: IncomingMessage['headers'];
  body: {
    model: string;
    messages: { role: string; content: unknown; tool_calls?: unknown; tool_call_id?: string }[];
    tools?: { type: string; function: { name: string; parameters: object } }[];
    response_format?: { type: string; json_schema?: { schema: object } };
    max_tokens?: number;
    stream?: boolean;
    stream_options?: { include_usage?: boolean };
  };
  /** Resolves once the client has closed the connection before the response's end. */
  left: Promise<void>;
}

export type Answer = (request: GotRequest, response: ServerResponse) => void | Promise<void>;

/** Serve the chat completions of OpenAI's API, as far as a streaming client needs them. */
export async function serveOpenAi(answer: Answer): Promise<{ baseURL: string; requests: GotRequest[] }> {
  const requests: GotRequest[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const left = new Promise<void>((resolve) => {
        response.once('close', () => {
          if (!response.writableEnded) resolve();
        });
      });
      const body = JSON.parse(Buffer.concat(parts).toString()) as GotRequest['body'];
      const got = { headers: request.headers, body, left };
      requests.push(got);
      void answer(got, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, requests };
}

/** Part of a streamed answer. */
export interface Delta {
  content?: string;
  reasoning_content?: string;
  tool_calls?: { index: number; id?: string; type?: 'function'; function: { name?: string; arguments: string } }[];
}

export const usage = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 };

/** Begin a stream and write its deltas. */
export function begin(response: ServerResponse, deltas: readonly Delta[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const delta of deltas) write(response, { choices: [{ index: 0, delta, finish_reason: null }] });
}

/** Stream a whole answer. */
export function say(response: ServerResponse, deltas: readonly Delta[], reason = 'stop'): void {
  begin(response, deltas);
  write(response, { choices: [{ index: 0, delta: {}, finish_reason: reason }] });
  write(response, { choices: [], usage });
  response.end('data: [DONE]\n\n');
}

/** Refuse a request as OpenAI does. */
export function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error: { message, type: 'error', code: null } }));
}

function write(response: ServerResponse, chunk: object): void {
  response.write(
    `data: ${JSON.stringify({ id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm', ...chunk })}\n\n`,
  );
}
