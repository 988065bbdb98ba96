import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod';
import { createPluginClient, type PluginClient, type PluginClientOptions } from '../../src/client.ts';
import type { ChatRequestBody, DurableStore } from '../../src/server.ts';
import { memoryStore } from '../../src/server.ts';
import { createShelf } from '../client/shelf.ts';
import { eventually } from '../eventually.ts';
import { ownPrefix, storeInProcess } from '../store/postgres-in-process.ts';
import { accept, agent, createChat, declaration, questionOf, user, type Chat } from './harness.ts';

/** What two processes share: it tells of commits, or has to be looked at. */
const stores: [string, () => () => DurableStore][] = [
  [
    'that tells of commits',
    () => {
      const store = memoryStore();
      return () => ({ ...store, isVolatile: false, opening: undefined });
    },
  ],
  [
    'that has to be looked at',
    () => {
      const prefix = ownPrefix();
      return () => storeInProcess(prefix);
    },
  ],
  [
    'whose word of commits is lost',
    () => {
      const store = memoryStore();
      return () => ({ ...store, isVolatile: false, opening: undefined, watch: () => () => undefined });
    },
  ],
];

afterEach(() => void vi.useRealTimers());

const ask = { conversationId: 'c', messages: [user('Book')] };
const revisionOf = ({ state }: { state: { revision?: number | undefined } }) => state.revision;

async function waits(chat: Chat, body: Partial<ChatRequestBody>, headers = {}): Promise<unknown> {
  const response = await chat.open({ conversationId: 'c', wait: true, ...body }, headers);
  expect(response.status).toBe(200);
  return response.json();
}

describe.each(stores)('a page that waits for news, over a store %s', (_, openStore) => {
  it('hears of an answer that another process took, and not before', async () => {
    const open = openStore();
    const [here, there] = [createChat(agent(), { store: open() }), createChat(agent(), { store: open() })];
    const first = await here.post(ask);
    let told: unknown;
    const waiting = waits(here, { revision: revisionOf(first) }).then((news) => (told = news));
    // Nothing has happened.
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(told).toBeUndefined();

    await there.post({
      conversationId: 'c',
      pluginElicitResponses: [accept(questionOf(first), { flightId: 'FL001' })],
    });
    await waiting;
    expect(told).toEqual({ news: true });
    expect(await waits(here, { revision: 0 }), 'what is there already is news at once').toEqual({ news: true });
  });

  it('shows how each question of the turn ended, also once another process has ended their call', async () => {
    const open = openStore();
    const [here, there] = [createChat(agent(), { store: open() }), createChat(agent(), { store: open() })];
    const first = await here.post(ask);
    const took = [accept(questionOf(first), { flightId: 'FL001' })];
    const revision = revisionOf(first);
    const seat = questionOf(await there.post({ conversationId: 'c', revision, pluginElicitResponses: took }));
    await there.post({ conversationId: 'c', pluginElicitResponses: [accept(seat, { row: 12, seat: 'A' })] });

    const { state } = await here.post({ conversationId: 'c', attach: true });
    const ends = state.items.map(({ request, end, answers }) => [request.key, end?.how, answers.at(-1)?.action]);
    expect(ends).toEqual([['pickFlight', 'settled', 'accept']]);
  });

  it('shows how a question ended, also once another process has begun later turns', async () => {
    const open = openStore();
    const [here, there] = [createChat(agent(), { store: open() }), createChat(agent(), { store: open() })];
    const flight = questionOf(await here.post(ask));
    await there.post({
      conversationId: 'c',
      pluginElicitResponses: [{ ...accept(flight, null), result: { action: 'decline' } }],
    });
    await there.post({ conversationId: 'c', messages: [{ ...user('hello'), id: 'hello' }] });
    await there.post({ conversationId: 'c', messages: [{ ...user('hello again'), id: 'again' }] });

    const { state } = await here.post({ conversationId: 'c', attach: true });
    const missed = state.items.find(({ request }) => request.elicitId === flight.elicitId);
    expect([missed?.end?.how, missed?.answers.at(-1)?.action]).toEqual(['settled', 'decline']);
  });
});

describe('a request for news', () => {
  it('is over after 25 seconds', async () => {
    const chat = createChat();
    const { state } = await chat.post(ask);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
    let told: unknown;
    void waits(chat, { revision: state.revision }).then((news) => (told = news));
    await vi.advanceTimersByTimeAsync(24_900);
    expect(told).toBeUndefined();
    await vi.advanceTimersByTimeAsync(200);
    await eventually(() => expect(told).toEqual({ news: false }));
  });

  it("tells nothing of somebody else's conversation", async () => {
    const chat = createChat();
    await chat.post(ask, { 'x-user': 'ann' });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
    const waiting = waits(chat, { revision: 0 }, { 'x-user': 'bob' });
    await vi.advanceTimersByTimeAsync(26_000);
    expect(await waiting).toEqual({ news: false });
  });

  it('gives its place to a request that brings something', async () => {
    const chat = createChat(agent(), { limits: { perOwner: 1 } });
    const headers = { 'x-user': 'ann' };
    const first = await chat.post(ask, headers);
    const waiting = waits(chat, { revision: revisionOf(first) }, headers);
    await new Promise((resolve) => setTimeout(resolve, 20));
    const pluginElicitResponses = [accept(questionOf(first), { flightId: 'FL001' })];
    const answered = await chat.post({ conversationId: 'c', pluginElicitResponses }, headers);
    expect(answered.status).toBe(200);
    await waiting;
  });

  it('ends with the server', async () => {
    const chat = createChat();
    const first = await chat.post(ask);
    const waiting = waits(chat, { revision: revisionOf(first) });
    await new Promise((resolve) => setTimeout(resolve, 20));
    await chat.handler.close();
    expect(await waiting).toEqual({ news: false });
  });

  it('that brings something besides is refused, for it would be left out', async () => {
    const chat = createChat();
    const first = await chat.post(ask);
    const pluginElicitResponses = [accept(questionOf(first), { flightId: 'FL001' })];
    const refused = await chat.post({ conversationId: 'c', wait: true, pluginElicitResponses });
    expect([refused.status, refused.raw]).toEqual([400, expect.stringContaining('wait: brings nothing.')]);
  });

  it('costs a store that tells nothing one look a second, however many wait', async () => {
    const inner = storeInProcess();
    const reads: number[] = [];
    const store = { ...inner, read: (keys: readonly string[]) => (reads.push(keys.length), inner.read(keys)) };
    const chat = createChat(agent(), { store });
    const names = Array.from({ length: 8 }, (_, nth) => `c${nth}`);
    const revisions = new Map<string, number | undefined>();
    for (const conversationId of names)
      revisions.set(conversationId, revisionOf(await chat.post({ ...ask, conversationId })));
    const waiting = names.map((conversationId) =>
      waits(chat, { conversationId, revision: revisions.get(conversationId) }),
    );
    // After the first look at each, one look is for all.
    await eventually(() => expect(reads.at(-1)).toBe(8));
    const before = reads.length;
    await eventually(() => expect(reads.filter((count) => count === 8).length).toBeGreaterThanOrEqual(3));
    expect(reads.slice(before).filter((count) => count > 2 && count !== 8)).toEqual([]);
    await chat.handler.close();
    await Promise.all(waiting);
  });
});

describe('a page', () => {
  /** A page that the person sees, or not. */
  function openPage() {
    const listeners = new Set<() => void>();
    const page = {
      visibilityState: 'visible',
      addEventListener: (_: string, listener: () => void) => void listeners.add(listener),
      removeEventListener: (_: string, listener: () => void) => void listeners.delete(listener),
    };
    vi.stubGlobal('document', page);
    onTestFinished(() => void vi.unstubAllGlobals());
    return (visibilityState: 'visible' | 'hidden') => {
      page.visibilityState = visibilityState;
      for (const listener of listeners) listener();
    };
  }

  /** @param isDead - true where no request for news is ever answered, nor ended by its signal */
  function openClient(
    chat: Chat,
    connection?: PluginClientOptions['connection'],
    isDead = false,
    settings: Partial<Pick<PluginClientOptions, 'storage' | 'tabs'>> = {},
    isShown = true,
  ) {
    const bodies: ChatRequestBody[] = [];
    const errors: unknown[] = [];
    const client = createPluginClient({
      endpoint: 'http://chat.test/api/chat',
      conversationId: 'c',
      plugins: [],
      storage: false,
      connection,
      onError: (error) => errors.push(error),
      tabs: false,
      capabilities: { genericForm: true },
      ...settings,
      fetch: (url, init) => {
        const body = JSON.parse(init?.body as string) as ChatRequestBody;
        bodies.push(body);
        if (isDead && body.wait) return new Promise(() => undefined);
        return chat.handler(new Request(url as string, init));
      },
    });
    onTestFinished(() => client.close());
    if (isShown) client.subscribe(() => undefined);
    return { client, bodies, errors };
  }
  const statuses = (client: PluginClient) => client.getSnapshot().items.map(({ key, status }) => `${key} ${status}`);

  it('keeps its receipt beside a second client that no page shows, such as React makes under StrictMode', async () => {
    openPage();
    const chat = createChat();
    const storage = createShelf();
    const settings = { storage, tabs: (name: string) => new BroadcastChannel(name) };
    const first = openClient(chat, undefined, false, settings);
    await first.client.send('Book');
    await first.client.close();

    const spare = openClient(chat, undefined, false, settings, false);
    const shown = openClient(chat, undefined, false, settings);
    const [item] = shown.client.getSnapshot().pending;
    if (item?.status !== 'pending') throw new Error('The question is not there.');
    item.accept({ flightId: 'FL001' });
    await eventually(() => expect(statuses(shown.client)).toEqual(['pickFlight settled', 'pickSeat pending']));
    // As long as the channel, and the storage, take.
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(spare.bodies.filter(({ attach, wait }) => attach || wait).length).toBeLessThanOrEqual(1);
    const again = openClient(chat, undefined, false, settings);
    expect(again.client.getSnapshot().items[0]).toMatchObject({ key: 'pickFlight', elsewhere: false });
  });

  it('shows an answer that was given elsewhere, within seconds', async () => {
    openPage();
    const chat = createChat();
    const { client, bodies } = openClient(chat);
    await client.send('Book');
    await eventually(() => expect(bodies.some(({ wait }) => wait === true)).toBe(true));
    expect(client.getSnapshot().status, 'nothing seems to run').toBe('waiting');

    const elsewhere = await chat.post({ conversationId: 'c', attach: true, revision: 0 });
    const pluginElicitResponses = [accept(questionOf(elsewhere), { flightId: 'FL001' })];
    await chat.post({ conversationId: 'c', pluginElicitResponses });
    await eventually(() => expect(statuses(client)).toEqual(['pickFlight settled', 'pickSeat pending']));
  });

  it('shows that the value has come that a tool waited for, though nothing was asked', async () => {
    openPage();
    const tokens: string[] = [];
    const tool = declaration.execute(function* (_, ctx) {
      tokens.push(yield* ctx.waitFor.token('signed'));
      const wait = { schema: z.object({ by: z.string() }), timeout: 60_000, message: 'Waiting for the signature' };
      return (yield* ctx.waitFor('signed', wait)).action;
    });
    const chat = createChat(agent(), { tools: [tool] });
    const { client } = openClient(chat);
    await client.send('Book');
    const { status, calls } = client.getSnapshot();
    expect(status, 'nothing seems to run').toBe('waiting');
    expect(calls).toMatchObject([{ status: 'running', progress: { message: 'Waiting for the signature' } }]);

    await chat.handler.resolve(tokens[0]!, { by: 'Ada' });
    await eventually(() => expect(client.getSnapshot().messages.at(-1)?.content).toBe('It said: accept'));
    expect(client.getSnapshot()).toMatchObject({ status: 'idle', calls: [{ status: 'completed' }] });
  });

  it('asks for nothing while it is hidden, and at once when it is seen again', async () => {
    const see = openPage();
    const chat = createChat();
    const { client, bodies } = openClient(chat);
    see('hidden');
    await client.send('Book');
    await new Promise((resolve) => setTimeout(resolve, 2500));
    expect(bodies).toHaveLength(1);

    const elsewhere = await chat.post({ conversationId: 'c', attach: true, revision: 0 });
    const pluginElicitResponses = [accept(questionOf(elsewhere), { flightId: 'FL001' })];
    await chat.post({ conversationId: 'c', pluginElicitResponses });
    see('visible');
    await eventually(() => expect(statuses(client)).toEqual(['pickFlight settled', 'pickSeat pending']));
    expect(bodies[1]).toMatchObject({ attach: true });
  });

  it('asks for nothing without a network, and at once when it is back', async () => {
    openPage();
    const network = { isOn: true, listeners: new Set<() => void>() };
    const chat = createChat();
    const { client, bodies } = openClient(chat, {
      isOnline: () => network.isOn,
      onOnline: (listener) => (network.listeners.add(listener), () => network.listeners.delete(listener)),
    });
    await client.send('Book');
    network.isOn = false;
    await new Promise((resolve) => setTimeout(resolve, 2500));
    expect(bodies).toHaveLength(1);
    const elsewhere = await chat.post({ conversationId: 'c', attach: true, revision: 0 });
    const pluginElicitResponses = [accept(questionOf(elsewhere), { flightId: 'FL001' })];
    await chat.post({ conversationId: 'c', pluginElicitResponses });
    network.isOn = true;
    for (const listener of network.listeners) listener();
    await eventually(() => expect(statuses(client)).toEqual(['pickFlight settled', 'pickSeat pending']));
  });

  it('tells nobody of a server that cannot be asked, and asks again', async () => {
    openPage();
    const chat = createChat();
    const { client, bodies, errors } = openClient(chat);
    await client.send('Book');
    await chat.handler.close();
    await eventually(() => expect(bodies.filter(({ wait }) => wait === true)).toHaveLength(1));
    expect(client.getSnapshot()).toMatchObject({ status: 'waiting', problem: undefined });
    expect(errors).toEqual([]);
  });

  it('asks again where the connection has died without a word, and closes all the same', async () => {
    openPage();
    const { client, bodies, errors } = openClient(createChat(), undefined, true);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
    const sent = client.send('Book');
    await vi.advanceTimersByTimeAsync(100);
    await sent;
    const asked = () => bodies.filter(({ wait }) => wait === true).length;
    await vi.advanceTimersByTimeAsync(2000);
    expect(asked()).toBe(1);
    await vi.advanceTimersByTimeAsync(70_000);
    expect(asked()).toBe(2);
    expect(errors).toEqual([]);
    await client.close();
  });
});
