import {
  createServer,
  request as requestUpstream,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ChatRequestBody } from '../../src/server.ts';
import { nodeListener } from '../../src/command/node-listener.ts';

/** A network fault for one request. */
export type Fault =
  /** The connection breaks before the request reaches the server. */
  | { type: 'unsent' }
  /** The server has the request, but the connection breaks before any of the response arrives. */
  | { type: 'unanswered' }
  /** The server has written its whole response, but the connection breaks before any of it arrives. */
  | { type: 'undelivered' }
  /** The response ends after this many bytes or lines. The connection breaks, or (`gently`) seems to end normally. */
  | { type: 'cut'; bytes: number; gently?: boolean }
  | { type: 'cut'; lines: number; gently?: boolean }
  /** The request reaches the server twice in sequence, and one of the responses arrives. */
  | { type: 'doubled'; delivers: 'first' | 'second' }
  /** The request waits on its way to the server. */
  | { type: 'delayed'; until: Promise<unknown> }
  /** The request and each line of the response wait for `turn`. */
  | { type: 'slow'; turn: () => Promise<unknown>; fault?: Fault | undefined }
  /** An intermediary answers in place of the server, which may (`isDone`) have handled the request. */
  | { type: 'refused'; status: number; headers?: Record<string, string>; isDone?: boolean };

/** A request as it reached the proxy. */
export interface SeenRequest {
  /** Counted from 1. */
  readonly number: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: ChatRequestBody;
  /** Whether the request brings answers. */
  readonly answers: boolean;
  /** The fault applied to it. */
  readonly fault: Fault | undefined;
  /** The status of the server's response, once there is one. */
  status: number | undefined;
  /** Set once the server's response is complete, even if not all of it arrived. */
  response: string | undefined;
}

export interface FaultProxy {
  /** The address for the client's requests. */
  readonly url: string;
  readonly requests: readonly SeenRequest[];
  /** Ends every connection to the server at once, as if its process died. */
  breakAll(): void;
  close(): Promise<void>;
}

export type Plan = (request: Omit<SeenRequest, 'fault' | 'status' | 'response'>) => Fault | undefined;

/**
 * Puts a faulty network between a client and a chat handler. Both ends are real HTTP, on their own ports.
 *
 * Nothing is random: the plan decides what happens to each request.
 */
export async function openFaultProxy(
  handler: (request: Request) => Promise<Response>,
  plan: Plan = () => undefined,
): Promise<FaultProxy> {
  const requests: SeenRequest[] = [];
  const server = createServer((incoming, outgoing) => void nodeListener(handler)(incoming, outgoing));
  const port = await listen(server);
  const proxy = createServer((incoming, outgoing) => {
    void pass(incoming, outgoing).catch(() => outgoing.socket?.destroy());
  });

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const text = await readAll(incoming);
    const body = JSON.parse(text) as ChatRequestBody;
    const facts = {
      number: requests.length + 1,
      headers: incoming.headers,
      body,
      answers: (body.pluginElicitResponses?.length ?? 0) > 0,
    };
    const planned = plan(facts);
    const seen: SeenRequest = { ...facts, fault: planned, status: undefined, response: undefined };
    requests.push(seen);
    const ask = async () => {
      const response = await forward(port, incoming.headers, text);
      seen.status = response.statusCode;
      return response;
    };
    const turn = planned?.type === 'slow' ? planned.turn : undefined;
    const fault = planned?.type === 'slow' ? planned.fault : planned;
    await turn?.();

    switch (fault?.type) {
      case 'unsent':
        return void outgoing.socket?.resetAndDestroy();
      case 'unanswered': {
        const response = await ask();
        response.destroy();
        return void outgoing.socket?.resetAndDestroy();
      }
      case 'undelivered':
        seen.response = await readAll(await ask());
        return void outgoing.socket?.resetAndDestroy();
      case 'doubled': {
        const first = await ask();
        const second = await ask();
        const [delivered, other] = fault.delivers === 'first' ? [first, second] : [second, first];
        other.resume();
        return deliver(delivered, outgoing, seen, undefined, turn);
      }
      case 'refused':
        if (fault.isDone === true) seen.response = await readAll(await ask());
        outgoing.writeHead(fault.status, { connection: 'close', ...fault.headers });
        return void outgoing.end();
      case 'delayed':
        await fault.until;
        return deliver(await ask(), outgoing, seen);
      case 'slow':
        throw new TypeError('What is slow already cannot be slowed once more.');
      default:
        return deliver(await ask(), outgoing, seen, fault, turn);
    }
  }

  const proxyPort = await listen(proxy);
  return {
    url: `http://127.0.0.1:${proxyPort}/api/chat`,
    requests,
    breakAll: () => server.closeAllConnections(),
    async close() {
      await Promise.all([stop(proxy), stop(server)]);
    },
  };
}

async function deliver(
  response: IncomingMessage,
  outgoing: ServerResponse,
  seen: SeenRequest,
  cut?: Extract<Fault, { type: 'cut' }>,
  turn?: () => Promise<unknown>,
): Promise<void> {
  outgoing.writeHead(response.statusCode ?? 502, { ...endToEnd(response.headers), connection: 'close' });
  outgoing.flushHeaders();
  const chunks: Buffer[] = [];
  let left = cut !== undefined && 'bytes' in cut ? cut.bytes : Infinity;
  let lines = cut !== undefined && 'lines' in cut ? cut.lines : Infinity;
  if (left === 0 || lines === 0) return breakOff(response, outgoing, cut);
  for await (const chunk of turn === undefined ? (response as AsyncIterable<Buffer>) : inTurn(response, turn)) {
    chunks.push(chunk);
    let length = Math.min(chunk.length, left);
    for (let at = chunk.indexOf(10); at >= 0 && at < length; at = chunk.indexOf(10, at + 1)) {
      lines -= 1;
      if (lines === 0) length = at + 1;
    }
    left -= length;
    await new Promise((resolve) => outgoing.write(chunk.subarray(0, length), resolve));
    if (left === 0 || lines === 0) return breakOff(response, outgoing, cut);
  }
  seen.response = Buffer.concat(chunks).toString();
  outgoing.end();
}

/** Yields one line at a time, each after its turn. */
async function* inTurn(response: AsyncIterable<Buffer>, turn: () => Promise<unknown>): AsyncGenerator<Buffer> {
  for await (const chunk of response) {
    for (let at = 0, end = 0; at < chunk.length; at = end) {
      end = chunk.indexOf(10, at) + 1 || chunk.length;
      await turn();
      yield chunk.subarray(at, end);
    }
  }
}

async function breakOff(
  response: IncomingMessage,
  outgoing: ServerResponse,
  cut: Extract<Fault, { type: 'cut' }> | undefined,
): Promise<void> {
  response.destroy();
  if (cut?.gently === true) return void outgoing.end();
  // Let the kernel deliver the written bytes before the connection ends.
  await new Promise((resolve) => setImmediate(resolve));
  outgoing.socket?.destroy();
}

function forward(port: number, headers: IncomingHttpHeaders, body: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const upstream = requestUpstream(
      { port, host: '127.0.0.1', method: 'POST', path: '/api/chat', headers: endToEnd(headers), agent: false },
      (response) => resolve(response.on('error', () => undefined)),
    );
    upstream.on('error', reject);
    upstream.end(body);
  });
}

/** The headers that apply end to end, not to one connection. */
function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { connection: _, 'keep-alive': __, 'transfer-encoding': ___, ...rest } = headers;
  return rest;
}

async function readAll(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
