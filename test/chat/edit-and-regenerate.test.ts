import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import {
  createPluginClient,
  type ChatMessage,
  type ChatTransport,
  type PluginClient,
  type PluginClientSettings,
} from '../../src/client.ts';
import { answerWith, createMcpTool, makePlugin } from '../../src/plugin.ts';
import type { ChatHandlerOptions } from '../../src/server.ts';
import { fileStore } from '../../src/store-file.ts';
import { memoryTransport } from '../../src/testing.ts';
import { createShelf } from '../client/shelf.ts';
import { mortal } from '../faults/mortal-store.ts';
import { openFaultProxy, type Fault } from '../faults/proxy.ts';
import { accept, createChat, createModel, isWhole, messagesOf, only, questionOf, user, type Chat } from './harness.ts';

const colour = createMcpTool('pick_colour')
  .description('Ask for a colour')
  .parameters(z.object({}))
  .elicits({ which: z.object({ colour: z.string() }) });
const colourPlugin = makePlugin(colour)
  .onElicit({
    which: answerWith(
      (_props: { onRespond: (given: { colour: string }) => void }) => null,
      () => ({}),
    ),
  })
  .build();

const pickColour = colour.execute(function* (_, ctx) {
  const { action } = yield* ctx.elicit('which', { message: 'Which?' });
  return action;
});

/** Tools, the first of which does something, and a model that calls the one that the person names. */
function begin(options: Partial<ChatHandlerOptions> = {}) {
  const charged = { times: 0 };
  const pay = createMcpTool('pay')
    .description('Pay')
    .parameters(z.object({}))
    .elicits({ sure: z.object({ isSure: z.boolean() }) })
    .execute(function* (_, ctx) {
      const receipt = yield* ctx.step('charge', () => `receipt ${(charged.times += 1)}`);
      const { action } = yield* ctx.elicit('sure', { message: 'Sure?' });
      return `${receipt}, ${action}`;
    });
  const model = createModel((messages) => {
    const last = messages.at(-1);
    if (last?.role === 'tool') return `Told: ${last.content}`;
    const tool = ['pay', 'pick_colour'].find((name) => last?.content.startsWith(name));
    if (tool !== undefined) return { text: 'A moment.', calls: [{ name: tool, arguments: {} }] };
    return `Answer ${model.asked.length} to ${last?.content}`;
  });
  const chat = createChat(model, { tools: [pay, pickColour], ...options });
  return { chat, model, charged };
}

function connect(
  { handler }: Pick<Chat, 'handler'>,
  settings: Partial<PluginClientSettings> & { endpoint?: string; transport?: ChatTransport } = {},
) {
  const { endpoint, transport = memoryTransport(handler), ...others } = settings;
  const errors: string[] = [];
  const client = createPluginClient({
    ...(endpoint === undefined ? { transport } : { endpoint }),
    conversationId: 'c',
    capabilities: { genericForm: true },
    plugins: [colourPlugin],
    storage: false,
    retry: { wait: () => new Promise<void>((resolve) => void setImmediate(resolve)) },
    onError: ({ code }) => errors.push(code),
    ...others,
  });
  onTestFinished(() => client.close());
  return { client, errors, now: client.getSnapshot };
}

const wordsOf = ({ getSnapshot }: Pick<PluginClient, 'getSnapshot'>) =>
  getSnapshot().messages.map(({ role, content }) => `${role}: ${content}`);
const saidIn = ({ getSnapshot }: Pick<PluginClient, 'getSnapshot'>) =>
  getSnapshot().messages.filter(({ role }) => role === 'user');

describe('regenerate', () => {
  it("drops the model's last answer and asks it again, told the same", async () => {
    const { chat, model } = begin();
    const { client } = connect(chat);
    await client.send('One');
    await client.send('Two');
    const [, before] = saidIn(client);
    await client.regenerate();
    expect(wordsOf(client)).toEqual([
      'user: One',
      'assistant: Answer 1 to One',
      'user: Two',
      'assistant: Answer 3 to Two',
    ]);
    expect(model.asked[2]?.messages.map(({ content }) => content)).toEqual(
      model.asked[1]?.messages.map(({ content }) => content),
    );
    expect(saidIn(client)[1]?.id, 'it is a message of its own').not.toBe(before?.id);
  });

  it('answers an earlier message again, and drops all that followed', async () => {
    const { chat } = begin();
    const { client } = connect(chat);
    await client.send('One', { files: [{ url: 'https://a.example/1.png', mediaType: 'image/png' }] });
    await client.send('Two');
    await client.regenerate({ messageId: saidIn(client)[0]?.id });
    expect(wordsOf(client)).toEqual(['user: One', 'assistant: Answer 3 to One']);
    expect(saidIn(client)[0]?.files, 'with its files').toHaveLength(1);
  });

  it('does nothing where the person has said nothing, and says so', async () => {
    const { chat, model } = begin();
    const { client, errors } = connect(chat);
    await client.regenerate();
    await client.edit('no-such-message', 'Hi');
    expect(errors).toEqual(['MESSAGE_UNKNOWN', 'MESSAGE_UNKNOWN']);
    expect(model.asked).toEqual([]);
  });
});

describe('edit', () => {
  it('replaces a message of the person, drops all that followed, and goes on', async () => {
    const { chat, model } = begin();
    const { client } = connect(chat);
    for (const words of ['One', 'Two', 'Three']) await client.send(words);
    await client.edit(saidIn(client)[1]!.id!, 'Zwei');
    const words = ['user: One', 'assistant: Answer 1 to One', 'user: Zwei', 'assistant: Answer 4 to Zwei'];
    expect(wordsOf(client)).toEqual(words);
    expect(model.asked.at(-1)?.messages.map(({ content }) => content)).toEqual(['One', 'Answer 1 to One', 'Zwei']);
    const late = connect(chat);
    await late.client.attach();
    expect(wordsOf(late.client), 'a snapshot tells the same').toEqual(words);
  });

  it('is shown at once, before the server has it', async () => {
    const { chat } = begin();
    const { client } = connect(chat);
    await client.send('One');
    await client.send('Two');
    const edited = client.edit(saidIn(client)[0]!.id!, 'Eins');
    expect(wordsOf(client)).toEqual(['user: Eins']);
    await edited;
    expect(wordsOf(client)).toEqual(['user: Eins', 'assistant: Answer 3 to Eins']);
  });

  it('ends an open question as interrupted, and drops a call that has done nothing, with its receipt', async () => {
    const { chat, model } = begin();
    const { client, now } = connect(chat);
    await client.send('pick_colour');
    expect(now().pending).toHaveLength(1);
    await client.edit(saidIn(client)[0]!.id!, 'Never mind');
    expect(wordsOf(client)).toEqual(['user: Never mind', 'assistant: Answer 2 to Never mind']);
    expect(now()).toMatchObject({ items: [], calls: [], status: 'idle' });
    expect(model.asked.at(-1)?.messages).toHaveLength(1);
  });

  it('keeps a call that has done something, and tells the model that it is done', async () => {
    const { chat, model, charged } = begin();
    const { client, now } = connect(chat);
    await client.send('pay');
    await client.edit(saidIn(client)[0]!.id!, 'Pay more');
    const kept = ['user: Pay more', 'assistant: A moment.', 'tool: receipt 1, cancel'];
    expect(wordsOf(client).slice(0, 3)).toEqual(kept);
    expect(now().receipts).toHaveLength(1);
    const told = model.asked.at(-1)?.messages ?? [];
    expect(told.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
    expect(told.at(-1)?.content).toMatch(/^receipt 1, cancel\n\(This call was made before the person changed/);
    await client.regenerate();
    expect(wordsOf(client).slice(0, 3)).toEqual(kept);
    expect(model.asked.at(-1)?.messages.at(-1)?.content, 'it is told once').toBe(told.at(-1)?.content);
    expect(charged.times).toBe(1);
    expect(isWhole(now().messages)).toBe(true);
    const late = connect(chat);
    await late.client.attach();
    expect(late.now().messages.map(({ content }) => content)).toEqual(now().messages.map(({ content }) => content));
  });

  it('keeps a call that ran to its end, whatever it did', async () => {
    const { chat } = begin();
    const { client, now } = connect(chat);
    await client.send('pick_colour');
    now().pending[0]?.views[0]?.answer({ colour: 'red' });
    await settled(client);
    await client.regenerate();
    expect(wordsOf(client).slice(0, 3)).toEqual(['user: pick_colour', 'assistant: A moment.', 'tool: accept']);
  });

  it('leaves alone what the page began aside, whether it waits or is over', async () => {
    const { chat, model } = begin({ callable: [pickColour] });
    const { client, now } = connect(chat);
    await client.send('One');
    const over = client.call(colour, {});
    await waiting(client, over.callId);
    now().pending[0]?.views[0]?.answer({ colour: 'red' });
    await over.result;
    const open = client.call(colour, {});
    await waiting(client, open.callId);
    await client.edit(saidIn(client)[0]!.id!, 'Eins');
    expect(now().pending.map(({ callId }) => callId)).toEqual([open.callId]);
    expect(now().receipts.map(({ callId }) => callId)).toEqual([over.callId]);
    expect(model.asked.at(-1)?.messages.map(({ content }) => content)).toEqual(['Eins']);
    const late = connect(chat);
    await late.client.attach();
    expect(wordsOf(late.client)).toEqual(wordsOf(client));
    now().pending[0]?.views[0]?.answer({ colour: 'blue' });
    expect(await open.result).toMatchObject({ status: 'completed' });
    expect(isWhole(now().messages)).toBe(true);
    expect(now().messages.some(({ isEarlier }) => isEarlier)).toBe(false);
  });

  it('of a message that the server refused takes its place', async () => {
    const { chat } = begin({ limits: { bytes: 2000 } });
    const { client } = connect(chat);
    await client.send('One');
    await client.edit(saidIn(client)[0]!.id!, 'x'.repeat(3000));
    await client.edit(saidIn(client)[0]!.id!, 'Eins');
    expect(wordsOf(client)).toEqual(['user: Eins', 'assistant: Answer 2 to Eins']);
  });

  it('outlives a reload on its way', async () => {
    const { chat, model } = begin();
    const shelf = createShelf();
    const before = connect(chat, { storage: shelf });
    await before.client.send('One');
    await before.client.close();
    const offline = connect(chat, {
      storage: shelf,
      retry: false,
      connection: { isOnline: () => false, onOnline: () => () => undefined },
    });
    void offline.client.edit(saidIn(offline.client)[0]!.id!, 'Eins');
    expect(wordsOf(offline.client)).toEqual(['user: Eins']);
    await offline.client.close();
    const after = connect(chat, { storage: shelf });
    expect(wordsOf(after.client)).toEqual(['user: Eins']);
    await settled(after.client);
    await after.client.retry();
    expect(wordsOf(after.client)).toEqual(['user: Eins', 'assistant: Answer 2 to Eins']);
    expect(model.asked).toHaveLength(2);
  });
});

describe('a message that replaces another', () => {
  const faults: [string, Fault][] = [
    ['breaks before it arrives', { type: 'unsent' }],
    ['breaks before the response', { type: 'unanswered' }],
    ['breaks after the response', { type: 'undelivered' }],
    ['is cut after a line', { type: 'cut', lines: 1 }],
    ['is cut after two lines', { type: 'cut', lines: 2 }],
    ['comes twice', { type: 'doubled', delivers: 'second' }],
  ];
  it.each(faults)('counts once over HTTP where its request %s', async (_, fault) => {
    const { chat, model } = begin();
    const proxy = await openFaultProxy(chat.handler, ({ number }) => (number === 2 ? fault : undefined));
    onTestFinished(() => proxy.close());
    const { client } = connect(chat, { endpoint: proxy.url });
    await client.send('One');
    await client.regenerate();
    await settled(client);
    expect(wordsOf(client)).toEqual(['user: One', 'assistant: Answer 2 to One']);
    expect(model.asked).toHaveLength(2);
  });

  const said = (id: string, replaces?: string): ChatMessage => ({
    ...user(`Words of ${id}`),
    id,
    ...(replaces && { replaces }),
  });

  it('does not come back when it comes late, nor does a message that was dropped', async () => {
    const { chat, model } = begin();
    const post = (...messages: ChatMessage[]) => chat.post({ conversationId: 'c', messages });
    await post(said('m1'));
    await post(said('m2'));
    await post(said('m3', 'm1'));
    const last = await post(said('m4', 'm3'));
    const { revision } = last.state;
    for (const late of [said('m1'), said('m2'), said('m3', 'm1'), said('m4', 'm3')]) {
      const answered = await chat.post({ conversationId: 'c', revision, messages: [late] });
      expect(only(answered, 'messages')).toEqual([]);
    }
    expect(model.asked).toHaveLength(4);
    expect(messagesOf(last)).toMatchObject([{ content: 'Words of m4' }, { role: 'assistant' }]);
    const whole = await chat.post({ conversationId: 'c', revision: 0, attach: true });
    expect(messagesOf(whole)).toEqual(messagesOf(last));
    expect(whole.events[0]).toEqual({ type: 'messages', messages: [], dropped: ['m1', 'm2', 'm3'] });
  });

  it('is told as one event, which names what it drops', async () => {
    const { chat } = begin();
    await chat.post({ conversationId: 'c', messages: [said('m1')] });
    await chat.post({ conversationId: 'c', messages: [said('m2')] });
    const answered = await chat.post({ conversationId: 'c', messages: [said('m3', 'm1')] });
    expect(only(answered, 'messages')[0]).toEqual({
      type: 'messages',
      messages: [said('m3', 'm1')],
      dropped: ['m1', 'm2'],
    });
  });

  it('joins at the end where the server does not know the other one', async () => {
    const { chat } = begin();
    await chat.post({ conversationId: 'c', messages: [said('m1')] });
    const answered = await chat.post({ conversationId: 'c', messages: [said('m2', 'elsewhere')] });
    expect(messagesOf(answered).map(({ content }) => content)).toEqual([
      'Words of m1',
      'Answer 1 to Words of m1',
      'Words of m2',
      'Answer 2 to Words of m2',
    ]);
  });

  it('takes the place of one that still waits for a call to end', async () => {
    const { chat } = begin();
    await chat.post({ conversationId: 'c', messages: [{ ...user('pick_colour'), id: 'm1' }] });
    const [, last] = await Promise.all([
      chat.post({ conversationId: 'c', messages: [said('m2')] }),
      chat.post({ conversationId: 'c', messages: [said('m3', 'm2')] }),
    ]);
    const whole = await chat.post({ conversationId: 'c', revision: 0, attach: true });
    expect(messagesOf(whole).map(({ content }) => content)).not.toContain('Words of m2');
    expect(messagesOf(whole).at(-1)?.content).toContain('to Words of m3');
    expect(messagesOf(last)).toEqual(messagesOf(whole));
  });

  it('needs an id', async () => {
    const { chat } = begin();
    const { raw, status } = await chat.post({
      conversationId: 'c',
      revision: 0,
      attach: true,
      messages: [{ role: 'assistant', content: 'Hi', replaces: 'm1' }],
    });
    expect([status, raw]).toEqual([400, expect.stringContaining('messages.0.replaces: needs an id')]);
  });

  it('is seen alike by two tabs, and the last of two that replace the same one counts', async () => {
    const { chat, model } = begin();
    const [one, two] = [connect(chat), connect(chat)];
    await one.client.send('One');
    await two.client.attach();
    await Promise.all([
      one.client.edit(saidIn(one.client)[0]!.id!, 'Eins'),
      two.client.edit(saidIn(two.client)[0]!.id!, 'Un'),
    ]);
    await one.client.attach();
    await two.client.attach();
    expect(wordsOf(two.client)).toEqual(wordsOf(one.client));
    expect(wordsOf(one.client)).toHaveLength(2);
    expect(model.asked.length).toBeLessThanOrEqual(3);
  });

  it.each([
    ['events', 1_000_000],
    ['a snapshot', 400],
  ])('reaches the tab whose own message it dropped, by %s, and is not followed by that again', async (by, bytes) => {
    const { chat, model } = begin({ limits: { bytes } });
    const one = connect(chat);
    await one.client.send('One');
    const reach = memoryTransport(chat.handler);
    let isLost = false;
    const heard: Promise<string>[] = [];
    const two = connect(chat, {
      retry: false,
      async transport(request) {
        const response = await reach(request);
        heard.push((response as Response).clone().text());
        if (!isLost) return response;
        await (response as Response).text();
        throw new TypeError('the connection broke');
      },
    });
    await two.client.attach();
    isLost = true;
    await two.client.send('Lost');
    isLost = false;
    expect(two.now()).toMatchObject({ status: 'failed', messages: [{}, {}, { content: 'Lost' }] });
    await one.client.attach();
    await one.client.edit(saidIn(one.client)[0]!.id!, 'Eins');
    await two.client.attach();
    expect((await heard.at(-1))?.includes('"type":"snapshot"')).toBe(by === 'a snapshot');
    await two.client.retry();
    expect(wordsOf(two.client)).toEqual(['user: Eins', 'assistant: Answer 3 to Eins']);
    expect(wordsOf(one.client)).toEqual(wordsOf(two.client));
    expect(model.asked).toHaveLength(3);
  });

  it('outlives the process in a store, and so does the memory of what it dropped', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'elicit-edit-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const store = fileStore(folder);
    const before = begin({ store });
    await before.chat.post({ conversationId: 'c', messages: [said('m1')] });
    await before.chat.post({ conversationId: 'c', messages: [{ ...user('pay'), id: 'm2' }] });
    const edited = await before.chat.post({ conversationId: 'c', messages: [said('m3', 'm2')] });
    await before.chat.handler.close();
    await store.close?.();

    const reopened = fileStore(folder);
    onTestFinished(() => reopened.close?.());
    const after = begin({ store: reopened });
    const told = await after.chat.post({ conversationId: 'c', revision: 0, attach: true });
    expect(messagesOf(told)).toEqual(messagesOf(edited));
    expect(messagesOf(told).map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'user',
      'assistant',
      'tool',
      'assistant',
    ]);
    const { revision } = told.state;
    const late = await after.chat.post({ conversationId: 'c', revision, messages: [{ ...user('pay'), id: 'm2' }] });
    expect(only(late, 'messages')).toEqual([]);
    const again = await after.chat.post({ conversationId: 'c', revision, messages: [said('m4', 'm3')] });
    expect(messagesOf(again).slice(2, 5)).toMatchObject([
      { content: 'Words of m4' },
      {},
      { content: 'receipt 1, cancel' },
    ]);
    expect(after.model.asked.at(-1)?.messages.at(-1)?.content).toContain('This call was made before');
    expect(after.charged.times).toBe(0);
  });

  it('is gone on with by the next process where its own died while the model was at work', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'elicit-edit-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const files = fileStore(folder);
    const store = mortal(files);
    const limits = { leaseTime: 300, sweepEvery: 100 };
    const dead = begin({ store, limits });
    const first = await dead.chat.post({ conversationId: 'c', messages: [said('m1')] });
    const asked = new Promise<void>((resolve) => {
      dead.model.provider.stream = async function* stream() {
        resolve();
        yield { type: 'text', content: 'Half' } as const;
        return new Promise<never>(() => undefined);
      };
    });
    const open = await dead.chat.open({
      conversationId: 'c',
      revision: first.state.revision,
      messages: [said('m2', 'm1')],
    });
    await asked;
    await store.die();
    await open.body?.cancel();
    await files.close?.();

    const reopened = fileStore(folder);
    onTestFinished(() => reopened.close?.());
    const after = begin({ store: reopened, limits });
    const { revision } = first.state;
    const again = await after.chat.post({ conversationId: 'c', revision, messages: [said('m2', 'm1')] });
    expect(messagesOf(again)).toMatchObject([{ content: 'Words of m2' }, { content: 'Answer 1 to Words of m2' }]);
    expect(after.model.asked).toHaveLength(1);
  });

  it('takes its place where the server has forgotten the conversation, and is sent all of it', async () => {
    const first = begin();
    const second = begin();
    let handler = first.chat.handler;
    const { client } = connect({ handler: ((request: Request) => handler(request)) as typeof handler });
    await client.send('One');
    await client.send('Two');
    handler = second.chat.handler;
    await client.edit(saidIn(client)[1]!.id!, 'Zwei');
    expect(wordsOf(client)).toEqual([
      'user: One',
      'assistant: Answer 1 to One',
      'user: Zwei',
      'assistant: Answer 1 to Zwei',
    ]);
  });

  it('counts in an open call of a host that keeps the history itself, and otherwise the history counts', async () => {
    const { chat, model } = begin();
    const history = [said('m1'), { role: 'assistant', content: 'Hello.' } as const];
    const asks = { ...user('pick_colour'), id: 'm2' };
    const whole = { conversationId: 'c', revision: undefined, capabilities: { genericForm: true } };
    const open = await chat.post({ ...whole, messages: [...history, asks] });
    expect(questionOf(open).key).toBe('which');
    const edited = await chat.post({ ...whole, messages: [...history, said('m3', 'm2')] });
    expect(messagesOf(edited).at(-1)?.content).toBe('Answer 2 to Words of m3');
    expect(model.asked[1]?.messages.map(({ content }) => content)).toEqual(['Words of m1', 'Hello.', 'Words of m3']);
    const cut = await chat.post({ ...whole, messages: [said('m4')] });
    expect(messagesOf(cut).at(-1)?.content).toBe('Answer 3 to Words of m4');
    expect(model.asked[2]?.messages).toHaveLength(1);
  });

  it('refuses an answer to a question that it dropped, like one of any call that is over', async () => {
    const { chat } = begin();
    const asked = await chat.post({ conversationId: 'c', messages: [{ ...user('pick_colour'), id: 'm1' }] });
    await chat.post({ conversationId: 'c', messages: [said('m2', 'm1')] });
    const late = await chat.post({
      conversationId: 'c',
      pluginElicitResponses: [accept(questionOf(asked), { colour: 'red' })],
    });
    expect(only(late, 'plugin_elicit_settled').map(({ action }) => action)).toEqual(['cancel']);
  });
});

/** Resolves when a view of the call waits for the person. */
function waiting(client: PluginClient, callId: string): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      const isAsked = client.getSnapshot().pending.some((item) => item.callId === callId && item.views.length > 0);
      if (!isAsked) return;
      stop();
      resolve();
    };
    const stop = client.subscribe(look);
  });
}

/** Resolves when the client has nothing under way. */
function settled(client: PluginClient): Promise<void> {
  return new Promise((resolve) => {
    let stop = () => {};
    const look = () => {
      const { status, messages } = client.getSnapshot();
      if (status === 'sending' || status === 'streaming' || status === 'waiting') return;
      if (status === 'idle' && messages.at(-1)?.role === 'user') return;
      stop();
      resolve();
    };
    stop = client.subscribe(look);
    look();
  });
}
