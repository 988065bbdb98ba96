import { describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { createAskTool } from '../../src/ask.ts';
import { createPluginClient, type ChatTransport, type PluginClientSettings } from '../../src/client.ts';
import { answerWith, createMcpTool, makePlugin } from '../../src/plugin.ts';
import { createCallHandler, createChatHandler, type ChatHandlerOptions } from '../../src/server.ts';
import { memoryTransport } from '../../src/testing.ts';
import { createModel } from '../chat/harness.ts';
import { eventually } from '../eventually.ts';
import { sharedStore } from '../mcp/harness.ts';
import { createShelf } from './shelf.ts';

const sizes = z.object({ size: z.enum(['S', 'M']) });
const shirt = createMcpTool('order_shirt')
  .description('Order a shirt')
  .parameters(z.object({ colour: z.string().min(2) }))
  .elicits({ pickSize: sizes });

/** A tool that writes down each order. */
function createShirt(orders: string[] = []) {
  return shirt.execute(function* ({ colour }, ctx) {
    yield* ctx.notify('Looking…', 1, 2);
    const size = yield* ctx.elicit('pickSize', { message: 'Which size?' });
    if (size.action !== 'accept') return `No shirt: ${size.action}`;
    yield* ctx.step('order', () => void orders.push(`${colour} ${size.content.size}`));
    return { colour, size: size.content.size };
  });
}

const Sizes = (_props: { onRespond: (answer: { size: 'S' | 'M' }) => void }) => null;
const plugin = makePlugin(shirt)
  .onElicit({ pickSize: answerWith(Sizes, () => ({})) })
  .build();

type Options = Partial<ChatHandlerOptions>;

const looped: { self?: unknown } = {};
looped.self = looped;

function serve(orders: string[] = [], options: Options = {}) {
  const model = createModel(
    (messages) => `${messages.length} heard: ${messages.map(({ content }) => content).join('|')}`,
  );
  const tool = createShirt(orders);
  const open = (more: Options = {}) => {
    const handler = createChatHandler({
      provider: model.provider,
      tools: [],
      callable: [tool],
      onEvent: () => undefined,
      ...options,
      ...more,
    });
    onTestFinished(() => handler.close());
    return handler;
  };
  return { model, open };
}

function connect(transport: ChatTransport, settings: Partial<PluginClientSettings> = {}) {
  const errors: string[] = [];
  const client = createPluginClient({
    transport,
    plugins: [plugin],
    storage: false,
    tabs: false,
    retry: { delay: 0 },
    onError: ({ code }) => void errors.push(code),
    ...settings,
  } as Parameters<typeof createPluginClient>[0]);
  onTestFinished(() => client.close());
  return { client, errors };
}

type Client = ReturnType<typeof connect>['client'];

/** Answer the open question as the person does. */
async function answer(client: Client, content: unknown = { size: 'M' }) {
  await eventually(() => {
    const [item] = client.getSnapshot().pending;
    if (item?.status !== 'pending') throw new Error('Nothing is asked.');
    item.accept(content);
  });
}

describe('a tool that the page calls', () => {
  it('asks, tells its progress, and gives its result, and no model hears of it', async () => {
    const orders: string[] = [];
    const { model, open } = serve(orders);
    const { client, errors } = connect(memoryTransport(open()));
    const { callId, result } = client.call(shirt, { colour: 'red' });
    expect(client.getSnapshot().calls).toMatchObject([{ callId, toolName: 'order_shirt', status: 'running' }]);
    const looking = { callId, arguments: { colour: 'red' }, progress: { message: 'Looking…', progress: 1, total: 2 } };
    await eventually(() => expect(client.getSnapshot().calls).toMatchObject([looking]));
    await answer(client);
    expect(await result).toEqual({ status: 'completed', content: '{"colour":"red","size":"M"}' });
    expect(orders).toEqual(['red M']);
    expect(model.asked).toEqual([]);
    await client.send('hello');
    expect(model.asked[0]?.messages.map(({ content }) => content)).toEqual(['hello']);
    expect(client.getSnapshot().status).toBe('idle');
    expect(errors).toEqual([]);
  });

  it('has no progress any more that it told before it asked', async () => {
    const held = shirt.execute(function* (_, ctx) {
      yield* ctx.notify('Looking for sizes…');
      yield* ctx.elicit('pickSize', { message: 'Which size?' });
      yield* ctx.step('order', () => new Promise<never>(() => undefined));
    });
    const { client } = connect(memoryTransport(serve([], { callable: [held], limits: { cleanupTime: 1 } }).open()));
    const { callId } = client.call(shirt, { colour: 'red' });
    await eventually(() => expect(client.getSnapshot().calls[0]?.progress?.message).toBe('Looking for sizes…'));
    await answer(client);
    await eventually(() => expect(client.getSnapshot().items[0]?.status).toBe('settled'));
    expect(client.getSnapshot().calls).toMatchObject([{ callId, status: 'running', progress: undefined }]);
  });

  it('is read by the model if the page says so, which then goes on', async () => {
    const { model, open } = serve();
    const { client } = connect(memoryTransport(open()));
    const { result } = client.call('order_shirt', { colour: 'red' }, { tellModel: true });
    await answer(client);
    await result;
    await eventually(() => expect(client.getSnapshot().messages.at(-1)?.content).toMatch(/^2 heard/));
    expect(model.asked[0]?.messages).toMatchObject([
      { role: 'assistant', tool_calls: [{ function: { name: 'order_shirt' } }] },
      { role: 'tool', content: '{"colour":"red","size":"M"}' },
    ]);
  });

  it('goes on beside the model, and a message does not interrupt it', async () => {
    let speak = (): void => undefined;
    const spoken = new Promise<void>((resolve) => (speak = resolve));
    const model = createModel(async ({ length }) => {
      if (length === 1) await spoken;
      return `answer to ${length}`;
    });
    const { open } = serve();
    const { client } = connect(memoryTransport(open({ provider: model.provider })));
    const said = client.send('one');
    await eventually(() => expect(model.asked).toHaveLength(1));
    const { result } = client.call(shirt, { colour: 'blue' });
    await eventually(() => expect(client.getSnapshot().pending).toHaveLength(1));
    speak();
    await said;
    await client.send('two');
    expect(client.getSnapshot().pending).toHaveLength(1);
    expect(client.getSnapshot().messages.filter(({ content }) => content.startsWith('answer'))).toHaveLength(2);
    await answer(client);
    expect(await result).toMatchObject({ status: 'completed' });
    expect(model.asked.map(({ messages }) => messages.map(({ content }) => content))).toEqual([
      ['one'],
      ['one', 'answer to 1', 'two'],
    ]);
  });

  it('begins once, however often its POST arrives', async () => {
    const orders: string[] = [];
    const handler = serve(orders).open();
    const transport = memoryTransport(handler);
    let cuts = 2;
    const cutting: ChatTransport = async (request) => {
      const response = await transport(request);
      if (request.body.pluginCall === undefined || (cuts -= 1) < 0) return response;
      await (response as Response).body?.cancel();
      throw new TypeError('The network is gone.');
    };
    const { client } = connect(cutting);
    const { result } = client.call(shirt, { colour: 'red' });
    await answer(client);
    await result;
    expect(cuts).toBeLessThan(0);
    expect(orders).toEqual(['red M']);
    expect(client.getSnapshot().calls).toHaveLength(1);
  });

  it('is there after a reload, and after a restart of the server, and can be answered then', async () => {
    const orders: string[] = [];
    const { open } = serve(orders, { store: sharedStore(), limits: { leaseTime: 500 } });
    const storage = createShelf();
    const first = open();
    const before = connect(memoryTransport(first), { conversationId: 'c', storage });
    const { callId } = before.client.call(shirt, { colour: 'red' });
    await eventually(() => expect(before.client.getSnapshot().pending).toHaveLength(1));
    await before.client.close();
    await first.close();
    const after = connect(memoryTransport(open()), { conversationId: 'c', storage });
    expect(after.client.getSnapshot().calls).toMatchObject([{ callId, status: 'waiting' }]);
    await answer(after.client);
    await eventually(() => expect(after.client.getSnapshot().calls).toMatchObject([{ callId, status: 'completed' }]));
    expect(orders).toEqual(['red M']);
  });

  it.each([
    ['before the server had it', false, true],
    ['before the server said that it had it', true, false],
  ])('goes on after a reload %s, and begins once', async (_, arrives, tellModel) => {
    const orders: string[] = [];
    const { model, open } = serve(orders);
    const server = open();
    const storage = createShelf();
    const silent: ChatTransport = async (request) => {
      if (arrives) await memoryTransport(server)(request);
      return new Promise(() => undefined);
    };
    const before = connect(silent, { conversationId: 'c', storage });
    const { callId } = before.client.call(shirt, { colour: 'red' }, { tellModel });
    await eventually(() => expect(before.client.getSnapshot().calls).toMatchObject([{ callId, status: 'running' }]));
    await eventually(() => expect([...storage.items.values()].join()).toContain(callId));
    const after = connect(memoryTransport(server), { conversationId: 'c', storage });
    after.client.subscribe(() => undefined);
    await answer(after.client);
    await eventually(() => expect(after.client.getSnapshot().calls).toMatchObject([{ callId, status: 'completed' }]));
    expect(orders).toEqual(['red M']);
    await eventually(() => expect(model.asked).toHaveLength(tellModel ? 1 : 0));
  });

  it('stops when its page says so, and says that it was stopped', async () => {
    const orders: string[] = [];
    const { client } = connect(memoryTransport(serve(orders).open()));
    const { abort, result } = client.call(shirt, { colour: 'red' });
    await eventually(() => expect(client.getSnapshot().pending).toHaveLength(1));
    await abort('Too dear.');
    expect(await result).toMatchObject({ status: 'aborted' });
    await eventually(() => expect(client.getSnapshot().calls[0]?.content).toMatch(/Too dear\./));
    expect(client.getSnapshot().calls[0]?.status).toBe('aborted');
    expect(client.getSnapshot().pending).toEqual([]);
    expect(orders).toEqual([]);
  });

  it('fails with what is wrong for arguments that do not fit', async () => {
    const { client } = connect(memoryTransport(serve().open()));
    const { result } = client.call(shirt, { colour: 'r' });
    expect(await result).toMatchObject({ status: 'failed', content: expect.stringMatching(/colour/) as string });
  });

  it.each([
    ['a bigint', 1n, 'is a bigint'],
    ['a Map', new Map([['red', 1]]), 'is a Map'],
    ['itself', looped, 'is a cycle'],
  ])('is not begun with %s among its arguments, and the client lives on', async (_, colour, found) => {
    const { open } = serve();
    const { client } = connect(memoryTransport(open()), { storage: createShelf() });
    const { result } = client.call('order_shirt', { colour });
    const message = expect.stringContaining(`The arguments of order_shirt cannot be kept as JSON: colour`) as string;
    await expect(result).rejects.toMatchObject({ code: 'NOT_JSON', message });
    await expect(result).rejects.toThrow(found);
    expect(client.getSnapshot().calls).toEqual([]);
    await client.send('hello');
    await client.close();
    expect(client.getSnapshot().messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
  });

  it('has a result, also if the page calls more at once than it keeps', async () => {
    const quick = shirt.execute(function* ({ colour }) {
      return colour;
    });
    const { client } = connect(memoryTransport(serve([], { callable: [quick] }).open()), { maxItems: 2 });
    const colours = ['red', 'blue', 'green', 'white', 'black'];
    const ends = colours.map((colour) => client.call(shirt, { colour }).result);
    expect(await Promise.all(ends)).toEqual(colours.map((content) => ({ status: 'completed', content })));
  });

  it('has failed if it did so while the page heard nothing', async () => {
    let isSent = false;
    const { client } = connect(async () => void (isSent = true));
    const { callId, result } = client.call(shirt, { colour: 'red' });
    await eventually(() => expect(isSent).toBe(true));
    const made = { id: callId, type: 'function', function: { name: 'order_shirt', arguments: '{}' }, aside: true };
    const messages = [
      { role: 'assistant', content: '', tool_calls: [made] },
      { role: 'tool', tool_call_id: callId, content: 'Error: No shirts.', isError: true },
    ];
    client.push({ revision: 9, event: { type: 'snapshot', events: [{ type: 'messages', messages }] } });
    expect(await result).toEqual({ status: 'failed', content: 'No shirts.' });
    expect(client.getSnapshot().calls).toMatchObject([{ callId, status: 'failed', content: 'No shirts.' }]);
  });

  it('has a result that rejects when the client is closed', async () => {
    const { client } = connect(memoryTransport(serve().open()));
    const { result } = client.call(shirt, { colour: 'red' });
    await eventually(() => expect(client.getSnapshot().pending).toHaveLength(1));
    await client.close();
    await expect(result).rejects.toMatchObject({ code: 'CLIENT_CLOSED' });
  });
});

describe('a tool that the page must not call', () => {
  it('is refused, and nothing of the chat fails', async () => {
    const { client, errors } = connect(memoryTransport(serve().open({ tools: [createShirt()], callable: [] })));
    await client.send('hello');
    const { callId, result } = client.call(shirt, { colour: 'red' });
    await expect(result).rejects.toMatchObject({ code: 'TOOL_NOT_CALLABLE', status: 403 });
    expect(client.getSnapshot()).toMatchObject({ status: 'idle', calls: [{ callId, status: 'failed' }] });
    expect(client.getSnapshot().problem).toBeUndefined();
    expect(errors).toEqual(['TOOL_NOT_CALLABLE']);
  });

  it('because it asks what the page cannot show, fails and says so', async () => {
    const { client } = connect(memoryTransport(serve().open()), { plugins: [] });
    const { result } = client.call(shirt, { colour: 'red' });
    expect(await result).toMatchObject({ status: 'failed', content: expect.stringMatching(/no plugin/) as string });
  });
});

it('a server that knows no calls of pages leaves the call failed, and runs no model', async () => {
  const { model, open } = serve();
  const transport = memoryTransport(open());
  const older: ChatTransport = ({ body: { pluginCall: _call, ...body }, ...request }) =>
    transport({ ...request, body });
  const { client } = connect(older);
  await expect(client.call(shirt, { colour: 'red' }).result).rejects.toMatchObject({ code: 'CALL_NOT_CONFIRMED' });
  expect(model.asked).toEqual([]);
});

it('a host that runs its own model lets a page call tools, too', async () => {
  const orders: string[] = [];
  const hello = createAskTool('hello')
    .description('Say hello')
    .parameters(z.object({}))
    .execute(function* (_, ask) {
      return `Hello, ${yield* ask.text('Name?')}`;
    });
  const handler = createCallHandler({ tools: [], callable: [createShirt(orders), hello], onEvent: () => undefined });
  onTestFinished(() => handler.close());
  const { client } = connect(memoryTransport(handler), { capabilities: { genericForm: true } });
  const shirtCall = client.call(shirt, { colour: 'red' });
  await answer(client);
  expect(await shirtCall.result).toMatchObject({ status: 'completed' });
  const helloCall = client.call('hello', {});
  await answer(client, 'Ada');
  expect(await helloCall.result).toEqual({ status: 'completed', content: 'Hello, Ada' });
  await expect(client.call('hello', {}, { tellModel: true }).result).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
});
