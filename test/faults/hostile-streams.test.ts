import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPluginClient, type ChatTransport } from '../../src/client.ts';
import { bookingPlugin, book, createTraveller, openBookingServer } from './booking.ts';
import { runs } from '../runs.ts';

const encoder = new TextEncoder();

/** Lines that a server might send to break things. */
const hostileLines = fc.oneof(
  fc.constantFrom(
    '{"revision":1,"event":{"type":"session_info","capabilities":{"__proto__":{"polluted":true},"attach":"yes"}}}',
    '{"revision":2,"event":{"type":"__proto__"}}',
    '{"revision":3,"event":{"type":"constructor","prototype":{"polluted":true}}}',
    '{"__proto__":{"polluted":true},"revision":4,"event":{"type":"text","content":"x"}}',
    '{"revision":-1,"event":null}',
    '{"revision":1e999,"event":{"type":"text","content":7}}',
    '{"revision":9007199254740993,"event":{"type":"text","content":"late"}}',
    '{"revision":5,"event":{"type":"tool_calls","calls":{"length":1e9}}}',
    '{"revision":6,"event":{"type":"plugin_elicit_request"}}',
    '{"revision":7,"event":{"type":"messages","messages":[{"role":"__proto__"}]}}',
    '{"revision":8,"event":{"type":"error","code":"constructor","message":7}}',
    'null',
    '[]',
    '"\\ud800"',
    '{"revision":9,',
    '\u0000',
    '\u2028',
  ),
  fc.constant(`{"revision":10,"event":${'['.repeat(5000)}`),
  fc.constant(`{"revision":11,"event":{"type":"text","content":${'{"a":'.repeat(1500)}1${'}'.repeat(1500)}}}`),
  fc.constant(`{"revision":12,"event":{"type":"text","content":"${'x'.repeat(10_000)}"}}`),
  fc.jsonValue().map((event) => JSON.stringify({ revision: 13, event })),
);

interface Mutation {
  how: 'cut' | 'bytes' | 'insert' | 'swap' | 'drop' | 'repeat' | 'rename' | 'value';
  at: number;
  other: number;
  line: string;
  bytes: Uint8Array;
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  how: fc.constantFrom('cut', 'bytes', 'insert', 'insert', 'swap', 'drop', 'repeat', 'rename', 'value'),
  at: fc.nat(100_000),
  other: fc.nat(100_000),
  line: hostileLines,
  bytes: fc.uint8Array({ minLength: 1, maxLength: 20 }),
});

/** Names and values that a stream holds, and what they might be turned into. */
const names = [
  'type',
  'elicitId',
  'callId',
  'sessionId',
  'content',
  'messages',
  'key',
  'schema',
  'attempt',
  'revision',
];
const values = ['null', '-1', '"__proto__"', '[]', '{"__proto__":{"polluted":true}}', '1e400', `"${'y'.repeat(300)}"`];

function mutate(text: string, { how, at, other, line, bytes }: Mutation): string | Uint8Array {
  const lines = text.split('\n');
  const [one, two] = [at % lines.length, other % lines.length];
  switch (how) {
    case 'cut':
      return text.slice(0, at % (text.length + 1));
    case 'bytes': {
      const garbled = encoder.encode(text);
      garbled.set(bytes.subarray(0, garbled.length), at % Math.max(1, garbled.length - bytes.length));
      return garbled;
    }
    case 'insert':
      return lines.toSpliced(one, 0, line).join('\n');
    case 'swap':
      return lines
        .with(one, lines[two] ?? '')
        .with(two, lines[one] ?? '')
        .join('\n');
    case 'drop':
      return lines.toSpliced(one, 1).join('\n');
    case 'repeat':
      return lines.toSpliced(one, 0, ...Array<string>(other % 20).fill(lines[one] ?? '')).join('\n');
    case 'rename':
      return text.replaceAll(`"${names[at % names.length]}":`, `"${names[other % names.length]}":`);
    case 'value': {
      const name = `"${names[at % names.length]}":`;
      return text.replaceAll(new RegExp(`${name}("[^"]*"|[\\d.]+)`, 'g'), `${name}${values[other % values.length]}`);
    }
  }
}

function mutateAll(text: string, mutations: readonly Mutation[]): Uint8Array {
  let bytes = encoder.encode(text);
  for (const each of mutations) {
    const mutated = mutate(new TextDecoder().decode(bytes), each);
    bytes = typeof mutated === 'string' ? encoder.encode(mutated) : new Uint8Array(mutated);
  }
  return bytes;
}

/** Says that the server has the person's message, so that a turn can come to its end. */
const confirmed = `${JSON.stringify({
  revision: 0,
  event: { type: 'messages', messages: [{ role: 'user', id: 'said', content: 'Book' }] },
})}\n`;

/** What was recorded of a booking, as its three responses. */
async function recordBooking(): Promise<string[]> {
  const server = await openBookingServer();
  await book(createTraveller({ endpoint: server.proxy.url }), 'LAX');
  return server.proxy.requests.map(({ response = '' }) => response);
}

describe('hostile streams', () => {
  it('neither break, hang nor pollute a client, which keeps no more than it was sent', async () => {
    const recorded = await recordBooking();
    const statuses = new Map<string, number>();
    let largest = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.nat(recorded.length - 1),
        fc.array(mutation, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 1, max: 8 }),
        async (part, mutations, chunks) => {
          const bytes = new Uint8Array([...encoder.encode(confirmed), ...mutateAll(recorded[part] ?? '', mutations)]);
          const transport: ChatTransport = async () => new Response(chunked(bytes, Math.ceil(bytes.length / chunks)));
          const client = createPluginClient({
            transport,
            plugins: [bookingPlugin],
            storage: false,
            retry: { tries: 1, wait: () => Promise.resolve() },
            onError: () => undefined,
          });
          await client.send('Book', { id: 'said' });
          const snapshot = client.getSnapshot();
          statuses.set(snapshot.status, (statuses.get(snapshot.status) ?? 0) + 1);
          // Read at most twice: once, and once more where it broke off. A question is kept as it came and as it reads.
          const kept = JSON.stringify(snapshot).length;
          largest = Math.max(largest, kept / (bytes.length + 1000));
          await client.close();
          expect(client.getSnapshot().status).not.toBe('streaming');
        },
      ),
      { numRuns: runs(10_000) },
    );
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(largest).toBeLessThan(8);
    expect([...statuses.keys()].toSorted()).toEqual(['failed', 'idle', 'waiting']);
  }, 240_000);
});

function chunked(bytes: Uint8Array, size: number): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.subarray(at, at + size));
      controller.close();
    },
  });
}
