import { ensure, run, suspend } from 'effection';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { memoryStore, type CallHandlerOptions, type ChatHandlerOptions } from '../../src/server.ts';
import { eventually } from '../eventually.ts';
import { nameOf, openCalls } from './call-harness.ts';
import { accept, agent, createChat, declaration, lastWords, questionOf, route, the, user } from './harness.ts';

/** A tool that holds something while it asks, and gives it back at its end. */
function holding({ timeout, sticks = false }: { timeout?: number; sticks?: boolean } = {}) {
  const held = new Set<string>();
  let rests = 0;
  const tool = declaration.execute(function* (_, ctx) {
    // What only lives while the call is in memory.
    yield* ensure(() => void (rests += 1));
    try {
      yield* ctx.step('hold', () => void held.add(ctx.callId));
      const seat = yield* ctx.elicit('pickSeat', { message: 'Which seat?' }, { timeout });
      return `Seat: ${seat.action}`;
    } finally {
      // A clean-up that hangs is what one test is about.
      // oxlint-disable-next-line effection/no-yield-in-finally
      if (sticks) yield* suspend();
      held.delete(ctx.callId);
    }
  });
  return { tool, held, rests: () => rests };
}

/** Every conversation leaves memory as soon as it waits. */
const atOnce = { parkAfter: 0, sweepEvery: 20 };

/** From now on time passes only where the test says so, or looks again. */
const stopClocks = () =>
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'] });
afterEach(() => void vi.useRealTimers());

/** A chat in which so many calls wait, and have left memory. */
async function waitingChat(calls: number, hold = holding(), options: Partial<ChatHandlerOptions> = {}) {
  const chat = createChat(agent(), { tools: [hold.tool], ...options, limits: { ...atOnce, ...options.limits } });
  for (let index = 0; index < calls; index += 1) {
    await chat.post({ conversationId: `c${index}`, messages: [user('Book')] });
  }
  await eventually(() => expect(hold.rests()).toBe(calls));
  expect(hold.held.size).toBe(calls);
  return chat;
}

describe.each([
  ['without a store', undefined],
  ['with memoryStore', memoryStore],
])('closing a chat %s', (_, makeStore) => {
  it.each([1, 5, 100])('runs the clean-up of %i calls that have left memory', async (calls) => {
    const hold = holding();
    const ended: unknown[] = [];
    const chat = await waitingChat(calls, hold, {
      store: makeStore?.(),
      onEvent: (event) => event.type === 'session_ended' && ended.push([event.status, event.by]),
    });
    await chat.handler.close();
    expect(hold.held.size).toBe(0);
    expect(ended).toEqual(Array.from({ length: calls }, () => ['aborted', 'server']));
    expect(await run(() => chat.handler.sessions.listActive())).toEqual([]);
  });
});

it('closing waits no longer for a clean-up that hangs than cleanupTime', async () => {
  const hold = holding({ sticks: true });
  const chat = await waitingChat(3, hold, { limits: { cleanupTime: 30 } });
  await chat.handler.close();
  expect(hold.held.size).toBe(3);
});

describe('a resource that is never released', () => {
  const clinging = (times = Infinity) =>
    declaration.execute(function* (_, ctx) {
      yield* ensure(function* () {
        if ((times -= 1) >= 0) yield* suspend();
      });
      const seat = yield* ctx.elicit('pickSeat', { message: 'Which seat?' });
      return `Seat: ${seat.action}`;
    });

  it.each([undefined, { ...memoryStore(), isVolatile: false }])(
    'holds up closing no longer than cleanupTime',
    async (store) => {
      const chat = createChat(agent(), { tools: [clinging()], store, limits: { cleanupTime: 30 } });
      for (const conversationId of ['a', 'b', 'c']) await chat.post({ conversationId, messages: [user('Book')] });
      await chat.handler.close();
      expect((await chat.open({ conversationId: 'a' })).status).toBe(503);
    },
  );

  it('holds up neither leaving memory nor the answer', async () => {
    const chat = createChat(agent(), { tools: [clinging(1)], limits: { ...atOnce, cleanupTime: 30 } });
    const seat = questionOf(await chat.post({ conversationId: 'a', messages: [user('Book')] }));
    const over = Date.now() + 100;
    await eventually(() => expect(Date.now()).toBeGreaterThan(over));
    const next = await chat.post({
      conversationId: 'a',
      pluginElicitResponses: [accept(seat, { row: 1, seat: 'A' })],
    });
    expect(lastWords(next)).toBe('It said: Seat: accept');
  });
});

it('closing leaves to the next process what waits in a store that outlives this one', async () => {
  const store = { ...memoryStore(), isVolatile: false };
  const hold = holding();
  const chat = await waitingChat(3, hold, { store });
  await chat.handler.close();
  expect(hold.held.size).toBe(3);

  const next = createChat(agent(), { tools: [hold.tool], store, limits: atOnce });
  const { sessionId } = questionOf(await next.post({ conversationId: 'c1', attach: true, revision: 0 }));
  await next.post({ conversationId: 'c1', pluginAbort: { sessionId } });
  expect(hold.held.size).toBe(2);
});

describe.each([
  ['without a store', undefined],
  ['with a store', () => ({ ...memoryStore(), isVolatile: false })],
])('a call that has left memory, %s', (_, makeStore) => {
  it('cleans up when the person stops it', async () => {
    const hold = holding();
    const chat = await waitingChat(1, hold, { store: makeStore?.() });
    const first = await chat.post({ conversationId: 'c0', attach: true, revision: 0 });
    const stopped = await chat.post({ conversationId: 'c0', pluginAbort: { sessionId: questionOf(first).sessionId } });
    expect(the(stopped, 'plugin_session_status')).toMatchObject({ status: 'aborted', by: 'user' });
    expect(hold.held.size).toBe(0);
  });

  it('ends its question, and cleans up, when its time is over', async () => {
    stopClocks();
    const hold = holding({ timeout: 5000 });
    const chat = await waitingChat(1, hold, { store: makeStore?.() });
    await vi.advanceTimersByTimeAsync(5000);
    await eventually(() => expect(hold.held.size).toBe(0));
    const after = await chat.post({ conversationId: 'c0', attach: true, revision: 0 });
    expect(lastWords(after)).toBe('It said: Seat: cancel');
  });

  it('cleans up when nobody has come back for sessionTtl', async () => {
    stopClocks();
    const hold = holding();
    const ended: unknown[] = [];
    await waitingChat(1, hold, {
      store: makeStore?.(),
      limits: { sessionTtl: 5000 },
      onEvent: (event) => event.type === 'session_ended' && ended.push([event.status, event.by]),
    });
    await vi.advanceTimersByTimeAsync(5000);
    // The end is told when it is kept, after the clean-up.
    await eventually(() => expect(ended).toEqual([['aborted', 'timeout']]));
    expect(hold.held.size).toBe(0);
  });
});

describe('a call that a host began, and that has left memory,', () => {
  async function waitingCall(options: Partial<CallHandlerOptions> = {}) {
    const hold = holding();
    const { handler } = openCalls({ tools: [hold.tool], limits: atOnce, ...options });
    await handler.begin({ ...nameOf('a'), toolName: 'book_flight', input: route });
    await eventually(() => expect(hold.rests()).toBe(1));
    expect(hold.held.size).toBe(1);
    return { handler, hold };
  }

  it('cleans up when the handler closes', async () => {
    const { handler, hold } = await waitingCall();
    await handler.close();
    expect(hold.held.size).toBe(0);
  });

  it.each([undefined, { ...memoryStore(), isVolatile: false }])('cleans up when the host stops it', async (store) => {
    const { handler, hold } = await waitingCall({ store });
    await handler.abort(nameOf('a'));
    expect(await handler.outcome(nameOf('a'))).toMatchObject({ status: 'ended', isError: true });
    expect(hold.held.size).toBe(0);
  });

  it('is stopped by whoever shares its sessions', async () => {
    const { handler, hold } = await waitingCall();
    const [call] = await run(() => handler.sessions.listActive());
    await run(() => handler.sessions.abort(call!.id));
    expect(hold.held.size).toBe(0);
    expect(await handler.outcome(nameOf('a'))).toMatchObject({ status: 'ended', isError: true });
  });
});
