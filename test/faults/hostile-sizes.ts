import fc from 'fast-check';
import { run } from 'effection';
import { expect } from 'vitest';
import { createPluginClient, type ChatTransport } from '../../src/client.ts';
import { agent, accept, createChat, messagesOf, questionOf, user } from '../chat/harness.ts';
import { book, bookingPlugin, createTraveller, openBookingServer } from './booking.ts';

/** JSON built to be slow, described in a few words so that a failure is readable. */
interface Large {
  kind: 'objects' | 'lists' | 'zeros' | 'names' | 'shapes' | 'deep' | 'nested' | 'text' | 'quotes' | 'blanks' | 'open';
  /** In characters, approximately. */
  length: number;
  inner: string;
}

const large: fc.Arbitrary<Large> = fc.record({
  kind: fc.constantFrom<Large['kind'][]>(
    'objects',
    'lists',
    'zeros',
    'names',
    'shapes',
    'deep',
    'nested',
    'text',
    'quotes',
    'blanks',
    'open',
  ),
  length: fc.oneof(fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 3000, max: 2_500_000 })),
  inner: fc.constantFrom('0', '{}', '"x"', '[[]]', '{"id":7}', '{"role":"user","content":7}'),
});

function write({ kind, length, inner }: Large): string {
  const many = (entry: (index: number) => string, [open, close] = ['[', ']']) => {
    const count = Math.ceil(length / (entry(100_000).length + 1));
    return `${open}${Array.from({ length: count }, (_, index) => entry(index)).join(',')}${close}`;
  };
  const depth = Math.ceil(length / 7);
  switch (kind) {
    case 'objects':
      return many(() => inner);
    case 'lists':
      return many(() => `[${inner}]`);
    case 'zeros':
      return many(() => '0');
    case 'names':
      return many((index) => `"n${index}":${inner}`, ['{', '}']);
    case 'shapes':
      return many((index) => `{"n${index}":${inner}}`);
    case 'deep':
      return '['.repeat(depth) + inner + ']'.repeat(depth);
    case 'nested':
      return '{"a":'.repeat(depth) + inner + '}'.repeat(depth);
    case 'text':
      return `"${'x'.repeat(length)}"`;
    case 'quotes':
      return `"${'\\"['.repeat(depth)}"`;
    case 'blanks':
      return `[${' '.repeat(length)}${inner}]`;
    case 'open':
      return '['.repeat(length);
  }
}

/** One body for each status that must occur, because a few random runs may miss some. */
const ways: [number, number, Large][] = [
  [0, 0, { kind: 'text', length: 1, inner: '0' }],
  [0, 0, { kind: 'zeros', length: 1, inner: '0' }],
  [0, 0, { kind: 'text', length: 2_500_000, inner: '0' }],
];

/** Replaces one value of JSON text, picked by `at`. */
function plant(json: string, at: number, planted: string): string {
  const places = [...json.matchAll(/:("(?:[^"\\]|\\.)*"|-?[\d.]+|true|false|null|\[\]|\{\})/g)];
  const place = places[at % places.length];
  if (place === undefined) return planted;
  const from = place.index + 1;
  return json.slice(0, from) + planted + json.slice(from + (place[1]?.length ?? 0));
}

/** Sends bodies with a large value. Each must get a stream or a coded 4xx, and a waiting call must survive. */
export async function playBodies(runs: number): Promise<Map<number, number>> {
  const chat = createChat(agent(), { limits: { perProcess: 50, rememberedTurns: 20, patience: 300 } });
  const first = await chat.post({ conversationId: 'kept', messages: [user('Book')] }, { 'x-user': 'ada' });
  const question = questionOf(first);
  const valid = [
    { conversationId: 'c', messages: [user('hello')], enabledPlugins: [], capabilities: { url: false }, more: 1 },
    { conversationId: 'c', messages: messagesOf(first), pluginElicitResponses: [accept(question, { flightId: 'a' })] },
    { conversationId: 'c', messages: [], pluginAbort: { sessionId: question.sessionId, reason: 'x' } },
    { conversationId: 'c', messages: messagesOf(first), attach: true },
  ].map((body) => JSON.stringify(body));
  const statuses = new Map<number, number>();
  const property = fc.asyncProperty(fc.nat(valid.length - 1), fc.nat(1000), large, async (which, at, planted) => {
    const response = await chat.handler(
      new Request('http://chat.test/', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: plant(valid[which] ?? '', at, write(planted)),
      }),
    );
    const text = await response.text();
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    expect([200, 400, 413]).toContain(response.status);
    expect(response.status === 200 || /^\{"error":\{"code":"[A-Z_]+","message":".{1,1000}"\}\}$/s.test(text)).toBe(
      true,
    );
  });
  await fc.assert(property, { numRuns: runs, examples: ways });
  expect(chat.errors).toEqual([]);
  const second = await chat.post(
    { conversationId: 'kept', messages: [], pluginElicitResponses: [accept(question, { flightId: 'FL001' })] },
    { 'x-user': 'ada' },
  );
  expect(questionOf(second).key).toBe('pickSeat');
  expect((await run(() => chat.handler.sessions.listActive())).length).toBeLessThanOrEqual(50);
  return statuses;
}

/** Reads streams with a large value. Each must end in a usable state, and the next stream must be read. */
export async function playStreams(runs: number): Promise<Map<string, number>> {
  const server = await openBookingServer();
  await book(createTraveller({ endpoint: server.proxy.url }), 'LAX');
  const recorded = server.proxy.requests.map(({ response = '' }) => response);
  const codes = new Map<string, number>();
  const property = fc.asyncProperty(
    fc.nat(recorded.length - 1),
    fc.nat(1000),
    fc.nat(1000),
    large,
    async (part, at, line, planted) => {
      const lines = (recorded[part] ?? '').split('\n').filter((text) => text !== '');
      const bad = line % lines.length;
      const stream = `${lines.with(bad, plant(lines[bad] ?? '', at, write(planted))).join('\n')}\n`;
      const told = [stream, `${JSON.stringify({ revision: 2 ** 40, event: { type: 'complete' } })}\n`];
      let requests = 0;
      let longest = 0;
      const transport: ChatTransport = () => {
        requests += 1;
        return Promise.resolve(new Response(told.shift() ?? null));
      };
      const client = createPluginClient({
        transport,
        plugins: [bookingPlugin],
        storage: false,
        retry: { tries: 1, wait: () => Promise.resolve() },
        onError: ({ code, message }) => {
          codes.set(code, (codes.get(code) ?? 0) + 1);
          longest = Math.max(longest, message.length);
        },
      });
      await client.send('Book');
      const { status, pending, text } = client.getSnapshot();
      expect(['failed', 'idle', 'waiting']).toContain(status);
      expect(longest).toBeLessThan(3000);
      expect(requests).toBeLessThanOrEqual(2);
      expect(text.length + JSON.stringify(pending).length).toBeLessThan(8 * stream.length + 1000);
      await client.close();
    },
  );
  await fc.assert(property, { numRuns: runs });
  return codes;
}
