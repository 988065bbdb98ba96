import { describe, expect, it } from 'vitest';
import { createPluginClient } from '../../src/client.ts';
import { bookFlightPlugin } from '../client/harness.ts';
import { eventually } from '../eventually.ts';
const endless = () =>
  new ReadableStream<Uint8Array>({
    start(c) {
      c.enqueue(new TextEncoder().encode('{"error":'));
    },
  });
describe('a hostile server', () => {
  it('cannot hold the client with a refusal that never ends', async () => {
    const client = createPluginClient({
      transport: async () => new Response(endless(), { status: 400 }),
      plugins: [bookFlightPlugin],
    });
    void Promise.resolve(client.send('hi')).catch(() => 0);
    await eventually(() => expect(client.getSnapshot().problem?.code).toBe('HTTP_ERROR'));
    expect(client.getSnapshot().status).not.toBe('sending');
    await client.close();
  });
  it('cannot fill memory with a refusal', async () => {
    let pulled = 0;
    const big = new ReadableStream<Uint8Array>({
      pull(c) {
        pulled += 1;
        c.enqueue(new Uint8Array(1 << 20));
        if (pulled > 300) c.close();
      },
    });
    const client = createPluginClient({
      transport: async () => new Response(big, { status: 400 }),
      plugins: [bookFlightPlugin],
      onError: () => undefined,
    });
    void Promise.resolve(client.send('hi')).catch(() => 0);
    await eventually(() => expect(client.getSnapshot().problem?.code).toBe('HTTP_ERROR'));
    await client.close();
    expect(pulled).toBeLessThan(32);
  });
  it('a page of HTML with 200 is told as a failure', async () => {
    const errors: string[] = [];
    const client = createPluginClient({
      transport: async () =>
        new Response('<!doctype html>\n<h1>login</h1>', { headers: { 'content-type': 'text/html' } }),
      plugins: [bookFlightPlugin],
      onError: (e) => errors.push(e.code),
    });
    void Promise.resolve(client.send('hi')).catch(() => 0);
    await eventually(() => expect(client.getSnapshot().status).toBe('failed'));
    await client.close();
  });
});
