import { run } from 'effection';
import { describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { createPluginClient, type PluginClientSettings, type TabChannel } from '../../src/client.ts';
import { answerWith, createMcpTool, makePlugin } from '../../src/plugin.ts';
import { createChatHandler, type ChatHandler, type ChatHandlerOptions } from '../../src/server.ts';
import { until } from './booking.ts';
import { createGate } from './gate.ts';

const declaration = createMcpTool('look')
  .description('Look for offers')
  .parameters(z.object({}))
  .elicits({ seat: z.object({ seat: z.string() }) });
const plugin = makePlugin(declaration)
  .onElicit({
    seat: answerWith(
      (_props: { onRespond: (answer: { seat: string }) => void }) => null,
      () => ({}),
    ),
  })
  .build();

/** A server whose tool asks for a seat and returns as much as a search does. */
function createServer(offers = '', limits: ChatHandlerOptions['limits'] = {}): ChatHandler {
  const tool = declaration.execute(function* (_, ctx) {
    const { action } = yield* ctx.elicit('seat', { message: 'Which seat?' });
    return `${action}: ${offers}`;
  });
  const chat = createChatHandler({
    provider: {
      async *stream(messages) {
        if (messages.at(-1)?.role === 'user') return { text: '', toolCalls: [{ name: 'look', arguments: {} }] };
        yield { type: 'text', content: 'Booked.' };
        return { text: 'Booked.', toolCalls: [] };
      },
    },
    tools: [tool],
    limits,
  });
  onTestFinished(() => chat.close());
  return chat;
}

interface Exchange {
  sent: string;
  received: string;
}

function open(chat: (request: Request) => Promise<Response>, settings: Partial<PluginClientSettings> = {}) {
  const exchanges: Exchange[] = [];
  const client = createPluginClient({
    endpoint: 'http://chat.test/',
    plugins: [plugin],
    storage: false,
    tabs: false,
    async fetch(_url, init) {
      const exchange = { sent: init?.body as string, received: '' };
      exchanges.push(exchange);
      const response = await chat(new Request('http://chat.test/', init));
      const body = response.body?.pipeThrough(
        new TransformStream<Uint8Array, Uint8Array>({
          transform(chunk, controller) {
            exchange.received += new TextDecoder().decode(chunk);
            controller.enqueue(chunk);
          },
        }),
      );
      return new Response(body, response);
    },
    ...settings,
  });
  onTestFinished(() => client.close());
  // A page shows it.
  client.subscribe(() => undefined);
  const answer = () => {
    const [item] = client.getSnapshot().pending;
    if (item?.status === 'pending') item.accept({ seat: '1A' });
  };
  const turn = async () => {
    await client.send('Look');
    answer();
    await until(client, ({ status, pending }) => status === 'idle' && pending.length === 0);
  };
  return { client, exchanges, answer, turn };
}

const isAsked = ({ status, pending }: { status: string; pending: readonly unknown[] }) =>
  status === 'waiting' && pending.length === 1;

describe('a conversation of 3 MiB', () => {
  const grown = async (limits?: ChatHandlerOptions['limits']) => {
    const chat = createServer('x'.repeat(100_000), limits);
    const opened = open(chat);
    for (let turns = 0; turns < 33; turns += 1) await opened.turn();
    expect(JSON.stringify(opened.client.getSnapshot().messages).length).toBeGreaterThan(3 * 2 ** 20);
    await opened.client.send('Once more');
    expect(isAsked(opened.client.getSnapshot())).toBe(true);
    return { chat, ...opened };
  };

  it('has its open question answered', async () => {
    const { client, exchanges, answer } = await grown();
    answer();
    await until(client, ({ status, pending }) => status === 'idle' && pending.length === 0);

    expect(client.getSnapshot().messages.at(-1)?.content).toBe('Booked.');
    expect(Math.max(...exchanges.map(({ sent }) => sent.length))).toBeLessThan(1000);
  });

  it('has its open question stopped', async () => {
    const { chat, client } = await grown();
    await client.abort();

    expect(client.getSnapshot().items.at(-1)?.status).toBe('aborted');
    expect(await run(() => chat.sessions.listActive())).toEqual([]);
  });

  it('is attached to by who knows nothing of it', async () => {
    const { chat, client } = await grown();
    const other = open(chat, { conversationId: client.conversationId });
    await other.client.attach();

    expect(isAsked(other.client.getSnapshot())).toBe(true);
    expect(other.client.getSnapshot().messages).toEqual(client.getSnapshot().messages);
  });
});

it('a conversation of 3 MiB goes on with its newest messages on a server that has forgotten it', async () => {
  let chat = createServer('x'.repeat(100_000));
  const errors: string[] = [];
  const { client, turn } = open((request) => chat(request), { onError: ({ code }) => errors.push(code) });
  for (let turns = 0; turns < 33; turns += 1) await turn();
  const before = client.getSnapshot().messages;
  chat = createServer();
  await turn();

  const { messages } = client.getSnapshot();
  expect(messages.slice(0, before.length)).toEqual(before);
  expect(messages.at(-1)?.content).toBe('Booked.');
  expect(errors).toEqual(['HISTORY_CUT', 'HISTORY_CUT']);
  await turn();
  expect(errors).toHaveLength(2);
});

it('a request and its response are as large in the fortieth turn as in the fifth', async () => {
  const { exchanges, turn } = open(createServer('x'.repeat(1000)));
  const sizes: { up: number; down: number }[] = [];
  for (let turns = 0; turns < 40; turns += 1) {
    const before = exchanges.length;
    await turn();
    const own = exchanges.slice(before);
    sizes.push({
      up: own.reduce((sum, { sent }) => sum + sent.length, 0),
      down: own.reduce((sum, { received }) => sum + received.length, 0),
    });
  }
  expect(sizes[39]?.up).toBe(sizes[4]?.up);
  expect(sizes[39]?.down).toBe(sizes[4]?.down);
});

it('a tab that attaches slowly while another answers shows what the server says at last', async () => {
  const chat = createServer();
  const listeners = new Map<object, (event: { data: unknown }) => void>();
  const tabs = (): TabChannel => {
    const own = {};
    return {
      postMessage: (data) => listeners.forEach((listener, other) => other !== own && listener({ data })),
      addEventListener: (_type, listener) => void listeners.set(own, listener),
      close: () => void listeners.delete(own),
    };
  };
  const arrives = createGate();
  const a = open(chat, { conversationId: 'c', tabs });
  const b = open(chat, {
    conversationId: 'c',
    tabs,
    async fetch(_url, init) {
      // The whole response is on its way, and late.
      const response = await chat(new Request('http://chat.test/', init));
      const text = await response.text();
      await arrives.opened;
      return new Response(text, response);
    },
  });
  await a.client.send('Look');
  const attached = b.client.attach();
  await until(a.client, isAsked);
  a.answer();
  await until(a.client, ({ status, pending }) => status === 'idle' && pending.length === 0);
  arrives.open();
  await attached;
  const shown = await until(b.client, ({ messages }) => messages.at(-1)?.content === 'Booked.');

  expect([shown.status, shown.items.map(({ status }) => status)]).toEqual(['idle', ['settled']]);
  expect(shown.messages).toEqual(a.client.getSnapshot().messages);
});

it('a server that was told nothing of what its predecessor said is sent the conversation once, and goes on', async () => {
  let chat = createServer();
  const before = chat;
  const { client, exchanges, turn } = open((async (request: Request) => chat(request)) as ChatHandler);
  await turn();
  chat = createServer();
  await before.close();
  const known = exchanges.length;
  await turn();

  const [refused, whole, ...others] = exchanges.slice(known);
  expect(refused?.received).toContain('HISTORY_UNKNOWN');
  expect((JSON.parse(whole?.sent ?? '') as { messages: unknown[] }).messages).toHaveLength(5);
  for (const { sent } of others) expect((JSON.parse(sent) as { messages: unknown[] }).messages).toEqual([]);
  expect(client.getSnapshot().messages.map(({ role }) => role)).toEqual(
    [1, 2].flatMap(() => ['user', 'assistant', 'tool', 'assistant']),
  );
  expect(client.getSnapshot().problem).toBeUndefined();
});
