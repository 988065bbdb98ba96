import { Agent, createServer, get, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { nodeListener } from '../../src/command/node-listener.ts';
import { eventually } from '../eventually.ts';

const servers = new Set<Server>();
afterEach(() => {
  for (const server of servers) server.close();
  servers.clear();
});

async function serve(handler: (request: Request) => Promise<Response>): Promise<string> {
  const listener = nodeListener(handler);
  const server = createServer((request, response) => void listener(request, response));
  servers.add(server);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/chat?a=1`;
}

it('passes on method, address, headers and body, and gives back status and headers', async () => {
  const url = await serve(async (request) =>
    Response.json(
      { method: request.method, url: request.url, type: request.headers.get('x-kind'), body: await request.text() },
      { status: 418, headers: { 'x-answer': 'yes' } },
    ),
  );
  const response = await fetch(url, { method: 'POST', headers: { 'x-kind': 'tea' }, body: 'äö' });
  expect(response.status).toBe(418);
  expect(response.headers.get('x-answer')).toBe('yes');
  expect(await response.json()).toEqual({ method: 'POST', url, type: 'tea', body: 'äö' });
});

it('passes on each piece as it comes', async () => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const url = await serve(() => Promise.resolve(new Response(readable)));
  const response = await fetch(url);
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  for (const piece of ['one', 'two']) {
    void writer.write(new TextEncoder().encode(piece));
    expect(new TextDecoder().decode((await reader.read()).value)).toBe(piece);
  }
  await writer.close();
  expect((await reader.read()).done).toBe(true);
});

it('takes the next request of a connection after one whose body nobody read', async () => {
  const url = await serve(async ({ method }) => new Response(method, { status: method === 'POST' ? 401 : 200 }));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const send = (method: string, body = '') =>
    new Promise<{ status: number | undefined; port: number | undefined }>((resolve, reject) => {
      const sent = request(url, { method, agent }, (response) => {
        const answered = { status: response.statusCode, port: response.socket.localPort };
        response.resume().on('end', () => resolve(answered));
      });
      sent.on('error', reject).end(body);
    });
  const refused = await send('POST', 'x'.repeat(5_000_000));
  expect(refused.status).toBe(401);
  expect(await send('GET')).toEqual({ status: 200, port: refused.port });
});

it('cancels the body when the reader goes away', async () => {
  const cancel = vi.fn<() => void>();
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('one')),
    cancel,
  });
  const url = await serve(() => Promise.resolve(new Response(body)));
  const stop = new AbortController();
  const response = await fetch(url, { signal: stop.signal });
  await response.body?.getReader().read();
  expect(cancel).not.toHaveBeenCalled();
  stop.abort();
  await eventually(() => expect(cancel).toHaveBeenCalledOnce());
});

it('reads no further than a reader who takes nothing', async () => {
  const piece = new Uint8Array(256 * 1024);
  let pieces = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      pieces += 1;
      controller.enqueue(piece);
      if (pieces === 400) controller.close();
    },
  });
  const url = await serve(() => Promise.resolve(new Response(body)));
  const incoming = await new Promise<IncomingMessage>((resolve) => get(url, resolve));
  let before = -1;
  // Until the buffers on the way are full, and then no more.
  await vi.waitFor(
    () => {
      const now = pieces;
      const isStill = now === before;
      before = now;
      expect(isStill).toBe(true);
    },
    { interval: 200, timeout: 10_000 },
  );
  expect(before).toBeLessThan(200);

  let bytes = 0;
  for await (const chunk of incoming) bytes += (chunk as Uint8Array).length;
  expect(bytes).toBe(400 * piece.length);
});
