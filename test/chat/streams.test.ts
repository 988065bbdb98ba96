import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ensure, run, sleep, suspend } from 'effection';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { nodeListener } from '../../demo/server/node-listener.ts';
import { createResponseStream } from '../../src/chat/response-stream.ts';
import { createStreamRegistry } from '../../src/chat/stream-registry.ts';
import type { ServerEvent } from '../../src/server.ts';
import { accept, agent, createChat, createModel, declaration, messagesOf, only, questionOf, user } from './harness.ts';
import { eventually } from '../eventually.ts';

const limits = {
  keepAlive: 60_000,
  resumeWindow: 60_000,
  streamBytes: 1000,
  resumeBytes: 1000,
  streamsPerOwner: 2,
  streams: 3,
  anonymousStreams: 1,
};
const text = (content: string) => ({ type: 'text', content }) as const;

async function readAll(stream: ReadableStream<Uint8Array>): Promise<string> {
  return await new Response(stream).text();
}

describe('a kept stream', () => {
  it('keeps the newest lines within its bound, and numbers them on', async () => {
    const stream = createResponseStream({
      id: 's',
      owner: undefined,
      keepAlive: 60_000,
      maxBytes: 200,
      onEnd: () => undefined,
    });
    for (let index = 1; index <= 100; index += 1) stream.write(text(String(index)));
    stream.end();
    expect(stream.bytes()).toBeLessThanOrEqual(200);
    expect(stream.reaches(0)).toBe(false);
    expect(stream.reaches(99)).toBe(true);
    expect(JSON.parse(await readAll(stream.read(99).body))).toEqual({ lsn: 100, event: text('100') });
  });

  it('cuts off a reader who is left behind instead of skipping lines', async () => {
    const stream = createResponseStream({
      id: 's',
      owner: undefined,
      keepAlive: 60_000,
      maxBytes: 200,
      onEnd: () => undefined,
    });
    stream.write(text('0'));
    const reader = stream.read(0).body.getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toContain('"lsn":1');
    for (let index = 1; index <= 100; index += 1) stream.write(text(String(index)));
    const rest: string[] = [];
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      rest.push(new TextDecoder().decode(value));
    }
    const numbers = rest.map((line) => (JSON.parse(line) as { lsn: number }).lsn);
    expect(numbers).toEqual(numbers.map((_, index) => index + 2));
    expect(numbers.length).toBeLessThan(100);
  });

  it('says nothing after its end', async () => {
    const stream = createResponseStream({
      id: 's',
      owner: undefined,
      keepAlive: 60_000,
      maxBytes: 200,
      onEnd: () => undefined,
    });
    stream.end();
    stream.write(text('late'));
    expect(await readAll(stream.read(0).body)).toBe('');
  });
});

describe('the places of a server', () => {
  const codeOf = (work: () => unknown) => {
    try {
      work();
      return 'served';
    } catch (error) {
      return (error as { code: string }).code;
    }
  };

  it('are bounded for one owner, for all owners and for nobody in particular, and free again when readers leave', () => {
    const registry = createStreamRegistry(limits);
    const enter = (owner: string | undefined) => codeOf(() => registry.enter(owner));
    const visit = registry.enter('ada');
    expect([enter('ada'), enter('ada')]).toEqual(['served', 'TOO_MANY_STREAMS']);
    expect([enter(undefined), enter(undefined)]).toEqual(['served', 'TOO_MANY_STREAMS']);
    expect([enter('eve'), enter('eve'), enter('joe')]).toEqual(['served', 'TOO_MANY_STREAMS', 'TOO_MANY_STREAMS']);
    visit.leave();
    visit.leave();
    expect([enter('ada'), enter('eve')]).toEqual(['served', 'TOO_MANY_STREAMS']);
  });

  it('are given up by streams that nobody reads, the one first that was left first', async () => {
    const registry = createStreamRegistry(limits);
    const leave = async (id: string) => {
      const visit = registry.enter('ada');
      const stream = visit.open(id);
      stream.write(text(id));
      await visit.read(stream, 0).cancel();
      return stream;
    };
    const [first, second] = [await leave('1'), await leave('2')];
    const visit = registry.enter('ada');
    expect(codeOf(() => visit.open('1'))).toBe('STREAM_IN_USE');
    // The one that comes back takes its own place.
    visit.resume('1', 0);
    expect(second.isEnded()).toBe(false);
    registry.enter('ada').open('3');
    expect([second.isEnded(), second.bytes()]).toEqual([true, 0]);
    expect(first.isEnded()).toBe(false);
    expect(codeOf(() => registry.enter('ada'))).toBe('TOO_MANY_STREAMS');
    await run(() => registry.close());
  });

  it('are taken by each reader of one stream', async () => {
    const registry = createStreamRegistry(limits);
    const visit = registry.enter('ada');
    const stream = visit.open('1');
    const second = registry.enter('ada');
    const reading = second.read(second.resume('1', 0), 0);
    expect(codeOf(() => registry.enter('ada'))).toBe('TOO_MANY_STREAMS');
    await reading.cancel();
    const third = registry.enter('ada');
    const body = third.read(third.resume('1', 0), 0);
    stream.end();
    await readAll(body);
    expect(codeOf(() => registry.enter('ada'))).toBe('served');
    await run(() => registry.close());
  });

  it('are given up by a reader that has taken nothing for as long as clients bear a silence', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const registry = createStreamRegistry({ ...limits, streamsPerOwner: 1 });
    const visit = registry.enter('ada');
    const stream = visit.open('1');
    stream.write(text('1'));
    stream.write(text('2'));
    const reader = visit.read(stream, 0).getReader();
    // The next line waits for it from here on.
    await reader.read();
    vi.advanceTimersByTime(3 * limits.keepAlive);
    expect(codeOf(() => registry.enter('ada'))).toBe('served');
    await reader.read();
    expect((await reader.read()).done).toBe(true);
    await run(() => registry.close());
    vi.useRealTimers();
  });

  it('stay as few for an owner where somebody else’s silent reader could be cut off', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const registry = createStreamRegistry(limits);
    const silent = registry.enter('eve');
    const stream = silent.open('1');
    stream.write(text('1'));
    silent.read(stream, 0);
    await vi.advanceTimersByTimeAsync(3 * limits.keepAlive);
    registry.enter('ada');
    registry.enter('ada');
    expect(codeOf(() => registry.enter('ada'))).toBe('TOO_MANY_STREAMS');
    expect(codeOf(() => registry.enter('eve'))).toBe('served');
    vi.useRealTimers();
  });

  it('keep ended streams for their window, and the newest where they are too much together', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const registry = createStreamRegistry({ ...limits, anonymousStreams: 100, resumeBytes: 100 });
    const leave = (id: string) => {
      const visit = registry.enter(undefined);
      const stream = visit.open(id);
      stream.write(text('x'.repeat(20)));
      stream.end();
      visit.leave();
    };
    const resume = (id: string) => codeOf(() => registry.enter(undefined).resume(id, 0));
    leave('a');
    leave('b');
    expect(resume('a')).toBe('STREAM_NOT_FOUND');
    expect(resume('b')).toBe('served');
    vi.advanceTimersByTime(60_000);
    expect(resume('b')).toBe('STREAM_NOT_FOUND');
    await run(() => registry.close());
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });

  it('keep no more of a stream that grows unread than all of them may hold', () => {
    const registry = createStreamRegistry({ ...limits, resumeBytes: 500 });
    const visit = registry.enter('ada');
    const stream = visit.open('1');
    visit.leave();
    for (let index = 0; index < 3; index += 1) stream.write(text('x'.repeat(400)));
    expect([stream.isEnded(), stream.bytes()]).toEqual([true, 0]);
  });

  it('are never short for a person who loads a page again and again while a tool runs', async () => {
    const held = declaration.execute(() => suspend());
    const chat = createChat(agent(), { tools: [held] });
    const headers = { 'x-user': 'ada' };
    const first = await chat.open({ conversationId: 'a', messages: [user('Book')] }, headers);
    await first.body?.cancel();
    const statuses: number[] = [];
    for (let load = 0; load < 30; load += 1) {
      const attached = await chat.open({ conversationId: 'a', attach: true }, headers);
      statuses.push(attached.status);
      await attached.body?.cancel();
    }
    const elsewhere = await chat.open({ conversationId: 'b', messages: [user('hello')] }, headers);
    expect(new Set([...statuses, elsewhere.status])).toEqual(new Set([200]));
    await elsewhere.body?.cancel();
  });

  it('are as few in one turn as one owner has, since each event is written to all of them', async () => {
    const held = declaration.execute(() => suspend());
    const chat = createChat(agent(), { tools: [held], limits: { streamsPerOwner: 2 } });
    const first = await chat.open({ conversationId: 'a', messages: [user('Book')] });
    const attach = () => chat.open({ conversationId: 'a', attach: true });
    const second = await attach();
    expect([second.status, (await attach()).status]).toEqual([200, 429]);
    await first.body?.cancel();
    expect([(await attach()).status, (await attach()).status]).toEqual([200, 429]);
  });

  it('are not taken from people by readers whom nobody knows', async () => {
    const chat = createChat(
      createModel(() => new Promise(() => undefined)),
      { limits: { streams: 2, anonymousStreams: 2 } },
    );
    const statusOf = async (id: string, headers: Record<string, string> = {}) =>
      (await chat.open({ conversationId: id, messages: [user('x')] }, headers)).status;
    expect([await statusOf('a'), await statusOf('b'), await statusOf('c')]).toEqual([200, 200, 429]);
    expect(await statusOf('d', { 'x-user': 'ada' })).toBe(200);
  });

  it('are taken by bodies that arrive', async () => {
    const chat = createChat(agent(), { limits: { streamsPerOwner: 1 } });
    const { body, controller } = arrivingBody();
    const slow = chat.handler(requestOf(body, { 'x-user': 'ada' }));
    const refused = await chat.post({ messages: [user('hello')] }, { 'x-user': 'ada' });
    expect(refused.status).toBe(429);
    controller.error(new Error('gone'));
    expect((await slow).status).toBe(400);
    expect((await chat.post({ messages: [user('hello')] }, { 'x-user': 'ada' })).status).toBe(200);
  });

  it('over the bound are refused with 429 and when to come again', async () => {
    const chat = createChat(
      createModel(() => new Promise(() => undefined)),
      { limits: { streamsPerOwner: 1 } },
    );
    const first = await chat.open({ conversationId: 'a', messages: [user('x')] }, { 'x-user': 'ada' });
    const second = await chat.post({ conversationId: 'b', messages: [user('x')] }, { 'x-user': 'ada' });
    expect([second.status, second.headers.get('retry-after')]).toEqual([429, '1']);
    await first.body?.cancel();
  });
});

describe('a body that arrives slowly', () => {
  it('is refused at its deadline, and its transport is told to stop', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const told: ServerEvent[] = [];
    const chat = createChat(agent(), { onEvent: (event) => told.push(event), limits: { bodyTime: 5000 } });
    const { body, controller, cancelled } = arrivingBody();
    const answered = chat.handler(requestOf(body));
    controller.enqueue(new TextEncoder().encode('{"messages":'));
    await vi.advanceTimersByTimeAsync(4999);
    expect(cancelled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    const response = await answered;
    expect([response.status, await response.json()]).toMatchObject([408, { error: { code: 'BODY_TIMEOUT' } }]);
    expect(cancelled).toHaveBeenCalledOnce();
    expect(told).toEqual([{ type: 'request_refused', status: 408, code: 'BODY_TIMEOUT' }]);
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });

  it('leaves no timer behind once it is whole', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const chat = createChat(createModel(() => 'Hello.'));
    const { body, controller } = arrivingBody();
    const answered = chat.handler(requestOf(body));
    controller.enqueue(new TextEncoder().encode('{"messages":[], "attach": true}'));
    controller.close();
    await (await answered).text();
    await chat.handler.close();
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });

  it('is no error of the server where its client leaves in the middle', async () => {
    const told: ServerEvent[] = [];
    const chat = createChat(agent(), { onEvent: (event) => told.push(event) });
    const listener = nodeListener(chat.handler);
    const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const { port } = server.address() as AddressInfo;
    const headers = { 'content-type': 'application/json', 'content-length': 1000 };
    const leaving = request({ port, host: '127.0.0.1', method: 'POST', headers });
    leaving.on('error', () => undefined);
    server.once('request', () => leaving.destroy());
    leaving.write('{"messages":');
    await eventually(() => expect(told).toEqual([{ type: 'request_refused', status: 400, code: 'BODY_CUT' }]));
  });
});

function arrivingBody() {
  const cancelled = vi.fn<() => void>();
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({
    start: (given) => {
      controller = given;
    },
    cancel: cancelled,
  });
  return { body, controller, cancelled };
}

function requestOf(body: ReadableStream<Uint8Array>, headers: Record<string, string> = {}): Request {
  const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body, duplex: 'half' };
  return new Request('http://chat.test/', init as RequestInit);
}

describe('closing the handler', () => {
  it('ends open streams so that they can be resumed, sets no model going, and leaves no timer', async () => {
    const chat = createChat();
    const first = await chat.post({ conversationId: 'c', messages: [user('Book')] });
    const held = createChat(createModel(() => new Promise(() => undefined)));
    const open = held.post({ conversationId: 'c', messages: [user('x')] });
    await eventually(() => expect(held.asked).toHaveLength(1));
    await Promise.all([chat.handler.close(), held.handler.close()]);
    expect(only(await open, 'complete')).toEqual([]);
    expect(chat.asked).toHaveLength(1);
    const late = await chat.post({ messages: [], pluginElicitResponses: [accept(questionOf(first), {})] });
    expect([late.status, late.headers.get('retry-after')]).toEqual([503, '1']);
  });

  it('leaves no timer behind, of questions, streams, readers or models', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const before = timers();
    const asking = declaration.execute(function* (_, ctx) {
      return yield* ctx.elicit('pickSeat', { message: 'Seat?' }, { timeout: 60_000 });
    });
    const chat = createChat(agent(), { tools: [asking] });
    const silent = createChat(createModel(() => new Promise(() => undefined)));
    const first = await chat.post({ conversationId: 'a', messages: [user('Book')] });
    await chat.post({ conversationId: 'a', messages: [...messagesOf(first), user('hello')] });
    await chat.post({ conversationId: 'b', messages: [user('Book')] });
    const open = silent.post({ conversationId: 'c', messages: [user('x')] });
    await eventually(() => expect(silent.asked).toHaveLength(1));
    expect(timers()).toBeGreaterThan(before);
    await Promise.all([chat.handler.close(), silent.handler.close()]);
    await open;
    expect(timers()).toBeLessThanOrEqual(before);
  });

  it('resolves when the clean-up of every call ran, however often it is asked', async () => {
    const cleaned: string[] = [];
    const cleaning = declaration.execute(function* (_, ctx) {
      yield* ensure(function* () {
        yield* sleep(1);
        cleaned.push(ctx.callId);
      });
      return yield* ctx.elicit('pickSeat', { message: 'Seat?' });
    });
    const chat = createChat(agent(), { tools: [cleaning] });
    for (const conversationId of ['a', 'b', 'c']) await chat.post({ conversationId, messages: [user('Book')] });
    await Promise.all([chat.handler.close(), chat.handler.close()]);
    expect(cleaned).toHaveLength(3);
    expect(await run(() => chat.handler.sessions.listActive())).toEqual([]);
  });
});
