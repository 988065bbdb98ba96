import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { createMcpTool } from '../../src/plugin.ts';
import type { ServerEvent } from '../../src/server.ts';
import type { DurableStore, StoreCommit } from '../../src/store/durable-store.ts';
import { createGate } from '../faults/gate.ts';
import { holding } from '../faults/held-commit.ts';
import { answering, endpointOf, keys, leg, sharedStore } from './harness.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const pass = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);

/** A tool that asks whether to go, then for a seat, which it wants within a second. It notes what came of that. */
function createHasty() {
  const done: string[] = [];
  const hasty = createMcpTool('hasty')
    .description('Ask for a seat')
    .parameters(z.object({}))
    .elicits({ go: z.object({ ok: z.boolean() }), seat: z.object({ seat: z.string() }) })
    .execute(function* (_params, ctx) {
      yield* ctx.elicit('go', { message: 'Go?' });
      const { action } = yield* ctx.elicit('seat', { message: 'Which seat?' }, { timeout: 1000 });
      yield* ctx.step('note', () => void done.push(action));
      return action;
    });
  return { hasty, done };
}

const call = { name: 'hasty', arguments: {} };
const named = { ...call, meta: { 'elicitkit/call': 'one' } };
/** The right to a call is given back. */
const rests = ({ remove = [] }: StoreCommit) => remove.some((key) => key.endsWith('/lease'));

function errorsOf() {
  const errors: unknown[] = [];
  return { errors, onEvent: (event: ServerEvent) => void (event.type === 'error' && errors.push(event.error)) };
}

it('a leg that brings nothing, and rests late, leaves the deadline of a question that another leg has brought about', async () => {
  const store = sharedStore();
  const { hasty, done } = createHasty();
  const { errors, onEvent } = errorsOf();
  const limits = { sweepEvery: Infinity };
  const here = endpointOf([hasty], { store, keys, limits, onEvent });
  const asked = await leg(here, named);
  const slow = holding(store, rests);
  const there = endpointOf([hasty], { store: slow, keys, limits, onEvent });
  const again = leg(there, named);
  await slow.holds;
  await leg(here, { ...call, ...answering(asked, { ok: true }) });
  slow.release();
  await again;

  pass(1001);
  await here.sweep();
  expect(done).toEqual(['cancel']);
  expect(errors).toEqual([]);
});

it('a process that was paused as it gave a call back, which another one had meanwhile, tells of no loss', async () => {
  const store = sharedStore();
  const { hasty, done } = createHasty();
  const { errors, onEvent } = errorsOf();
  const limits = { sweepEvery: Infinity, leaseTime: 5000 };
  const paused = holding(store, rests);
  const first = leg(endpointOf([hasty], { store: paused, keys, limits, onEvent }), named);
  await paused.holds;
  pass(5001);
  const other = endpointOf([hasty], { store, keys, limits, onEvent });
  const asked = await leg(other, named);
  paused.release();
  await first;

  const seat = await leg(other, { ...call, ...answering(asked, { ok: true }) });
  expect(Object.keys(seat.result?.inputRequests ?? {})).toEqual(['seat.1.1']);
  expect(done).toEqual([]);
  expect(errors).toEqual([]);
});

it('a first leg that comes to two processes at once begins one call, and both get its question', async () => {
  const store = sharedStore();
  const { hasty } = createHasty();
  const slow = holding(store, () => true);
  const first = leg(endpointOf([hasty], { store: slow, keys }), named);
  await slow.holds;
  const asked = await leg(endpointOf([hasty], { store, keys }), named);
  slow.release();
  expect(Object.keys(asked.result?.inputRequests ?? {})).toEqual(['go']);
  expect((await first).result?.inputRequests).toEqual(asked.result?.inputRequests);
});

/** A call that waits for its last answer, and a process that reads this of it before another one ends it. */
async function lastLegs(what: RegExp) {
  const store = sharedStore();
  const { hasty, done } = createHasty();
  const here = endpointOf([hasty], { store, keys });
  const asked = await leg(here, named);
  const seat = await leg(here, { ...call, ...answering(asked, { ok: true }) });
  const last = { ...call, ...answering(seat, { seat: '7C' }) };
  const looked = createGate();
  const ended = createGate();
  const slow: DurableStore = {
    ...store,
    async read(all) {
      const found = await store.read(all);
      if (all.some((key) => what.test(key))) {
        looked.open();
        await ended.opened;
      }
      return found;
    },
  };
  const there = endpointOf([hasty], { store: slow, keys, limits: { sweepEvery: Infinity } });
  return { here, there, last, done, looked: looked.opened, end: ended.open };
}

/** What a process reads of a call. */
const parts: [string, RegExp][] = [
  ['lease', /\/lease$/],
  ['record', /^call\/[^/]+$/],
];

it.each(parts)(
  'a last leg that comes to two processes at once, one of which has read the %s, brings both the result',
  async (_what, part) => {
    const { here, there, last, done, looked, end } = await lastLegs(part);
    const told = leg(there, last);
    await looked;
    const result = await leg(here, last);
    end();
    expect(await told).toEqual(result);
    expect(result.result?.content).toEqual([{ type: 'text', text: 'accept' }]);
    expect(done).toEqual(['accept']);
  },
);

it.each(parts)(
  'a sweep that read the %s before the call ended leaves its result for legs that come again',
  async (_what, part) => {
    const { here, there, last, looked, end } = await lastLegs(part);
    pass(1001);
    const swept = there.sweep();
    await looked;
    const result = await leg(here, last);
    end();
    await swept;
    expect(result.result?.content).toEqual([{ type: 'text', text: 'cancel' }]);
    expect(await leg(here, last)).toEqual(result);
    expect(await leg(there, last)).toEqual(result);
  },
);
