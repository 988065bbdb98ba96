import { race, spawn } from 'effection';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createMcpTool } from '../../src/plugin.ts';
import { memoryStore, type DurableStore } from '../../src/server.ts';
import { createGate } from '../faults/gate.ts';
import { mortal } from '../faults/mortal-store.ts';
import { eventually } from '../eventually.ts';
import { accept, agent, createChat, declaration, lastWords, only, questionOf, user } from './harness.ts';

const conversationId = 'c';

/** A conversation leaves memory as soon as it waits, and the sweeper looks often. */
const limits = { parkAfter: 0, sweepEvery: 20, leaseTime: 300 };

const durable = (): DurableStore => ({ ...memoryStore(), isVolatile: false });

/** The same declaration, for tools that ask several questions at once. */
const atOnce = createMcpTool('book_flight')
  .description(declaration.description)
  .parameters(declaration.parameters)
  .elicits(declaration.elicits, { concurrent: true });

/** A tool that waits for a seat no longer than this, then for a flight as long as it takes. */
function impatient(milliseconds: number, ended: unknown[] = []) {
  return declaration.execute(function* (_, ctx) {
    const seat = yield* race([ctx.elicit('pickSeat', { message: 'Which seat?' }), ctx.sleep(milliseconds)]);
    ended.push(seat?.action ?? 'slept');
    const flight = yield* ctx.elicit('pickFlight', { message: 'Which flight?', flights: [] });
    ended.push(flight.action);
    return 'done';
  });
}

describe.each([
  ['in memory', () => undefined],
  ['in a store', durable],
])('a question that is raced with ctx.sleep, %s,', (_, makeStore) => {
  it('ends when the sleep does, though the call has left memory and nobody comes', async () => {
    const ended: unknown[] = [];
    const chat = createChat(agent(), { tools: [impatient(400, ended)], store: makeStore(), limits });
    const first = await chat.post({ conversationId, messages: [user('Book')] });
    expect(questionOf(first).key).toBe('pickSeat');
    await eventually(() => expect(ended).toEqual(['slept']));

    const after = await chat.post({ conversationId, attach: true });
    expect(only(after, 'plugin_elicit_settled')).toMatchObject([{ action: 'cancel' }]);
    const flight = questionOf(after);
    expect(flight.key).toBe('pickFlight');
    await chat.post({ conversationId, pluginElicitResponses: [accept(flight, { flightId: 'FL001' })] });
    expect([...new Set(ended)]).toEqual(['slept', 'accept']);
    expect(chat.errors).toEqual([]);
  });

  it('goes on waiting for the next question when a sleep is over that had lost', async () => {
    const ended: unknown[] = [];
    const wakes: string[] = [];
    const chat = createChat(agent(), {
      tools: [impatient(500, ended)],
      store: makeStore(),
      limits,
      onEvent: (event) => event.type === 'error' && wakes.push(String(event.error)),
    });
    const seat = questionOf(await chat.post({ conversationId, messages: [user('Book')] }));
    const second = await chat.post({ conversationId, pluginElicitResponses: [accept(seat, { row: 1, seat: 'A' })] });
    const flight = questionOf(second);
    const over = Date.now() + 600;
    await eventually(() => expect(Date.now()).toBeGreaterThan(over));

    const still = await chat.post({ conversationId, attach: true, revision: 0 });
    expect(questionOf(still)).toMatchObject({ elicitId: flight.elicitId, attempt: 1 });
    const last = await chat.post({ conversationId, pluginElicitResponses: [accept(flight, { flightId: 'FL001' })] });
    expect(lastWords(last)).toBe('It said: done');
    expect([...new Set(ended)]).toEqual(['accept']);
    expect(wakes).toEqual([]);
  });
});

describe('a question that is raced with ctx.sleep, when its process dies,', () => {
  it.each([
    ['before the sleep is over', 0],
    ['and the next one begins after the sleep is over', 1600],
  ])('%s, ends in the next process, with nobody asking', async (_, pause) => {
    const milliseconds = 1500;
    const store = durable();
    const process = mortal(store);
    const one = createChat(agent(), { tools: [impatient(milliseconds)], store: process, limits: { cleanupTime: 1 } });
    await one.post({ conversationId, messages: [user('Book')] });
    await process.die();
    const begins = Date.now() + pause;
    await eventually(() => expect(Date.now()).toBeGreaterThanOrEqual(begins));

    const ended: unknown[] = [];
    const two = createChat(agent(), { tools: [impatient(milliseconds, ended)], store, limits });
    await eventually(() => expect(ended).toContain('slept'));
    const after = await two.post({ conversationId, attach: true, revision: 0 });
    // The first one may be closing as the page asks.
    expect(only(after, 'plugin_elicit_request').at(-1)?.key).toBe('pickFlight');
    expect(two.errors).toEqual([]);
  });

  it('as the end of the sleep is recorded, goes on in the next process, with nobody asking', async () => {
    const store = durable();
    const dead = createGate();
    const dying = mortal({
      ...store,
      async commit(change) {
        const done = await store.commit(change);
        if (JSON.stringify(change).includes('.slept')) {
          void dying.die();
          dead.open();
        }
        return done;
      },
    });
    createChat(agent(), { tools: [impatient(100)], store: dying, limits: { ...limits, cleanupTime: 1 } })
      .post({ conversationId, messages: [user('Book')] })
      .catch(() => undefined);
    await dead.opened;

    const ended: unknown[] = [];
    const two = createChat(agent(), { tools: [impatient(100, ended)], store, limits });
    await eventually(() => expect(ended).toContain('slept'));
    const after = await two.post({ conversationId, attach: true, revision: 0 });
    expect(only(after, 'plugin_elicit_request').at(-1)?.key).toBe('pickFlight');
    expect(two.errors).toEqual([]);
  });

  it('waits on for a question whose sleep had lost, and the answer counts', async () => {
    const store = durable();
    const one = createChat(agent(), { tools: [impatient(100)], store, limits });
    const seat = questionOf(await one.post({ conversationId, messages: [user('Book')] }));
    await one.post({ conversationId, pluginElicitResponses: [accept(seat, { row: 1, seat: 'A' })] });
    await one.handler.close();
    const over = Date.now() + 150;
    await eventually(() => expect(Date.now()).toBeGreaterThan(over));

    const two = createChat(agent(), { tools: [impatient(100)], store, limits });
    const flight = questionOf(await two.post({ conversationId, attach: true, revision: 0 }));
    const last = await two.post({ conversationId, pluginElicitResponses: [accept(flight, { flightId: 'FL001' })] });
    expect(lastWords(last)).toBe('It said: done');
    expect(two.errors).toEqual([]);
  });
});

it('a tool that may ask more is woken for a sleep beside its question, and asks', async () => {
  const tool = atOnce.execute(function* (_, ctx) {
    yield* spawn(function* () {
      yield* ctx.sleep(300);
      yield* ctx.elicit('pickFlight', { message: 'Which flight?', flights: [] });
    });
    const seat = yield* ctx.elicit('pickSeat', { message: 'Which seat?' });
    return `Seat: ${seat.action}`;
  });
  const chat = createChat(agent(), { tools: [tool], store: durable(), limits });
  await chat.post({ conversationId, messages: [user('Book')] });
  await eventually(async () => {
    const asked = only(await chat.post({ conversationId, attach: true, revision: 0 }), 'plugin_elicit_request');
    expect(asked.map(({ key }) => key).sort()).toEqual(['pickFlight', 'pickSeat']);
  });
  expect(chat.errors).toEqual([]);
});

it('a step after a sleep beside a question is not cut off, however long nobody looks', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const sent = createGate();
  const told: string[] = [];
  const tool = atOnce.execute(function* (_, ctx) {
    yield* spawn(function* () {
      yield* ctx.sleep(1000);
      yield* ctx.step('remind', () => sent.opened);
    });
    const seat = yield* ctx.elicit('pickSeat', { message: 'Which seat?' });
    return `Seat: ${seat.action}`;
  });
  const chat = createChat(agent(), {
    tools: [tool],
    store: durable(),
    onEvent: (event) => {
      if (event.type === 'step_ended') told.push(event.status);
      if (event.type === 'session_left') told.push(event.why);
    },
  });
  const seat = questionOf(await chat.post({ conversationId, messages: [user('Book')] }));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toEqual([]);
  sent.open();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toEqual(['completed', 'parked']);
  const answered = chat.post({ conversationId, pluginElicitResponses: [accept(seat, { row: 1, seat: 'A' })] });
  await vi.advanceTimersByTimeAsync(1000);
  expect(lastWords(await answered)).toBe('It said: Seat: accept');
});
