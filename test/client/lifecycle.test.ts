import { runInNewContext } from 'node:vm';
import { createContext, global, suspend, type Operation } from 'effection';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { guardCallback } from '../../src/client/guard.ts';
import { createPluginClient } from '../../src/client.ts';
import { makePlugin } from '../../src/plugin.ts';
import {
  ask,
  askFirst,
  bookFlight,
  bookFlightPlugin,
  closeAll,
  complete,
  createHarness,
  info,
  isStatus,
  settled,
  state,
  when,
  push,
  said,
  lineOf,
} from './harness.ts';
import { eventually } from '../eventually.ts';

afterEach(closeAll);
afterEach(() => void vi.restoreAllMocks());

const text = (content: string) => ({ type: 'text', content });
// Effection keeps the scopes that live below a scope in this context.
const children = createContext<Set<typeof global>>('@effection/scope.children');
const countScopes = (scope = global): number =>
  [...(scope.get(children) ?? [])].reduce((count, child) => count + 1 + countScopes(child), 0);

describe('closing a client', () => {
  it('leaves no scope, timer or stream behind', async () => {
    const timers = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'setInterval')];
    const before = countScopes();
    const cleaned = vi.fn<() => void>();
    function* stay(): Operation<never> {
      try {
        yield* suspend();
        throw new Error('woken');
      } finally {
        cleaned();
      }
    }
    const plugin = makePlugin(bookFlight)
      .onElicit({ pickFlight: stay, pickSeat: (_request, ctx) => ctx.render(Seats, {}) as Operation<never> })
      .build();
    const harness = createHarness({ plugins: [plugin] });
    await askFirst(harness, ask(), ask({ callId: 'call_2', key: 'pickSeat' }));
    const sent = harness.client.send('More');
    const queued = harness.client.send('And more');
    const stream = await harness.server.accept();
    stream.send(text('Hm'));
    await harness.when((snapshot) => snapshot.text === 'Hm');
    expect(countScopes()).toBeGreaterThan(before);

    await harness.client.close();
    await Promise.all([sent, queued, harness.client.close()]);

    expect(countScopes()).toBe(before);
    expect(cleaned).toHaveBeenCalledTimes(1);
    expect(stream.request.signal.aborted).toBe(true);
    for (const timer of timers) expect(timer).not.toHaveBeenCalled();
    expect(harness.errors).toEqual([]);
  });

  it('leaves one scope for each pending question while it is open, and none for those that ended', async () => {
    const stay = () => suspend() as Operation<never>;
    const plugin = makePlugin(bookFlight).onElicit({ pickFlight: stay, pickSeat: stay }).build();
    const harness = createHarness({ plugins: [plugin] });
    const before = countScopes();
    const own = () => countScopes() - before;
    await askFirst(harness);
    const open = own();
    expect(open).toBeGreaterThan(0);

    for (let attempt = 2; attempt < 50; attempt += 1) push(harness.client, ask({ attempt }));
    await eventually(() => expect(own()).toBe(open));
    push(harness.client, settled('accept'));

    await eventually(() => expect(own()).toBe(0));
  });

  it('lets go of a response that comes too late', async () => {
    let answer!: (response: Response) => void;
    const client = createPluginClient({
      plugins: [],
      transport: () => new Promise((resolve) => (answer = resolve)),
    });
    const sent = client.send('Hi');
    await when(client, ({ status }) => status === 'sending');
    await eventually(() => expect(answer).toBeDefined());
    await client.close();
    await sent;
    const cancelled = vi.fn<() => void>();

    answer(new Response(new ReadableStream({ cancel: cancelled })));

    await eventually(() => expect(cancelled).toHaveBeenCalledTimes(1));
  });

  it('makes every later call an error that says so', async () => {
    const harness = createHarness();
    await askFirst(harness);
    const item = harness.item();
    await harness.client.close();

    await harness.client.send('Hi');
    await harness.client.attach();
    push(harness.client, text('late'));
    if (item.status === 'pending') item.accept({ flightId: 'FL1' });

    expect(harness.errors.map(({ code }) => code)).toEqual(['CLIENT_CLOSED', 'CLIENT_CLOSED', 'CLIENT_CLOSED']);
    expect(harness.server.requests).toHaveLength(1);
    expect(harness.snapshot().text).toBe('');
  });

  it('makes trying an answer again an error that says so', async () => {
    const harness = createHarness();
    await askFirst(harness);
    harness.item().views[0]?.answer({ flightId: 'FL1' });
    await harness.server.refuse(new TypeError('offline'));
    await harness.when(isStatus('failed'));
    await harness.client.close();

    harness.errors[0]?.retry?.();

    expect(harness.errors.map(({ code }) => code)).toEqual(['NETWORK_FAILED', 'CLIENT_CLOSED']);
    expect(harness.server.requests).toHaveLength(2);
  });
});

describe('a POST', () => {
  it('carries the host’s headers, asked for each time', async () => {
    let token = 0;
    const harness = createHarness({ headers: async () => ({ Authorization: `Bearer ${++token}` }) });
    await askFirst(harness);
    const sent = harness.client.send('Again');
    (await harness.server.accept()).end(complete);
    await sent;

    const headers = harness.server.requests.map((request) => request.headers);
    expect(headers).toMatchObject([
      { authorization: 'Bearer 1', 'content-type': 'application/json' },
      { authorization: 'Bearer 2' },
    ]);
  });

  it('carries headers that a promise of another realm brings', async () => {
    const headers = () => runInNewContext('Promise.resolve({ authorization: "Bearer 1" })') as Promise<HeadersInit>;
    const harness = createHarness({ headers });
    await askFirst(harness);

    expect(harness.server.requests).toMatchObject([{ headers: { authorization: 'Bearer 1' } }]);
  });

  it('is made with the given fetch to the endpoint', async () => {
    const fetcher = vi.fn<typeof fetch>(async (_url, init) => {
      const { messages } = JSON.parse(init?.body as string) as { messages: { role: string }[] };
      const told = [{ type: 'messages', messages }, said('Hi'), complete];
      return new Response([...told, { type: 'end' }].map((event) => `${JSON.stringify(lineOf(event))}\n`).join(''));
    });
    const client = createPluginClient({
      endpoint: '/api/chat',
      plugins: [bookFlightPlugin],
      fetch: fetcher,
      conversationId: 'c1',
    });
    await client.send('Hello');

    expect(fetcher).toHaveBeenCalledTimes(1);
    const [url, init] = fetcher.mock.calls[0] ?? [];
    expect([url, init?.method]).toEqual(['/api/chat', 'POST']);
    expect(JSON.parse(init?.body as string)).toEqual({
      conversationId: 'c1',
      messages: [{ role: 'user', id: expect.any(String) as string, content: 'Hello' }],
      enabledPlugins: ['book_flight'],
      capabilities: { genericForm: false, url: false },
    });
    expect(client.getSnapshot().messages).toMatchObject([
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'Hi' },
    ]);
    await client.close();
  });

  it('of a message waits for the stream under way', async () => {
    const harness = createHarness();
    const first = harness.client.send('One');
    const second = harness.client.send('Two');
    const stream = await harness.server.accept();
    stream.send(info, text('A'));
    await harness.when((snapshot) => snapshot.text === 'A');
    expect(harness.server.requests).toHaveLength(1);
    stream.end(said('A'), complete);
    await first;

    (await harness.server.accept()).end(complete);
    await second;
    expect(harness.server.requests[1]?.body.messages.map(({ content }) => content)).toEqual(['Two']);
  });

  it('of an answer goes out at once, where the server takes it at any time', async () => {
    const harness = createHarness();
    const sent = harness.client.send('Book');
    const stream = await harness.server.accept();
    stream.send(info, ask());
    await harness.when(isStatus('pending'));
    harness.item().views[0]?.answer({ flightId: 'FL1' });

    const second = await harness.server.accept();
    second.end(info, settled('accept'), complete);
    await harness.when(isStatus('settled'));
    stream.end(complete);
    await sent;
    expect(harness.snapshot().status).toBe('idle');
  });
});

describe('attach', () => {
  it('asks where the conversation stands, and shows what is still pending', async () => {
    const harness = createHarness({ messages: [{ role: 'user', content: 'Book' }] });
    const attached = harness.client.attach();
    const stream = await harness.server.accept();
    expect(stream.request.body).toMatchObject({ attach: true, messages: [{ content: 'Book' }] });

    stream.end(info, settled('accept', { elicitId: 'before' }), ask({ elicitId: 'now', seq: 1 }), state());
    await attached;
    expect(harness.snapshot().items).toMatchObject([{ elicitId: 'now', status: 'pending' }]);
  });

  it.each([
    ['does not arrive', new TypeError('No network')],
    ['finds the server behind a proxy away', new Response('', { status: 502 })],
  ])('is done with the first whole response, where its first request %s', async (_, failure) => {
    const harness = createHarness({ retry: { wait: async () => undefined } });
    const attached = harness.client.attach();
    await harness.server.refuse(failure);
    (await harness.server.accept()).end(info, ask(), state());
    await attached;
    expect(harness.server.requests).toHaveLength(2);
    expect(harness.snapshot()).toMatchObject({ status: 'waiting', problem: undefined, pending: [{}] });
    expect(harness.errors).toEqual([]);
  });
});

describe('abort', () => {
  it('stops the reading where no call can be stopped, and keeps what was said', async () => {
    const harness = createHarness();
    const sent = harness.client.send('Tell me');
    const stream = await harness.server.accept();
    stream.send(info, text('Once upon'));
    await harness.when((snapshot) => snapshot.text !== '');

    await harness.client.abort();
    await sent;

    expect(stream.request.signal.aborted).toBe(true);
    expect(harness.snapshot()).toMatchObject({ status: 'idle', problem: undefined, text: '' });
    expect(harness.snapshot().messages.at(-1)).toEqual({ role: 'assistant', content: 'Once upon' });
    expect(harness.errors).toEqual([]);
  });

  it('stops every call that has a session', async () => {
    const harness = createHarness();
    await askFirst(harness, ask(), ask({ callId: 'call_2' }));
    const aborted = harness.client.abort();
    const streams = [await harness.server.accept(), await harness.server.accept()];
    expect(streams.map(({ request }) => request.body.pluginAbort?.sessionId)).toEqual(['call_1', 'call_2']);
    for (const stream of streams) stream.end(info, state());
    await aborted;

    expect(harness.snapshot().items.map(({ status }) => status)).toEqual(['aborted', 'aborted']);
  });
});

describe('an abort that something on the way answers in the server’s place', () => {
  it.each([
    ['a page', 'STREAM_CUT', () => new Response('<!doctype html>\n<h1>Sign in</h1>')],
    ['nothing', 'STREAM_CUT', () => new Response(null)],
    [
      'a stream that breaks',
      'NETWORK_FAILED',
      () => new Response(new ReadableStream({ start: (stream) => stream.error(new Error('cut')) })),
    ],
  ])('has stopped no call: %s', async (_what, code, answer) => {
    const harness = createHarness();
    await askFirst(harness);
    const aborted = harness.client.abort();
    await harness.server.refuse(answer());
    await aborted;

    expect(harness.item().status).toBe('pending');
    expect(harness.snapshot().calls).toMatchObject([{ status: 'waiting' }]);
    expect(harness.snapshot()).toMatchObject({ status: 'waiting', problem: { code } });
  });
});

describe('a host that reads the stream itself', () => {
  const hosted = () => {
    const bodies: unknown[] = [];
    const harness = createHarness({
      transport: async ({ body }: { body: unknown }) => void bodies.push(body),
    } as never);
    return { ...harness, bodies };
  };

  it('pushes events and carries the answers', async () => {
    const { client, item, bodies, snapshot, events } = hosted();
    push(client, ask());
    expect(item().status).toBe('pending');
    item().views[0]?.answer({ flightId: 'FL1' });
    await eventually(() => expect(bodies).toHaveLength(1));
    expect(bodies).toMatchObject([{ pluginElicitResponses: [{ elicitId: 'call_1:0' }] }]);
    expect(item().status).toBe('sending');

    push(client, info, settled('accept'), text('Done'), said('Done'), complete);
    expect(item()).toMatchObject({ status: 'settled', action: 'accept' });
    await when(client, ({ status }) => status === 'idle');
    expect(snapshot()).toMatchObject({ messages: [{ role: 'assistant', content: 'Done' }] });
    expect(events.map(({ type }) => type)).toEqual([
      'plugin_elicit_request',
      'session_info',
      'plugin_elicit_settled',
      'text',
      'messages',
      'complete',
    ]);
  });

  it('streams while text comes and waits when it has ended on a question', () => {
    const { client, snapshot } = hosted();
    push(client, text('Let me'));
    expect(snapshot().status).toBe('streaming');
    push(client, ask());
    push(client, state());
    expect(snapshot().status).toBe('waiting');
  });

  it('hears of an event that is none', () => {
    const { client, errors, events } = hosted();
    client.push({ content: 'x' });
    client.push(null);
    client.push({ type: 'from_the_future' });

    expect(errors.map(({ code }) => code)).toEqual(['BAD_EVENT', 'BAD_EVENT']);
    expect(events).toEqual([]);
  });
});

describe('a host that pushes what a server with revisions tells', () => {
  it('hears that an event without its revision is left out', () => {
    const { client, errors, snapshot } = createHarness();
    push(client, info);
    client.push(text('late'));

    expect(errors).toMatchObject([
      { code: 'BAD_EVENT', message: expect.stringContaining('{revision, event}') as string },
    ]);
    expect(snapshot().text).toBe('');
  });

  it('may push a line twice, or late', () => {
    const { client, snapshot } = createHarness();
    const lines = [info, text('a'), text('b')].map(lineOf);
    for (const line of [...lines, lines[1], lines[2], lines[1]]) client.push(line);

    expect(snapshot().text).toBe('ab');
  });
});

describe('a host’s callback', () => {
  it('may throw: nothing of the client breaks', async () => {
    const thrown: (() => void)[] = [];
    const queued = vi.spyOn(globalThis, 'queueMicrotask').mockImplementation((work) => void thrown.push(work));
    const guarded = guardCallback<string>((value) => {
      throw new Error(value);
    });

    expect(() => guarded('boom')).not.toThrow();
    expect(thrown).toHaveLength(1);
    expect(thrown[0]).toThrow('boom');
    queued.mockRestore();
  });

  it('may throw as a subscriber: the others hear, what was said is sent, and what it throws is thrown on its own', async () => {
    const thrown: (() => void)[] = [];
    const queued = vi.spyOn(globalThis, 'queueMicrotask').mockImplementation((work) => void thrown.push(work));
    const harness = createHarness();
    const heard = vi.fn<() => void>();
    harness.client.subscribe(() => {
      throw new Error('boom');
    });
    harness.client.subscribe(heard);
    const sent = harness.client.send('Hello');
    (await harness.server.accept()).end(info, complete);
    await sent;
    queued.mockRestore();

    expect(harness.snapshot()).toMatchObject({ status: 'idle', problem: undefined });
    expect(heard).toHaveBeenCalledTimes(thrown.length);
    expect(thrown[0]).toThrow('boom');
  });
});

describe('a snapshot', () => {
  it('keeps its questions the same values while text streams', async () => {
    const harness = createHarness();
    await askFirst(harness);
    const { items, pending, receipts } = harness.snapshot();
    const sent = harness.client.send('Hm');
    const stream = await harness.server.accept();
    stream.send(...Array.from({ length: 1000 }, () => text('x')));
    await harness.when((snapshot) => snapshot.text.length === 1000);

    expect(harness.snapshot().items).toBe(items);
    expect(harness.snapshot().pending).toBe(pending);
    expect(harness.snapshot().receipts).toBe(receipts);
    stream.end(complete);
    await sent;
  });

  it('is told once for the events of one chunk', async () => {
    const harness = createHarness();
    const sent = harness.client.send('Hm');
    const stream = await harness.server.accept();
    await harness.when(({ status }) => status === 'streaming');
    const heard = vi.fn<() => void>();
    harness.client.subscribe(heard);
    stream.send(info, ...Array.from({ length: 1000 }, () => text('x')));
    await harness.when((snapshot) => snapshot.text.length === 1000);

    expect(heard).toHaveBeenCalledTimes(1);
    stream.end(complete);
    await sent;
  });
});

const Seats = (_props: { onRespond: (answer: { row: number; seat: string }) => void }) => null;
