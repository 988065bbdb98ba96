import { ensure, run, sleep } from 'effection';
import { describe, expect, it, vi } from 'vitest';
import { createResponseStream } from '../../src/chat/response-stream.ts';
import { createStreamRegistry } from '../../src/chat/stream-registry.ts';
import { accept, agent, createChat, createModel, declaration, messagesOf, only, questionOf, user } from './harness.ts';
import { eventually } from '../eventually.ts';

const limits = {
  keepAlive: 60_000,
  resumeWindow: 60_000,
  streamBytes: 1000,
  resumeBytes: 1000,
  streamsPerOwner: 2,
  streams: 3,
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
    expect(JSON.parse(await readAll(stream.read(99)))).toEqual({ lsn: 100, event: text('100') });
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
    const reader = stream.read(0).getReader();
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
    expect(await readAll(stream.read(0))).toBe('');
  });
});

describe('the streams of a server', () => {
  it('are bounded per owner and in all, and free again when they end', () => {
    const registry = createStreamRegistry(limits);
    const code = (owner: string | undefined, id: string) => {
      try {
        registry.open(owner, id);
        return 'open';
      } catch (error) {
        return (error as { code: string }).code;
      }
    };
    expect([code('ada', '1'), code('ada', '2'), code('ada', '3')]).toEqual(['open', 'open', 'TOO_MANY_STREAMS']);
    expect([code('eve', '1'), code(undefined, '1')]).toEqual(['open', 'TOO_MANY_STREAMS']);
    registry.resume('ada', '1', 0).end();
    expect([code('ada', '1'), code('ada', '3')]).toEqual(['STREAM_IN_USE', 'open']);
    registry.close();
  });

  it('are forgotten after their window, and the oldest first where they are too much together', () => {
    vi.useFakeTimers();
    const registry = createStreamRegistry({ ...limits, streams: 100, resumeBytes: 100 });
    const end = (id: string) => {
      const stream = registry.open(undefined, id);
      stream.write(text('x'.repeat(20)));
      stream.end();
    };
    end('a');
    end('b');
    expect(() => registry.resume(undefined, 'a', 0)).toThrow(/no such stream/);
    expect(registry.resume(undefined, 'b', 0).isEnded()).toBe(true);
    vi.advanceTimersByTime(60_000);
    expect(() => registry.resume(undefined, 'b', 0)).toThrow(/no such stream/);
    registry.close();
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
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
