import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod';
import { answerWith, createMcpTool, makePlugin } from '../../src/plugin.ts';
import {
  createPluginClient,
  openStorage,
  type AsyncStorage,
  type ClientStorage,
  type ElicitRequest,
} from '../../src/client.ts';
import { writeAnswers } from '../../src/client/storage/fit.ts';
import { saveState } from '../../src/client/storage/save-state.ts';
import { readAnswers } from '../../src/client/storage/saved-conversation.ts';
import { idleState } from '../../src/client/state/client-state.ts';
import { openItem } from '../../src/client/state/change-item.ts';
import type { JsonObject, JsonValue } from '../../src/protocol/json.ts';
import { looksSecret } from '../../src/protocol/looks-secret.ts';
import {
  answerIdOf,
  ask,
  askFirst,
  bookFlight,
  bookFlightPlugin,
  closeAll,
  complete,
  createHarness,
  Flights,
  info,
  isStatus,
  playServer,
  Seats,
  settled,
  state,
  type Harness,
  push,
  said,
} from './harness.ts';
import { createShelf, type Shelf } from './shelf.ts';

afterEach(async () => {
  vi.useRealTimers();
  await closeAll();
});

/** A shelf that answers later. */
const slow = (shelf: Shelf): AsyncStorage => ({
  getItem: async (key) => shelf.getItem(key),
  setItem: async (key, value) => shelf.setItem(key, value),
  removeItem: async (key) => shelf.removeItem(key),
});

const kept = (shelf: Shelf) =>
  JSON.parse([...shelf.items].find(([key]) => key.startsWith('elicitkit:conversation:'))?.[1] ?? 'null') as Record<
    string,
    never
  > | null;

async function reload(harness: Harness, storage: ClientStorage): Promise<Harness> {
  await harness.client.close();
  return createHarness({ storage });
}

describe('a reload', () => {
  it('brings the conversation back, asks its questions again with what was typed, and attaches', async () => {
    const shelf = createShelf();
    const before = createHarness({ storage: shelf });
    await askFirst(before);
    before.item().views[0]?.setDraft({ flightId: 'FL2' });
    const after = await reload(before, shelf);

    expect(after.client.conversationId).toBe(before.client.conversationId);
    expect(after.snapshot().messages).toMatchObject([{ role: 'user', content: 'Book a flight' }]);
    expect(after.item()).toMatchObject({
      status: 'pending',
      message: 'Which flight?',
      views: [{ active: true, draft: { flightId: 'FL2' }, props: { flights: [{ id: 'FL1' }, { id: 'FL2' }] } }],
    });
    const stream = await after.server.accept();
    expect(stream.request.body).toMatchObject({ attach: true, conversationId: before.client.conversationId });
    stream.end(info, ask(), state());
    await after.when(({ status }) => status === 'waiting');
    expect(after.item()).toMatchObject({ status: 'pending', views: [{ draft: { flightId: 'FL2' } }] });
    expect(after.errors).toEqual([]);
  });

  it('runs no handler and asks no server in a client that nobody uses, such as the second one of StrictMode', async () => {
    const shelf = createShelf();
    const before = createHarness({ storage: shelf });
    await askFirst(before);
    await before.client.close();
    const ran = vi.fn<(client: string) => undefined>();
    const { transport, requests, accept } = playServer();
    const [used, unused] = ['used', 'unused'].map((name) => {
      const plugin = makePlugin(bookFlight)
        .onElicit({
          pickFlight: async () => (ran(name), await new Promise<never>(() => undefined)),
          pickSeat: answerWith(Seats, () => ({})),
        })
        .build();
      const client = createPluginClient({ plugins: [plugin], transport, storage: shelf, tabs: false });
      onTestFinished(() => client.close());
      return client;
    });
    expect(unused?.getSnapshot().pending).toHaveLength(1);
    used?.subscribe(() => undefined);
    (await accept()).end(info, ask(), state());
    await vi.waitFor(() => expect(ran).toHaveBeenCalledWith('used'));
    expect(ran).toHaveBeenCalledTimes(1);
    expect(requests).toHaveLength(1);
  });

  it('tells the first subscriber what goes on, once it can leave', async () => {
    const shelf = createShelf();
    const before = createHarness({ storage: shelf });
    await askFirst(before);
    await before.client.close();
    const { transport } = playServer();
    const client = createPluginClient({ plugins: [bookFlightPlugin], transport, storage: shelf, tabs: false });
    onTestFinished(() => client.close());
    const shown = await new Promise((resolve) => {
      const leave = client.subscribe(() => {
        const { pending } = client.getSnapshot();
        if (pending[0]?.views.length !== 1) return;
        leave();
        resolve(pending[0].views[0]?.Component);
      });
    });
    expect(shown).toBe(Flights);
  });

  it('brings the receipts back and asks the server nothing where nothing is open', async () => {
    const shelf = createShelf();
    const before = createHarness({ storage: shelf });
    await askFirst(before);
    before.item().views[0]?.answer({ flightId: 'FL2' });
    (await before.server.accept()).end(info, settled('accept'), state(), complete);
    await before.when(({ status }) => status === 'idle');
    const after = await reload(before, shelf);

    expect(after.item()).toMatchObject({ status: 'settled', action: 'accept', receipt: { title: 'Flight FL2' } });
    await after.client.close();
    expect(after.server.requests).toEqual([]);
  });

  it('knows who else answered', async () => {
    const shelf = createShelf();
    const before = createHarness({ storage: shelf });
    const sent = before.client.send('Book a flight');
    const theirs = { ...settled('accept', {}, 'theirs'), by: { name: 'Mia' } };
    (await before.server.accept()).end(info, ask(), theirs, said('Booked.'), complete);
    await sent;
    const after = await reload(before, shelf);

    expect(after.item()).toMatchObject({ status: 'settled', elsewhere: true, by: { name: 'Mia' } });
  });

  it('sends an answer again that was on its way, where the server counts it once', async () => {
    const shelf = createShelf();
    const before = createHarness({ storage: shelf });
    await askFirst(before);
    before.item().views[0]?.answer({ flightId: 'FL2' });
    const first = await before.server.accept();
    const after = await reload(before, shelf);

    expect(after.item().status).toBe('sending');
    const streams = [await after.server.accept(), await after.server.accept()];
    const attached = streams.find(({ request }) => request.body.attach === true);
    const again = streams.find((stream) => stream !== attached);
    expect(again?.request.body.pluginElicitResponses).toEqual(first.request.body.pluginElicitResponses);
    again?.end(info, settled('accept'), state(), complete);
    await after.when(isStatus('settled'));
    attached?.end(info, settled('accept'), state(), complete);
    await after.when(({ status }) => status === 'idle');
    expect(after.item()).toMatchObject({ receipt: { title: 'Flight FL2' } });
  });

  it('shows no refusal of an earlier answer beside one that is on its way', async () => {
    const shelf = createShelf();
    const before = createHarness({ storage: shelf });
    await askFirst(before);
    before.item().views[0]?.answer({ flightId: 'FL1' });
    const issues = [{ path: ['flightId'], message: 'Sold out' }];
    (await before.server.accept()).end(info, ask({ attempt: 2, issues }), state());
    await before.when(({ items }) => items[0]?.issues !== undefined && items[0].views[0]?.active === true);
    before.item().views[0]?.answer({ flightId: 'FL2' });
    await before.server.accept();
    expect(before.item()).toMatchObject({ status: 'sending', issues: undefined });
    const after = await reload(before, shelf);

    expect(after.item()).toMatchObject({ status: 'sending', attempt: 2, issues: undefined });
  });

  it('knows an answer that failed before the one on its way, where the server had it all the same', async () => {
    const shelf = createShelf();
    const before = createHarness({ storage: shelf });
    await askFirst(before);
    before.item().views[0]?.answer({ flightId: 'FL2' });
    const failed = await before.server.refuse(new TypeError('offline'));
    await before.when(isStatus('failed'));
    const item = before.item();
    if (item.status === 'failed') item.decline();
    await before.server.accept();
    const after = await reload(before, shelf);
    for (const stream of [await after.server.accept(), await after.server.accept()]) {
      stream.end(info, settled('accept', {}, answerIdOf(failed)), state(), complete);
    }
    await after.when(isStatus('settled'));

    expect(after.item()).toMatchObject({ elsewhere: false, receipt: { title: 'Flight FL2' } });
  });

  it('after a crash knows from the server what it had no time to keep, and answers nothing twice', async () => {
    const shelf = createShelf();
    const before = createHarness({ storage: shelf });
    await askFirst(before);
    await expect.poll(() => kept(shelf)?.['items']).toHaveLength(1);
    const crashed = createShelf();
    for (const [key, value] of shelf.items) crashed.items.set(key, value);
    before.item().views[0]?.answer({ flightId: 'FL2' });
    const sent = await before.server.accept();

    const after = createHarness({ storage: crashed });
    expect(after.item().status).toBe('pending');
    const attached = await after.server.accept();
    attached.end(info, settled('accept', {}, answerIdOf(sent.request)), state(), complete);
    await after.when(isStatus('settled'));
    expect(after.server.requests.map(({ body }) => body.pluginElicitResponses)).toEqual([undefined]);
    expect(after.errors).toEqual([]);
  });

  it('after a turn that failed asks how it stands, and shows what the server said to its end', async () => {
    const shelf = createShelf();
    const before = createHarness({ storage: shelf });
    const sent = before.client.send('Hi');
    const stream = await before.server.accept();
    stream.send(info, { type: 'text', content: 'He' });
    await before.when(({ text }) => text === 'He');
    stream.break();
    await sent;
    expect(before.snapshot().status).toBe('failed');
    const after = await reload(before, shelf);

    (await after.server.accept()).end(said('Hello'), complete);
    await after.when(({ status }) => status === 'idle');
    expect(after.snapshot()).toMatchObject({ messages: [{ content: 'Hi' }, { content: 'Hello' }], problem: undefined });
  });

  it('after a turn that failed leaves it to be tried again where nobody can say how it stands', async () => {
    const shelf = createShelf();
    const before = createHarness({ storage: shelf });
    const sent = before.client.send('Hi');
    await before.server.refuse(new TypeError('offline'));
    await sent;
    const after = await reload(before, shelf);

    expect(after.snapshot()).toMatchObject({ status: 'failed', problem: { code: 'STREAM_CUT' } });
    const again = after.client.retry();
    const stream = await after.server.accept();
    expect(stream.request.body).toMatchObject({ messages: [{ content: 'Hi' }] });
    stream.end(complete);
    await again;
  });

  it('knows that a stream of the host broke off, also where that was all that was new', async () => {
    const shelf = createShelf();
    const before = createHarness({ storage: shelf });
    push(before.client, info, { type: 'messages', messages: [{ role: 'user', content: 'Hi' }] });
    await expect.poll(() => kept(shelf)?.['messages']).toHaveLength(1);
    push(before.client, { type: 'text', content: 'He' });
    before.client.pushEnded(new TypeError('network error'));
    expect(before.snapshot().status).toBe('failed');
    const after = await reload(before, shelf);

    (await after.server.accept()).end(state());
    await after.when(({ status }) => status === 'failed');
    expect(after.snapshot()).toMatchObject({ status: 'failed', problem: { code: 'STREAM_CUT' } });
  });

  it('has large context told again by the server', async () => {
    const shelf = createShelf();
    const before = createHarness({ storage: shelf });
    const flights = Array.from({ length: 8000 }, (_, n) => ({ id: `FL${n}` }));
    const large = ask({ schema: { type: 'object', 'x-model-context': { flights } } });
    await askFirst(before, large);
    before.item().views[0]?.setDraft('typed');
    const after = await reload(before, shelf);

    expect(JSON.stringify(kept(shelf)).length).toBeLessThan(2000);
    expect(after.item()).toMatchObject({ status: 'pending', views: [] });
    (await after.server.accept()).end(info, large, state());
    await after.when(({ items }) => items[0]?.views.length === 1);
    expect(after.item()).toMatchObject({ views: [{ draft: 'typed', props: { flights } }] });
    expect(after.errors).toEqual([]);
  });

  it('of a page with messages of its own hears how the conversation stands, as any other', async () => {
    const shelf = createShelf();
    const before = createHarness({ storage: shelf });
    const flights = Array.from({ length: 8000 }, (_, n) => ({ id: `FL${n}` }));
    const large = ask({ schema: { type: 'object', 'x-model-context': { flights } } });
    await askFirst(before, large);
    await before.client.close();
    const after = createHarness({ storage: shelf, messages: before.snapshot().messages });

    const stream = await after.server.accept();
    expect(stream.request.body).toMatchObject({ attach: true, revision: 0, messages: [] });
    stream.end(large, state());
    await after.when(({ items }) => items[0]?.views.length === 1);
    expect(after.item()).toMatchObject({ status: 'pending', views: [{ props: { flights } }] });
  });

  it.each([
    ['a code of its own', { error: { code: 'UNAUTHORIZED', message: 'Sign in' } }],
    ['no code', undefined],
  ])('is followed by attaching again where the server refused that with %s', async (_what, body) => {
    const shelf = createShelf();
    const before = createHarness({ storage: shelf });
    await askFirst(before);
    const after = await reload(before, shelf);
    await after.server.refuse(Response.json(body ?? null, { status: 401 }));
    await after.when(({ problem }) => problem !== undefined);
    const tried = after.client.retry();
    const stream = await after.server.accept();

    expect(stream.request.body.attach).toBe(true);
    stream.end(info, ask(), state());
    await tried;
    expect(after.item().status).toBe('pending');
    expect(after.server.requests).toHaveLength(2);
  });

  it('works with a storage that answers later, once that is open', async () => {
    const shelf = createShelf();
    const before = createHarness({ storage: await openStorage(slow(shelf)) });
    await askFirst(before);
    await before.client.close();
    const after = createHarness({ storage: await openStorage(slow(shelf)) });

    const attached = await after.server.accept();
    expect(attached.request.body).toMatchObject({ attach: true, conversationId: before.client.conversationId });
    expect(after.item().status).toBe('pending');
  });

  it('brings back the conversation that is named, and not the tab’s last one', async () => {
    const shelf = createShelf();
    const first = createHarness({ storage: shelf, conversationId: 'one' });
    await askFirst(first);
    await first.client.close();
    const second = createHarness({ storage: shelf, conversationId: 'two' });
    expect(second.snapshot().items).toEqual([]);
    await askFirst(second, ask({ callId: 'call_2' }));
    await second.client.close();

    expect(createHarness({ storage: shelf, conversationId: 'one' }).item().callId).toBe('call_1');
    expect(createHarness({ storage: shelf }).item().callId).toBe('call_2');
  });
});

describe('a storage that takes its time', () => {
  const keepOne = async (conversationId?: string) => {
    const shelf = createShelf();
    const before = createHarness({ storage: shelf, conversationId });
    await askFirst(before);
    await before.client.close();
    return shelf;
  };

  it('is opened for the conversation that is named', async () => {
    const shelf = await keepOne('one');
    const second = createHarness({ storage: shelf, conversationId: 'two' });
    await askFirst(second, ask({ callId: 'call_2' }));
    await second.client.close();

    const conversationId = 'one';
    const storage = await openStorage(slow(shelf), { conversationId });
    expect(createHarness({ storage, conversationId }).item().callId).toBe('call_1');
  });

  it('and never answers cannot be opened', async () => {
    vi.useFakeTimers();
    const never = { ...slow(createShelf()), getItem: () => new Promise<null>(() => undefined) };
    const opened = openStorage(never).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await opened).toMatchObject({ code: 'STORAGE_FAILED', cause: { message: expect.stringContaining('5000') } });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('and fails cannot be opened, and leaves no timer', async () => {
    vi.useFakeTimers();
    const broken = { ...slow(createShelf()), getItem: () => Promise.reject(new Error('no disk')) };
    await expect(openStorage(broken)).rejects.toMatchObject({ code: 'STORAGE_FAILED', cause: { message: 'no disk' } });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('gets each change in its order, however long the one before takes', async () => {
    const shelf = createShelf();
    const waiting: (() => void)[] = [];
    const wait = () => new Promise<void>((resolve) => waiting.push(resolve));
    const storage = await openStorage({
      ...slow(shelf),
      setItem: async (key, value) => wait().then(() => shelf.setItem(key, value)),
    });
    void storage.setItem('a', '1');
    void storage.removeItem('a');
    expect(storage.getItem('a')).toBeNull();
    await expect.poll(() => waiting.length).toBe(1);
    const last = storage.setItem('b', '2');
    waiting.shift()?.();
    await expect.poll(() => waiting.length).toBe(1);
    waiting.shift()?.();
    await last;
    expect([...shelf.items]).toEqual([['b', '2']]);
  });

  it('and fails to write is done without, and said once', async () => {
    const broken = { ...slow(createShelf()), setItem: () => Promise.reject(new Error('full')) };
    const harness = createHarness({ storage: await openStorage(broken) });
    await askFirst(harness);
    await harness.client.close();
    await expect.poll(() => harness.errors).toMatchObject([{ code: 'STORAGE_FAILED', cause: { message: 'full' } }]);
  });

  it('and was not opened is done without, and said', async () => {
    const shelf = await keepOne();
    const harness = createHarness({ storage: slow(shelf) as unknown as ClientStorage });
    expect(harness.snapshot().items).toEqual([]);
    const cause = { message: expect.stringContaining('openStorage') };
    expect(harness.errors).toMatchObject([{ code: 'STORAGE_FAILED', cause }]);
  });
});

describe('what is kept', () => {
  it.each([
    ['no JSON', () => 'oops'],
    ['another version', (text: string) => text.replace('"version":1', '"version":2')],
    ['half of it', (text: string) => text.replace('"messages":[', '"messages":[{"role":7},')],
    [
      'an answer that counts beside it',
      (text: string) =>
        text.replace('"request":', '"counts":{"action":"accept","result":{"action":"accept","content":1}},"request":'),
    ],
    [
      'a cancel of nobody beside it',
      (text: string) =>
        text.replace('"request":', '"counts":{"action":"cancel","result":{"action":"cancel"}},"request":'),
    ],
    ['another conversation', (text: string) => text.replace('"conversationId":"', '"conversationId":"x')],
    [
      'one question twice',
      (text: string) => {
        const saved = JSON.parse(text) as { items: unknown[] };
        return JSON.stringify({ ...saved, items: [...saved.items, ...saved.items] });
      },
    ],
  ])('and is %s is removed, and said', async (_what, spoil) => {
    const shelf = createShelf();
    const before = createHarness({ storage: shelf });
    await askFirst(before);
    await before.client.close();
    const [key, text] = [...shelf.items].find(([name]) => name.startsWith('elicitkit:conversation:')) ?? ['', ''];
    shelf.items.set(key, spoil(text));

    const after = createHarness({ storage: shelf });
    expect(after.errors).toMatchObject([{ code: 'STORAGE_CORRUPT' }]);
    expect(after.snapshot()).toMatchObject({ status: 'idle', items: [], messages: [] });
    expect(shelf.items.has(key)).toBe(false);
  });

  it('and is larger than maxStoredBytes is removed, and said', async () => {
    const shelf = createShelf();
    const before = createHarness({ storage: shelf });
    await askFirst(before);
    await before.client.close();

    const after = createHarness({ storage: shelf, maxStoredBytes: 100 });
    expect(after.errors).toMatchObject([
      { code: 'STORAGE_CORRUPT', message: expect.stringContaining('maxStoredBytes') },
    ]);
    expect(after.snapshot()).toMatchObject({ status: 'idle', items: [], messages: [] });
  });

  it('reaches no prototype', async () => {
    const shelf = createShelf();
    const before = createHarness({ storage: shelf });
    await askFirst(before);
    await before.client.close();
    const [key, text] = [...shelf.items].find(([name]) => name.startsWith('elicitkit:conversation:')) ?? ['', ''];
    shelf.items.set(
      key,
      text.replace('"drafts":{}', '"drafts":{"__proto__":{"polluted":1},"0.0":{"__proto__":{"polluted":1}}}'),
    );

    const after = createHarness({ storage: shelf });
    await after.when(({ pending }) => pending[0]?.views.length === 1);
    expect(after.errors).toEqual([]);
    const draft = after.item().views[0]?.draft as { polluted?: unknown } | undefined;
    expect(draft).toEqual({});
    expect(draft?.polluted).toBeUndefined();
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it('is done without where the storage throws, and said once', async () => {
    const blocked = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    const harness = createHarness({ storage: { getItem: blocked, setItem: blocked, removeItem: blocked } });
    await askFirst(harness);
    await harness.client.close();

    expect(harness.errors).toMatchObject([{ code: 'STORAGE_FAILED', cause: { message: 'full' } }]);
  });

  it('stays within its bound: old receipts and messages go, what is open stays', async () => {
    const shelf = createShelf();
    const harness = createHarness({ storage: shelf, maxStoredBytes: 4000 });
    const ended = Array.from({ length: 20 }, (_, n) => ask({ callId: `done_${n}` }));
    const messages = Array.from({ length: 40 }, (_, n) => ({
      role: n % 2 === 0 ? 'user' : 'assistant',
      content: `${n}: ${'ü'.repeat(50)}`,
    }));
    const sent = harness.client.send('Book');
    (await harness.server.accept()).end(
      info,
      ...ended,
      ...ended.map(({ callId }) => settled('accept', { callId })),
      ask(),
      { type: 'messages', messages },
      state(),
    );
    await sent;
    await harness.client.close();

    const saved = kept(shelf) as { items: { open?: object }[]; messages: { role: string; content: string }[] } | null;
    expect(new TextEncoder().encode(JSON.stringify(saved)).byteLength).toBeLessThanOrEqual(4000);
    expect(saved?.items.map(({ open }) => open !== undefined)).toEqual([true]);
    expect(saved?.messages[0]?.role).toBe('user');
    expect(saved?.messages.at(-1)).toEqual(messages.at(-1));
    expect(harness.errors).toEqual([]);
  });

  it('loses the oldest settled answers for want of room, and none that is on its way', () => {
    const answer = (id: string, state: 'counts' | 'sending') => {
      const result = { action: 'accept', content: 'x'.repeat(1000) } as const;
      return { id, action: 'accept', result, state } as const;
    };
    const settledOnes = Array.from({ length: 20 }, (_, n) => {
      return { elicitId: `q${n}`, attempt: 1, answers: [answer(`a${n}`, 'counts')] };
    });
    const changed = {
      elicitId: 'changed',
      attempt: 1,
      answers: [answer('first', 'counts'), answer('next', 'sending')],
    };
    const text = writeAnswers('c', [changed, ...settledOnes], 20_000) ?? '';

    expect(readAnswers(text, 'c')?.map(({ elicitId }) => elicitId)).toEqual([
      'changed',
      ...settledOnes.slice(-5).map(({ elicitId }) => elicitId),
    ]);
    expect(readAnswers(text, 'c')?.[0]).toEqual(changed);
    expect(readAnswers(text, 'another')).toBeUndefined();
  });

  it('is nothing once it is forgotten', async () => {
    const shelf = createShelf();
    const harness = createHarness({ storage: shelf });
    await askFirst(harness);
    harness.client.forget();
    harness.item().views[0]?.setDraft('more');
    await harness.client.close();

    expect([...shelf.items]).toEqual([]);
  });

  it('holds no secret: neither what was typed nor an answer on its way', async () => {
    const tool = createMcpTool('pay')
      .description('Pay')
      .parameters(z.object({}))
      .elicits({ details: z.object({ name: z.string(), cardNumber: z.string(), note: z.string() }) });
    const Form = (_props: { onRespond: (answer: { name: string; cardNumber: string; note: string }) => void }) => null;
    const plugin = makePlugin(tool)
      .onElicit({ details: answerWith(Form, () => ({})) })
      .build();
    const shelf = createShelf();
    const properties = { name: {}, cardNumber: {}, note: { format: 'password' } };
    const question = ask({ toolName: 'pay', key: 'details', schema: { type: 'object', properties } });
    const typed = {
      name: 'Ann',
      cardNumber: '4111 1111 1111 1111',
      note: 'sesame 0815',
      nested: [{ password: 'hunter2', town: 'Ulm' }],
    };
    const before = createHarness({ storage: shelf, plugins: [plugin] });
    await askFirst(before, question);
    before.item().views[0]?.setDraft(typed);
    before.item().views[0]?.answer(typed);
    await before.server.accept();
    await before.client.close();

    const text = [...shelf.items.values()].join('');
    for (const secret of ['4111 1111', 'sesame', 'hunter2']) expect(text).not.toContain(secret);
    const after = createHarness({ storage: shelf, plugins: [plugin] });
    await after.when(({ pending }) => pending[0]?.views.length === 1);
    expect(after.item()).toMatchObject({
      status: 'pending',
      views: [{ draft: { name: 'Ann', nested: [{ town: 'Ulm' }] } }],
    });
  });

  const secret = { type: 'string', format: 'password' };
  const inObject = (property: object) => ({ type: 'object', properties: { words: property } });
  /** Everything that is stored of a question with this answer, typed and then sent. */
  const storedOf = (schema: object, content: unknown, over: Partial<ElicitRequest> = {}) => {
    const item = openItem({ ...ask(over), schema: schema as JsonObject });
    const draft = content as JsonValue;
    const state = (over: Partial<typeof item>) => ({ ...idleState([], 10, 10), items: [{ ...item, ...over }] });
    const result = { action: 'accept', content } as const;
    const answer = { id: 'a', action: 'accept', result } as const;
    const sent = state({
      answers: [
        { ...answer, state: 'past' },
        { ...answer, state: 'sending' },
      ],
    });
    const typed = state({ open: { ...item.open, drafts: { main: draft } } });
    return JSON.stringify([saveState(sent, 'c').answers, saveState(typed, 'c').conversation.items[0]?.open?.drafts]);
  };
  it.each([
    ['a list', inObject({ type: 'array', items: secret }), { words: ['hunter2'] }],
    ['an object of a list', inObject({ type: 'array', items: inObject(secret) }), { words: [{ words: 'hunter2' }] }],
    ['an alternative', inObject({ anyOf: [secret, { type: 'null' }] }), { words: 'hunter2' }],
    ['a field with a title', inObject({ type: 'string', title: 'Your password' }), { words: 'hunter2' }],
    ['the whole answer', secret, 'hunter2'],
    ['a list that is the whole answer', { type: 'array', items: secret }, ['hunter2']],
  ])('holds no secret of %s', (_where, schema, answer) => {
    expect(storedOf(schema, answer)).not.toContain('hunter2');
  });

  it('holds no secret of a form that asks in other fields than the answer has', () => {
    const plain = { type: 'object', properties: { phrase: secret, town: {} } };
    const draft = [
      ['0', 'phrase', 'hunter2'],
      ['1', 'town', 'Ulm'],
    ];
    expect(storedOf(inObject({}), { phrase: 'hunter2' }, { plain })).not.toContain('hunter2');
    expect(storedOf(inObject({}), draft, { plain })).toMatch(/^(?!.*hunter2).*Ulm/);
  });

  it('holds no secret of a question whose key looks like one', () => {
    const schema = inObject({ type: 'string' });
    const answer = { words: 'hunter2' };
    expect(storedOf(schema, answer, { key: 'seat' }).split('hunter2')).toHaveLength(4);
    expect(storedOf(schema, answer, { key: 'oneTimePassword' })).not.toContain('hunter2');
  });

  it.each([
    ['is called like a secret', inObject({ oneOf: [{ const: 'visa', title: 'Card' }] })],
    ['has a context that names secrets', { ...inObject({}), 'x-model-context': [secret] }],
  ])('holds a choice that %s', (_what, schema) => {
    expect(storedOf(schema, { words: 'visa' }).split('"visa"')).toHaveLength(4);
  });

  it.each([
    'password',
    'userPassword',
    'api_key',
    'apiKey',
    'accessToken',
    'PIN',
    'pinCode',
    'cardNumber',
    'CVV',
    'client-secret',
  ])('leaves out %s', (name) => expect(looksSecret(name)).toBe(true));

  it.each(['flightId', 'shipping', 'opinion', 'seat', 'name', 'discardChanges', 'author'])('keeps %s', (name) =>
    expect(looksSecret(name)).toBe(false),
  );
});
