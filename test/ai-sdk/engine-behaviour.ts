import type { AbstractChat, ChatState, UIMessage } from 'ai';
import { describe, expect, it, onTestFinished } from 'vitest';
import { elicitChatTransport, uiMessagesOf } from '../../src/ai-sdk-react.ts';
import { resumed } from '../../src/ai-sdk-react/elicit-chat-transport.ts';
import { createPluginClient, type PluginClient, type PluginClientSettings } from '../../src/client.ts';
import { createChatHandler, memoryStore, type ChatHandlerOptions, type DurableStore } from '../../src/server.ts';
import { createScriptedProvider, memoryTransport, type ScriptedTurn } from '../../src/testing.ts';
import { declaration } from '../chat/harness.ts';

export const calls: ScriptedTurn = {
  text: 'One moment.',
  toolCalls: [{ name: 'book_flight', arguments: { from: 'NYC', destination: 'LAX' } }],
};
export const ticket = { ticket: 'TKT-1', seat: '12A' };

/** A server whose model follows a script. Its bookings are counted. */
export function openEngine(
  says: (ScriptedTurn | (() => Promise<ScriptedTurn>))[],
  store: DurableStore = memoryStore(),
  options: Partial<ChatHandlerOptions> = {},
) {
  const counts = { search: 0, book: 0, model: 0 };
  const provider = createScriptedProvider(() => {
    const turn = says[(counts.model += 1) - 1] ?? { text: 'Nothing more.' };
    return typeof turn === 'function' ? turn() : turn;
  });
  const bookFlight = declaration.execute(function* ({ destination }, ctx) {
    if (destination === 'nowhere') throw new Error('There is no such place.');
    const flights = yield* ctx.step('search', () => {
      counts.search += 1;
      return ['FL001'];
    });
    const flight = yield* ctx.elicit('pickFlight', { message: 'Which flight?', flights });
    if (flight.action !== 'accept') return `Not booked: ${flight.action}.`;
    const seat = yield* ctx.elicit('pickSeat', { message: 'Which seat?' });
    if (seat.action !== 'accept') return `Not booked: ${seat.action}.`;
    return yield* ctx.step('book', () => {
      counts.book += 1;
      return { ticket: 'TKT-1', seat: `${seat.content.row}${seat.content.seat}` };
    });
  });
  const handler = createChatHandler({ provider, tools: [bookFlight], store, onEvent: () => undefined, ...options });
  onTestFinished(() => handler.close());
  return { handler, counts };
}

export function openClient(
  engine: ReturnType<typeof openEngine>,
  { carry = memoryTransport(engine.handler), ...more }: Partial<PluginClientSettings> & { carry?: Carry } = {},
): PluginClient {
  const client = createPluginClient({
    transport: carry,
    conversationId: 'c',
    plugins: [],
    capabilities: { genericForm: true },
    storage: false,
    tabs: false,
    retry: false,
    onError: () => undefined,
    ...more,
  });
  onTestFinished(() => client.close());
  return client;
}

type Carry = ReturnType<typeof memoryTransport>;

/** Waits for a question and answers it. */
export async function answer(client: PluginClient, message: string, content: object): Promise<void> {
  const find = () => client.getSnapshot().pending.find((item) => item.message === message);
  await expect.poll(() => find()?.status).toBe('pending');
  const item = find();
  if (item?.status === 'pending') item.accept(content);
}

export function rests(client: PluginClient): Promise<void> {
  return expect.poll(() => client.getSnapshot().status).not.toMatch(/sending|streaming/);
}

type ChatOf = new (init: ConstructorParameters<typeof AbstractChat<UIMessage>>[0]) => AbstractChat<UIMessage>;

/** Tests that hold with every version of the SDK, without a page. */
export function describeElicitTransport(version: string, Chat: ChatOf): void {
  describe(`elicitChatTransport on ${version}`, () => {
    function openChat(client: PluginClient, messages: UIMessage[] = []) {
      const state: ChatState<UIMessage> = {
        status: 'ready',
        error: undefined,
        messages,
        pushMessage: (message) => (state.messages = [...state.messages, message]),
        popMessage: () => (state.messages = state.messages.slice(0, -1)),
        replaceMessage: (at, message) => (state.messages = state.messages.with(at, structuredClone(message))),
        snapshot: structuredClone,
      };
      return new Chat({ id: client.conversationId, state, transport: elicitChatTransport(client) });
    }
    const plain = (messages: readonly UIMessage[]) => JSON.parse(JSON.stringify(messages)) as unknown;

    it('tells text, calls and outcomes, in the same messages as the client has', async () => {
      const engine = openEngine([calls, { text: 'Booked. Good trip!' }]);
      const client = openClient(engine);
      const chat = openChat(client);
      await chat.sendMessage({ text: 'Book' });
      expect(chat.messages.at(-1)?.parts).toMatchObject([
        { type: 'step-start' },
        { type: 'text', text: 'One moment.', state: 'done' },
        { type: 'tool-book_flight', state: 'input-available', input: { destination: 'LAX' } },
      ]);
      await answer(client, 'Which flight?', { flightId: 'FL001' });
      await answer(client, 'Which seat?', { row: 12, seat: 'A' });
      await expect.poll(() => engine.counts.model).toBe(2);
      const before = chat.messages.at(-1)?.parts.length;
      await chat.sendMessage(undefined, { metadata: resumed });
      await rests(client);
      expect(chat.messages.at(-1)?.parts.slice(before)).toMatchObject([
        { type: 'step-start' },
        { type: 'text', text: 'Booked. Good trip!', state: 'done' },
      ]);
      expect(chat.messages.at(-1)?.parts[2]).toMatchObject({ state: 'output-available', output: ticket });
      expect(plain(chat.messages)).toMatchObject(plain(uiMessagesOf(client)) as object);
      expect(chat.messages).toHaveLength(2);
      expect(engine.counts).toEqual({ search: 1, book: 1, model: 2 });
    });

    it('tells reasoning, sources and files, and has them where the client has them', async () => {
      const source = { type: 'url' as const, id: 's1', url: 'https://example.com/', title: 'Example', at: 2 };
      const file = { url: 'data:image/png;base64,AAAA', mediaType: 'image/png' };
      const engine = openEngine([{ thinking: 'Let me see.', text: 'So it is.', sources: [source], files: [file] }]);
      const client = openClient(engine);
      const chat = openChat(client);
      await chat.sendMessage({ text: 'Is it so?' });
      expect(chat.messages.at(-1)?.parts.map(({ type }) => type)).toEqual([
        'step-start',
        'reasoning',
        'text',
        'source-url',
        'file',
      ]);
      expect(uiMessagesOf(client).at(-1)?.parts).toEqual([
        { type: 'step-start' },
        { type: 'reasoning', text: 'Let me see.', state: 'done' },
        { type: 'text', text: 'So', state: 'done' },
        { type: 'source-url', sourceId: 's1', url: 'https://example.com/', title: 'Example' },
        { type: 'text', text: ' it is.', state: 'done' },
        { type: 'file', ...file },
      ]);
    });

    it('tells how a call failed, and what the model says of it', async () => {
      const nowhere = { toolCalls: [{ name: 'book_flight', arguments: { from: 'NYC', destination: 'nowhere' } }] };
      const engine = openEngine([nowhere, { text: 'No such place.' }]);
      const client = openClient(engine);
      const chat = openChat(client);
      await chat.sendMessage({ text: 'Book' });
      expect(chat.messages.at(-1)?.parts).toMatchObject([
        { type: 'step-start' },
        { state: 'output-error', errorText: 'There is no such place.' },
        { type: 'step-start' },
        { text: 'No such place.' },
      ]);
      const other = openClient(engine);
      await other.attach();
      expect(uiMessagesOf(other)).toEqual(uiMessagesOf(client));
    });

    it('sends a message once, however often it is asked to', async () => {
      const engine = openEngine([{ text: 'Hello.' }]);
      const client = openClient(engine);
      const message: UIMessage = { id: 'm1', role: 'user', parts: [{ type: 'text', text: 'Hi' }] };
      const send = () =>
        elicitChatTransport(client).sendMessages({
          trigger: 'submit-message',
          chatId: 'c',
          messageId: undefined,
          messages: [message],
          abortSignal: undefined,
        });
      await Promise.all((await Promise.all([send(), send()])).map(chunksOf));
      expect((await chunksOf(await send())).map(({ type }) => type)).toContain('text-delta');
      expect(engine.counts.model).toBe(1);
      expect(client.getSnapshot().messages).toMatchObject([{ id: 'm1', content: 'Hi' }, { content: 'Hello.' }]);
    });

    it('answers again, and takes an edited message in the place of the first', async () => {
      const engine = openEngine([{ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' }]);
      const client = openClient(engine);
      const chat = openChat(client);
      await chat.sendMessage({ text: 'Count' });
      await chat.regenerate();
      expect(saidIn(uiMessagesOf(client))).toEqual(['Count', 'Two.']);
      expect(saidIn(chat.messages)).toEqual(['Count', 'Two.']);
      // `useElicitResume` does that when the turn rests.
      chat.messages = uiMessagesOf(client);
      await chat.sendMessage({ text: 'Count on', messageId: chat.messages[0]!.id });
      expect(saidIn(uiMessagesOf(client))).toEqual(['Count on', 'Three.']);
      expect(saidIn(chat.messages)).toEqual(['Count on', 'Three.']);
      expect(client.getSnapshot().messages).toHaveLength(2);
      expect(engine.counts.model).toBe(3);
    });

    it('takes files along', async () => {
      const client = openClient(openEngine([{ text: 'A cat.' }]));
      const chat = openChat(client);
      const file = {
        type: 'file' as const,
        url: 'data:image/png;base64,AAAA',
        mediaType: 'image/png',
        filename: 'c.png',
      };
      await chat.sendMessage({ text: 'What is this?', files: [file] });
      expect(client.getSnapshot().messages[0]).toMatchObject({
        id: chat.messages[0]?.id,
        files: [{ url: file.url, mediaType: 'image/png', name: 'c.png' }],
      });
      expect(uiMessagesOf(client)[0]?.parts).toEqual([file, { type: 'text', text: 'What is this?' }]);
    });

    it('fails as the client does, and tries again with the same message', async () => {
      const engine = openEngine([{ text: 'Hello.' }]);
      const through = memoryTransport(engine.handler);
      let isAway = true;
      const client = openClient(engine, {
        carry: (request) => {
          if (isAway) throw new TypeError('Failed to fetch');
          return through(request);
        },
      });
      const chat = openChat(client);
      await chat.sendMessage({ text: 'Hi' });
      expect([chat.status, chat.error?.message]).toEqual(['error', client.getSnapshot().problem?.message]);
      isAway = false;
      await chat.sendMessage();
      expect([chat.status, chat.messages.length, engine.counts.model]).toEqual(['ready', 2, 1]);
      expect(plain(chat.messages)).toMatchObject(plain(uiMessagesOf(client)) as object);
    });

    it('takes another file in the place of the one with which a message failed', async () => {
      const client = openClient(openEngine([{ error: new Error('No such file.') }, { text: 'A dog.' }]));
      const chat = openChat(client);
      const file = (url: string) => ({ type: 'file' as const, url, mediaType: 'image/png' });
      await chat.sendMessage({ text: 'What is this?', files: [file('https://a.example/cat')] });
      expect(client.getSnapshot().problem).toBeDefined();
      chat.messages = uiMessagesOf(client);
      const messageId = chat.messages[0]!.id;
      await chat.sendMessage({ text: 'What is this?', files: [file('https://a.example/dog')], messageId });
      expect(client.getSnapshot().messages).toMatchObject([
        { files: [{ url: 'https://a.example/dog' }] },
        { content: 'A dog.' },
      ]);
    });

    it('stops the client when the chat is stopped', async () => {
      let goOn: (turn: ScriptedTurn) => void = () => {};
      const engine = openEngine([() => new Promise<ScriptedTurn>((resolve) => (goOn = resolve))]);
      const client = openClient(engine);
      const chat = openChat(client);
      const sent = chat.sendMessage({ text: 'Hi' });
      await expect.poll(() => engine.counts.model).toBe(1);
      await chat.stop();
      await sent;
      await rests(client);
      expect(chat.status).toBe('ready');
      goOn({ text: 'Too late.' });
    });
  });
}

const saidIn = (messages: readonly UIMessage[]) =>
  messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])));

async function chunksOf(stream: ReadableStream<{ type: string }>): Promise<{ type: string }[]> {
  const chunks: { type: string }[] = [];
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return chunks;
    chunks.push(value);
  }
}
