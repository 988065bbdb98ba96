import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { nextStep, type Failure } from '../../src/client/delivery/next-step.ts';
import { createPluginClient, type ChatTransport, type ChatTransportRequest } from '../../src/client.ts';
import { createChatHandler } from '../../src/server.ts';
import { createScriptedProvider, memoryTransport } from '../../src/testing.ts';
import {
  ask,
  askFirst,
  bookFlightPlugin,
  closeAll,
  complete,
  createHarness,
  info,
  isStatus,
  lineOf,
  playServer,
  push,
  said,
  settled,
  state,
  when,
  type Harness,
  type PlayedServer,
} from './harness.ts';

afterEach(closeAll);
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const text = (content: string) => ({ type: 'text', content });

/** A client that tries again at once, and writes down how long it would have waited. */
function eager(settings: Parameters<typeof createHarness>[0] = {}): Harness & { pauses: number[] } {
  const pauses: number[] = [];
  const wait = async (milliseconds: number) => void pauses.push(milliseconds);
  return { ...createHarness({ retry: { wait, random: () => 1 }, ...settings }), pauses };
}

const refusal = (status: number, code: string, headers: Record<string, string> = {}) =>
  Response.json({ error: { code, message: code } }, { status, headers });

async function answerFirst(harness: Harness): Promise<void> {
  await askFirst(harness);
  harness.item().views[0]?.answer({ flightId: 'FL1' });
}

describe('a stream that broke off', () => {
  it('is read on from what is known, and nothing is told twice', async () => {
    const harness = eager();
    const sent = harness.client.send('Tell me');
    const first = await harness.server.accept();
    first.send(info);
    const [once, upon, aTime] = ['Once ', 'upon ', 'a time'].map((words) => `${JSON.stringify(lineOf(text(words)))}\n`);
    first.write(`${once}${upon}`);
    await harness.when((snapshot) => snapshot.text === 'Once upon ');
    first.break();

    const second = await harness.server.accept();
    expect(second.request.body).toMatchObject({
      conversationId: harness.client.conversationId,
      messages: [],
      attach: true,
      revision: expect.any(Number) as number,
    });
    // A server that goes back too far is put right by the numbers.
    second.write(`${once}${upon}${aTime}`);
    second.end(said('Once upon a time'), complete);
    await sent;

    expect(harness.snapshot()).toMatchObject({ status: 'idle', problem: undefined, retrying: undefined });
    expect(harness.snapshot().messages.at(-1)).toEqual({ role: 'assistant', content: 'Once upon a time' });
    expect(harness.events.flatMap((event) => (event.type === 'text' ? [event.content] : []))).toHaveLength(3);
    expect(harness.errors).toEqual([]);
  });

  it('says why it is being tried again, until it is read on', async () => {
    let go!: () => void;
    const harness = eager({ retry: { wait: () => new Promise((resolve) => (go = resolve)) } });
    const sent = harness.client.send('Hi');
    const first = await harness.server.accept();
    first.send(info);
    await harness.when(({ status }) => status === 'streaming');
    first.break();
    await harness.when(({ retrying }) => retrying?.code === 'NETWORK_FAILED');
    expect(harness.snapshot().status).toBe('sending');

    go();
    const second = await harness.server.accept();
    await harness.when(({ retrying }) => retrying === undefined);
    second.end(said('Hello'), complete);
    await sent;
    expect(harness.errors).toEqual([]);
  });

  it('is made up for by a snapshot where the server does not keep what came since', async () => {
    const harness = eager();
    const sent = harness.client.send('Book');
    const first = await harness.server.accept();
    first.end(info, text('He'));
    const attached = await harness.server.accept();
    expect(attached.request.body.attach).toBe(true);
    const { messages } = first.request.body;
    attached.send({ type: 'snapshot', events: [{ type: 'messages', messages }, text('Hello')] });
    await harness.when((snapshot) => snapshot.text === 'Hello');
    attached.end(said('Hello'), complete);
    await sent;

    expect(harness.server.requests).toHaveLength(2);
    expect(harness.snapshot()).toMatchObject({ status: 'idle', text: '', messages: [{}, { content: 'Hello' }] });
  });

  it('fails for the person to decide where the server had the message and has lost the turn', async () => {
    const harness = eager();
    const sent = harness.client.send('Book');
    (await harness.server.accept()).end(info, text('He'));
    await harness.server.refuse(refusal(409, 'HISTORY_UNKNOWN'));
    const whole = await harness.server.accept();
    expect(whole.request.body).toMatchObject({ attach: true, messages: [{ content: 'Book' }] });
    expect(whole.request.body.restartAbove).toBeGreaterThan(0);
    whole.end(complete);
    await sent;

    expect(harness.server.requests).toHaveLength(3);
    expect(harness.snapshot()).toMatchObject({ status: 'failed', problem: { code: 'STREAM_CUT' } });
    expect(harness.errors).toMatchObject([{ code: 'STREAM_CUT', retry: expect.any(Function) as unknown }]);
  });

  it.each([
    ['has told all', [text('Hello'), said('Hello'), complete, state()]],
    ['rests on a question', [ask(), state()]],
  ])('and %s has lost nothing', async (_, events) => {
    const harness = eager();
    const sent = harness.client.send('Hi');
    const stream = await harness.server.accept();
    stream.send(info, ...events);
    await harness.when(({ messages, pending }) => messages.at(-1)?.role === 'assistant' || pending.length === 1);
    stream.break();
    await sent;

    expect(harness.server.requests).toHaveLength(1);
    expect(harness.snapshot()).toMatchObject({ problem: undefined, retrying: undefined });
    expect(harness.snapshot().status).not.toBe('failed');
    expect(harness.errors).toEqual([]);
  });

  it.each([
    ['a question', [ask()]],
    ['the end of a turn', [said('Hello'), complete]],
  ])('is not over before the server says so, not even with %s', async (_, events) => {
    const harness = eager();
    const sent = harness.client.send('Book');
    const first = await harness.server.accept();
    first.send(info, ...events);
    await harness.when(({ messages, pending }) => messages.length > 1 || pending.length > 0);
    first.break();

    const second = await harness.server.accept();
    expect(second.request.body.attach).toBe(true);
    second.end(state());
    await sent;
    expect(harness.errors).toEqual([]);
  });

  it('is given up after some tries, with longer and longer pauses', async () => {
    const harness = eager();
    const sent = harness.client.send('Hi');
    (await harness.server.accept()).end(info);
    for (let n = 0; n < 5; n += 1) await harness.server.refuse(new TypeError('gone'));
    await sent;

    expect(harness.pauses).toEqual([500, 1000, 2000, 4000, 8000]);
    expect(harness.snapshot()).toMatchObject({ status: 'failed', problem: { code: 'NETWORK_FAILED' } });
  });

  it('is given up after as many tries, with as long pauses, as the host wants', async () => {
    const pauses: number[] = [];
    const wait = async (milliseconds: number) => void pauses.push(milliseconds);
    const harness = createHarness({ retry: { tries: 4, delay: 100, maxDelay: 300, wait, random: () => 1 } });
    const sent = harness.client.send('Hi');
    (await harness.server.accept()).end(info);
    for (let n = 0; n < 4; n += 1) await harness.server.refuse(new TypeError('gone'));
    await sent;

    expect(pauses).toEqual([100, 200, 300, 300]);
  });

  it('is given up after some tries that all begin anew and never get to the message', async () => {
    const harness = eager();
    const sent = harness.client.send('Hi');
    // What a server tells that loses its conversation again and again.
    for (let n = 1; n < 7; n += 1) {
      const stream = await harness.server.accept();
      stream.write(`${JSON.stringify({ event: info })}\n`);
      stream.write(`${JSON.stringify({ revision: 1e6 * n, event: { type: 'snapshot', events: [] } })}\n`);
      stream.end();
    }
    await sent;

    expect(harness.pauses).toEqual([500, 1000, 2000, 4000, 8000]);
    expect(harness.snapshot()).toMatchObject({ status: 'failed', problem: { code: 'STREAM_CUT' } });
  });

  it('is never given up while something new comes', async () => {
    const harness = eager();
    const sent = harness.client.send('Hi');
    const { messages } = harness.snapshot();
    const events = [
      info,
      { type: 'messages', messages },
      ...Array.from('a long story', text),
      said('a long story'),
      complete,
      state(),
    ];
    for (const event of events) {
      const stream = await harness.server.accept();
      stream.write(`${JSON.stringify(lineOf(event))}\n`);
      stream.end();
    }
    await sent;

    expect(harness.snapshot().messages.at(-1)?.content).toBe('a long story');
    expect(new Set(harness.pauses)).toEqual(new Set([500]));
  });
});

describe('a body that did not arrive', () => {
  it.each([
    ['in time', 408, 'BODY_TIMEOUT'],
    ['whole', 400, 'BODY_CUT'],
  ] as const)('%s is sent again by itself, since the server took nothing of it', async (_, status, code) => {
    const harness = eager();
    const sent = harness.client.send('Book');
    const slow = await harness.server.refuse(refusal(status, code));
    const stream = await harness.server.accept();
    expect(stream.request.body).toEqual(slow.body);
    stream.end(info, state(), complete);
    await sent;
    expect(harness.errors).toEqual([]);
  });
});

describe('an answer', () => {
  it('is sent again by itself, the same, where the server counts it once', async () => {
    const harness = eager();
    await answerFirst(harness);
    const lost = await harness.server.refuse(new TypeError('reset'));
    const stream = await harness.server.accept();
    expect(stream.request.body.pluginElicitResponses).toEqual(lost.body.pluginElicitResponses);
    stream.end(info, settled('accept'), state(), complete);
    await harness.when(isStatus('settled'));
    expect(harness.errors).toEqual([]);
  });

  it('says while it waits what is wrong', async () => {
    const harness = eager({ retry: { wait: () => new Promise(() => undefined) } });
    await answerFirst(harness);
    await harness.server.refuse(new TypeError('reset'));
    await harness.when(({ retrying }) => retrying !== undefined);

    expect(harness.item()).toMatchObject({ status: 'sending', problem: { code: 'NETWORK_FAILED' } });
  });

  it('is failed after some tries, and Retry sends the same', async () => {
    const harness = eager({ retry: { tries: 2, wait: async () => undefined } });
    await answerFirst(harness);
    for (let n = 0; n < 3; n += 1) await harness.server.refuse(new TypeError('reset'));
    await harness.when(isStatus('failed'));
    expect(harness.errors).toMatchObject([{ code: 'NETWORK_FAILED', elicitId: 'call_1:0' }]);

    harness.errors[0]?.retry?.();
    const stream = await harness.server.accept();
    expect(stream.request.body.pluginElicitResponses).toMatchObject([{ result: { content: { flightId: 'FL1' } } }]);
    stream.end(info, settled('accept'), state(), complete);
    await harness.when(isStatus('settled'));
  });

  it('that is settled is followed by its stream alone', async () => {
    const harness = eager();
    await answerFirst(harness);
    (await harness.server.accept()).end(info, settled('accept'));
    const resumed = await harness.server.accept();
    expect(resumed.request.body.pluginElicitResponses).toBeUndefined();
    resumed.end(info, settled('accept'), state(), complete);
    await harness.when(({ status }) => status === 'idle');
  });

  it('whose stream is cut is sent again where nobody has confirmed it', async () => {
    const harness = eager();
    await answerFirst(harness);
    (await harness.server.accept()).end(info);
    const again = await harness.server.accept();
    expect(again.request.body.pluginElicitResponses).toHaveLength(1);
    again.end(info, settled('accept'), state(), complete);
    await harness.when(isStatus('settled'));
  });

  it('is sent at last to any server where it had not left yet', async () => {
    let fails = false;
    const harness = eager({
      headers: () => {
        if (!fails) return {};
        fails = false;
        throw new Error('no token');
      },
    });
    const sent = harness.client.send('Book');
    (await harness.server.accept()).end(ask(), state());
    await sent;
    fails = true;
    harness.item().views[0]?.answer({ flightId: 'FL1' });

    const stream = await harness.server.accept();
    expect(stream.request.body.pluginElicitResponses).toHaveLength(1);
  });
});

describe('a server that is busy', () => {
  it.each([429, 503])('and says how long (%i) is given that time', async (status) => {
    const harness = eager();
    await answerFirst(harness);
    await harness.server.refuse(refusal(status, 'BUSY', { 'retry-after': '7' }));
    (await harness.server.accept()).end(info, settled('accept'), state(), complete);
    await harness.when(isStatus('settled'));

    expect(harness.pauses).toEqual([7000]);
  });

  it.each([
    ['anybody waits', undefined, '3600'],
    ['the host lets it wait', 2000, '3'],
  ])('for longer than %s is left to the person', async (_, maxRetryAfter, retryAfter) => {
    const pauses: number[] = [];
    const wait = async (milliseconds: number) => void pauses.push(milliseconds);
    const harness = createHarness({ retry: { maxRetryAfter, wait } });
    await answerFirst(harness);
    await harness.server.refuse(refusal(429, 'BUSY', { 'retry-after': retryAfter }));
    await harness.when(isStatus('failed'));

    expect(pauses).toEqual([]);
  });
});

describe('a connection that is dead without saying so', () => {
  const lively = { ...info, capabilities: { ...info.capabilities, keepAlive: 15_000 } };

  /** A client that sends with a fetch of its own, to a server that a test plays. */
  function openOwn(fetchOf: (server: PlayedServer) => typeof fetch) {
    vi.useFakeTimers();
    const server = playServer();
    const client = createPluginClient({
      endpoint: '/api/chat',
      fetch: fetchOf(server),
      plugins: [bookFlightPlugin],
      storage: false,
      retry: { wait: async () => undefined },
    });
    onTestFinished(() => client.close());
    return { client, server };
  }
  const played =
    (server: PlayedServer): typeof fetch =>
    (_, init) =>
      server.transport({
        body: JSON.parse(init?.body as string) as ChatTransportRequest['body'],
        headers: init?.headers as Record<string, string>,
        signal: init?.signal as AbortSignal,
      });

  it('is given up after three times the silence that its server allows itself, and read on', async () => {
    const { client, server } = openOwn(played);
    void client.send('Hi');
    const first = await server.accept();
    first.send(lively, text('He'));
    await vi.advanceTimersByTimeAsync(44_000);
    // A blank line is a sign of life.
    first.write('\n');
    await vi.advanceTimersByTimeAsync(44_000);
    expect(server.requests).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1000);

    const second = await server.accept();
    expect(first.request.signal.aborted).toBe(true);
    expect(second.request.body.attach).toBe(true);
    second.end(text('llo'), said('Hello'), complete);
    await when(client, ({ status }) => status === 'idle');
    expect(client.getSnapshot().messages.at(-1)).toEqual({ role: 'assistant', content: 'Hello' });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is not given up while a fetch of the host has not sent it yet', async () => {
    let calls = 0;
    const { client } = openOwn(() => () => {
      calls += 1;
      return new Promise<never>(() => undefined);
    });
    push(client, lively);
    void client.send('Hi');
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(calls).toBe(1);
  });

  it('does not keep an answer for itself', async () => {
    vi.useFakeTimers();
    const posts: RequestInit[] = [];
    vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
      posts.push(init);
      return new Promise<never>(() => undefined);
    });
    const client = createPluginClient({
      endpoint: '/api/chat',
      plugins: [bookFlightPlugin],
      storage: false,
      retry: { wait: async () => undefined },
    });
    onTestFinished(() => client.close());
    push(client, lively, ask(), state());
    client.getSnapshot().pending[0]?.views[0]?.answer({ flightId: 'FL1' });
    await vi.advanceTimersByTimeAsync(119_999);
    expect(posts).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(posts).toHaveLength(2);
    expect(posts[1]?.body).toBe(posts[0]?.body);

    await vi.advanceTimersByTimeAsync(5 * 120_000);
    expect(client.getSnapshot().pending[0]).toMatchObject({ status: 'failed', problem: { code: 'NETWORK_FAILED' } });
  });

  it('is waited for where the server says nothing of its silences', async () => {
    const { client, server } = openOwn(played);
    void client.send('Hi');
    (await server.accept()).send(info, text('He'));
    await vi.advanceTimersByTimeAsync(3_600_000);

    expect(server.requests).toHaveLength(1);
    expect(client.getSnapshot().status).toBe('streaming');
  });

  it('is waited for where a transport of the host tells the events in its own way', async () => {
    vi.useFakeTimers();
    const harness = eager();
    void harness.client.send('Hi');
    (await harness.server.accept()).send(lively, text('He'));
    await vi.advanceTimersByTimeAsync(3_600_000);

    expect(harness.server.requests).toHaveLength(1);
    expect(harness.snapshot().status).toBe('streaming');
  });
});

describe('without a network', () => {
  it('nothing is tried before it is back', async () => {
    const listeners = new Set<() => void>();
    let online = true;
    const connection = {
      isOnline: () => online,
      onOnline(listener: () => void) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    };
    const harness = eager({ connection });
    await answerFirst(harness);
    online = false;
    await harness.server.refuse(new TypeError('offline'));
    await harness.when(({ retrying }) => retrying?.code === 'OFFLINE');
    expect(harness.server.requests).toHaveLength(2);
    expect(harness.pauses).toEqual([]);

    online = true;
    for (const listener of listeners) listener();
    (await harness.server.accept()).end(info, settled('accept'), state(), complete);
    await harness.when(isStatus('settled'));
    expect(listeners.size).toBe(0);
  });

  it('closing the client ends the waiting', async () => {
    const listeners = new Set<() => void>();
    const connection = {
      isOnline: () => false,
      onOnline(listener: () => void) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    };
    const harness = eager({ connection });
    const sent = harness.client.send('Hi');
    await harness.when(({ retrying }) => retrying?.code === 'OFFLINE');
    expect(listeners.size).toBe(1);
    await harness.client.close();
    await sent;

    expect(listeners.size).toBe(0);
    expect(harness.server.requests).toEqual([]);
  });
});

describe('a message', () => {
  it.each([
    ['is lost before the server has it', 'unsent', undefined],
    ['is lost after the server has it', 'done', undefined],
    ['a proxy keeps from the server with 429', 'unsent', 429],
    ['a proxy keeps from the server with 503', 'unsent', 503],
    ['a proxy answers with 429 though the server has done it', 'done', 429],
    ['a proxy answers with 503 though the server has done it', 'done', 503],
    ['a proxy answers with 504 though the server has done it', 'done', 504],
  ] as const)('that %s starts one turn', async (_what, fate, status) => {
    let runs = 0;
    const handler = createChatHandler({
      provider: createScriptedProvider(() => {
        runs += 1;
        return { text: 'Hello' };
      }),
      tools: [],
      onEvent: () => undefined,
    });
    const real = memoryTransport(handler);
    let breaks = false;
    const transport: ChatTransport = async (request) => {
      if (!breaks) return real(request);
      breaks = false;
      if (fate === 'done') {
        const response = await real({ ...request, signal: new AbortController().signal });
        await response?.text();
      }
      if (status === undefined) throw new TypeError('reset');
      return new Response('', { status });
    };
    const harness = eager({ transport } as never);
    await harness.client.send('One');
    breaks = true;
    await harness.client.send('Two');

    expect(harness.snapshot()).toMatchObject({ status: 'idle', problem: undefined });
    expect(harness.snapshot().messages.map(({ content }) => content)).toEqual(['One', 'Hello', 'Two', 'Hello']);
    expect(runs).toBe(2);
    expect(harness.errors).toEqual([]);
    await handler.close();
  });

  it('that the server itself refuses is sent again and not looked for: nothing was done', async () => {
    const harness = eager();
    const sent = harness.client.send('Hi');
    await harness.server.refuse(refusal(503, 'CLOSED', { 'retry-after': '1' }));
    const again = await harness.server.accept();
    expect(again.request.body.messages).toMatchObject([{ role: 'user', content: 'Hi' }]);
    again.end(info, said('Hello'), complete);
    await sent;
    expect(harness.snapshot().status).toBe('idle');
  });
});

describe('the next step', () => {
  const failure = (over: Partial<Failure>): Failure => ({
    doing: 'send',
    end: { kind: 'broken' },
    isDelivered: false,
    ...over,
  });

  it.each([
    [
      'what the server does not want stays unsent',
      { end: { kind: 'refused', error: { status: 400, code: 'INVALID' } } },
      'give up',
    ],
    ['what nobody has answered is sent again: it counts once', { end: { kind: 'unanswered' } }, 'send'],
    ['what the server has named is not sent again', { isDelivered: true }, 'read on'],
  ] as const)('%s', (_what, over, step) => {
    expect(nextStep(failure(over))).toBe(step);
  });
});
