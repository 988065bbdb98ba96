import { PassThrough, Writable } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { expect, it, onTestFinished, vi } from 'vitest';
import { holdBack } from '../../src/mcp/backpressure.ts';
import { eventually } from '../eventually.ts';

/** A server that answers each request with a thousand bytes, and a client that reads when it is told so. */
async function open() {
  const stdin = new PassThrough();
  const unread: (() => void)[] = [];
  const stdout = new Writable({
    write(_chunk, _encoding, done) {
      unread.push(done);
    },
  });
  // The SDK listens once for each message that is not read.
  stdout.setMaxListeners(0);
  const transport = new StdioServerTransport(stdin, stdout);
  const heard: number[] = [];
  let isClosed = false;
  transport.onmessage = (message) => {
    const { id } = message as { id: number };
    heard.push(id);
    void transport.send({ jsonrpc: '2.0', id, result: { text: 'x'.repeat(1000) } }).catch(() => undefined);
  };
  transport.onclose = () => (isClosed = true);
  holdBack(transport, stdin, stdout);
  await transport.start();
  onTestFinished(() => transport.close());
  let asked = 0;
  return {
    stdin,
    heard,
    isClosed: () => isClosed,
    ask(count: number) {
      const lines = Array.from({ length: count }, () => `{"jsonrpc":"2.0","id":${(asked += 1)},"method":"x"}\n`);
      for (let from = 0; from < count; from += 1000) stdin.write(lines.slice(from, from + 1000).join(''));
    },
    /** Read one write, as Node hands them out. */
    read: () => unread.shift()?.(),
  };
}

/** Let the streams get as far as they can. */
const settled = async () => {
  for (let turn = 0; turn < 2000; turn += 1) {
    await new Promise(setImmediate);
  }
};

it('a client that does not read is handled no further, and all in their order once it reads', async () => {
  const client = await open();
  client.ask(10_000);
  await settled();

  expect(client.heard.length).toBeGreaterThan(100);
  expect(client.heard.length).toBeLessThan(1000);

  for (let reads = 0; client.heard.length < 10_000 && reads < 100_000; reads += 1) {
    client.read();
    await new Promise(setImmediate);
  }
  expect(client.heard).toEqual(Array.from({ length: 10_000 }, (_, at) => at + 1));
});

it('one large message is handled, however many pieces it comes in', async () => {
  const client = await open();
  const message = `{"jsonrpc":"2.0","id":1,"method":"x","params":{"text":"${'x'.repeat(5_000_000)}"}}\n`;
  for (let from = 0; from < message.length; from += 65_536) client.stdin.write(message.slice(from, from + 65_536));
  client.ask(1);

  await eventually(() => expect(client.heard).toEqual([1, 1]));
});

it('the end of the input is noticed though much of it is not handled', async () => {
  const client = await open();
  client.ask(10_000);
  client.stdin.end();

  await eventually(() => expect(client.isClosed()).toBe(true));
  expect(client.heard.length).toBeLessThan(1000);
});

it('a client that sends on and reads nothing is gone after half a minute', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const client = await open();
  client.ask(50_000);
  await settled();
  vi.advanceTimersByTime(29_000);
  expect(client.isClosed()).toBe(false);
  client.read();
  vi.advanceTimersByTime(2000);
  expect(client.isClosed()).toBe(false);
  vi.advanceTimersByTime(30_000);
  expect(client.isClosed()).toBe(true);
});
