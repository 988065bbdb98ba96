import { all } from 'effection';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createMcpTool } from '../../src/plugin.ts';
import { realStores } from '../faults/real-stores.ts';
import { eventually } from '../eventually.ts';
import { answering, booked, createAirline, endpointOf, keys, leg, sharedStore } from './harness.ts';
import { createGate, createWorker, watched } from './raw.ts';

const work = { name: 'work', arguments: {} };
const shared = realStores.filter(([name]) => name !== 'a file');

/** An endpoint whose process dies when the test says so: nothing that it writes counts any more. */
function mortal(tools: Parameters<typeof endpointOf>[0], store: ReturnType<typeof sharedStore>, leaseTime = 200) {
  const { store: breaking, fail } = watched(store);
  const options = { store: breaking, keys, limits: { leaseTime }, onEvent: () => undefined };
  return { mcp: endpointOf(tools, options), die: () => fail(() => true) };
}

describe.each(shared)('over %s', (_name, make) => {
  it('a restart between any two legs changes nothing', async () => {
    const store = await make();
    const { bookFlight, done } = createAirline();
    let asked = await leg(endpointOf([bookFlight], { store, keys }));
    for (let legs = 0; legs < 2; legs += 1) {
      const next = endpointOf([bookFlight], { store, keys });
      // Each leg meets a new process.
      asked = await leg(next, answering(asked));
      await next.close();
    }

    expect(asked.result?.structuredContent).toEqual(booked);
    expect(done).toEqual(['search', 'book']);
  });

  it('two instances that get each leg ten times make one booking', async () => {
    const store = await make();
    const { bookFlight, done } = createAirline();
    const both = [endpointOf([bookFlight], { store, keys }), endpointOf([bookFlight], { store, keys })] as const;
    const tenTimes = (given: Parameters<typeof leg>[1]) =>
      Promise.all(Array.from({ length: 10 }, (_, at) => leg(both[at % 2 === 0 ? 0 : 1], given)));
    const first = await leg(both[0]);
    const seconds = await tenTimes(answering(first));
    for (const { result } of seconds) expect(Object.keys(result?.inputRequests ?? {})).toEqual(['pickSeat.1.1']);
    const lasts = await tenTimes(answering(seconds[7]!));

    for (const { result } of lasts) expect(result?.structuredContent).toEqual(booked);
    expect(done).toEqual(['search', 'book']);
  });

  it('a process that dies in a step that may not be repeated leaves a call whose outcome is not known', async () => {
    const store = await make();
    const { worker, gate, done } = createWorker();
    const { mcp, die } = mortal([worker], store);
    const asked = await leg(mcp, work);
    const more = { ...work, ...answering(asked, { ok: true }) };
    const lost = leg(mcp, more);
    await gate.reached();
    die();
    const last = await leg(endpointOf([worker], { store, keys, onEvent: () => undefined }), more);
    gate.open();
    await lost;

    expect(last.result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('work') as string }],
    });
    expect(done.filter((what) => what === 'began')).toHaveLength(1);
  });

  it('a process that dies in a step that may be repeated is taken over after its lease, and the step is done again', async () => {
    const store = await make();
    const { worker, gate, done } = createWorker({ isIdempotent: true });
    const { mcp, die } = mortal([worker], store);
    const asked = await leg(mcp, work);
    const more = { ...work, ...answering(asked, { ok: true }) };
    const lost = leg(mcp, more);
    await gate.reached();
    die();
    const again = leg(endpointOf([worker], { store, keys }), more);
    await gate.reached(2);
    gate.open();

    expect((await again).result?.structuredContent).toEqual({ done: true });
    expect((await lost).result?.structuredContent).toBeUndefined();
    expect(done.filter((what) => what === 'began')).toHaveLength(2);
  });
});

it('a step that is done again has the same key', async () => {
  const store = sharedStore();
  const used: string[] = [];
  const { gate } = createWorker();
  const pay = createMcpTool('pay')
    .description('Pay')
    .parameters(z.object({}))
    .elicits({ go: z.object({ ok: z.boolean() }) })
    .execute(function* (_params, ctx) {
      yield* ctx.elicit('go', { message: 'Go?' });
      yield* ctx.step(
        'pay',
        async ({ idempotencyKey }) => {
          used.push(idempotencyKey);
          await gate.pass();
        },
        { idempotent: true },
      );
      return 'paid';
    });
  const { mcp, die } = mortal([pay], store);
  const asked = await leg(mcp, { name: 'pay', arguments: {} });
  const more = { name: 'pay', arguments: {}, ...answering(asked, { ok: true }) };
  const lost = leg(mcp, more);
  await gate.reached();
  die();
  const again = leg(endpointOf([pay], { store, keys }), more);
  await gate.reached(2);
  gate.open();

  expect((await again).result?.content?.[0]?.text).toBe('paid');
  await lost;
  expect(used).toHaveLength(2);
  expect(new Set(used).size).toBe(1);
});

it('a call whose process died goes on by itself in another one, though no client comes', async () => {
  const store = sharedStore();
  const { worker, gate, done } = createWorker({ isIdempotent: true });
  const { mcp, die } = mortal([worker], store);
  const other = endpointOf([worker], { store, keys, limits: { sweepEvery: 100 } });
  // A process looks for such calls from its first request on.
  await leg(other, work);
  const asked = await leg(mcp, work);
  const lost = leg(mcp, { ...work, ...answering(asked, { ok: true }) });
  await gate.reached();
  die();
  await gate.reached(2);
  gate.open();
  await lost;

  await eventually(() => expect(done.filter((what) => what === 'worked').length).toBeGreaterThan(0));
  expect((await leg(other, { ...work, ...answering(asked, { ok: true }) })).result?.structuredContent).toEqual({
    done: true,
  });
});

it('a process that takes a call over and cannot read it leaves it to the next one as it was', async () => {
  const store = sharedStore();
  const gate = createGate();
  const busy = createMcpTool('work')
    .description('Work while the person thinks')
    .parameters(z.object({}))
    .elicits({ go: z.object({ ok: z.boolean() }) }, { concurrent: true })
    .execute(function* (_params, ctx) {
      const [go] = yield* all([
        ctx.elicit('go', { message: 'Go?' }),
        ctx.step('work', () => gate.pass(), { idempotent: true }),
      ]);
      return go.action;
    });
  const named = { ...work, meta: { 'elicitkit/call': 'a-name' } };
  const { mcp, die } = mortal([busy], store);
  const lost = leg(mcp, named);
  await gate.reached();
  die();
  const { store: away, fail } = watched(store);
  fail((found) => found.some((key) => key.startsWith('call/')));
  const limits = { leaseTime: 200, sweepEvery: Infinity };
  const other = endpointOf([busy], { store: away, keys, limits, onEvent: () => undefined });
  expect((await leg(other, named)).error).toBeDefined();

  const again = leg(endpointOf([busy], { store, keys, limits }), named);
  await gate.reached(2);
  gate.open();
  expect(Object.keys((await again).result?.inputRequests ?? {})).toEqual(['go']);
  await lost;
});

it('a process that was given up, and goes on, changes nothing any more', async () => {
  const store = sharedStore();
  const { worker, gate, done } = createWorker({ isIdempotent: true });
  const { mcp, die } = mortal([worker], store);
  const asked = await leg(mcp, work);
  const more = { ...work, ...answering(asked, { ok: true }) };
  const zombie = leg(mcp, more);
  await gate.reached();
  die();
  const other = endpointOf([worker], { store, keys });
  const taken = leg(other, more);
  await gate.reached(2);
  gate.open();

  expect((await taken).result?.structuredContent).toEqual({ done: true });
  await zombie;
  expect((await leg(other, more)).result?.structuredContent).toEqual({ done: true });
  expect(done.filter((what) => what === 'began')).toHaveLength(2);
});

it('a lease is kept as long as its process lives, however long a step takes', async () => {
  const store = sharedStore();
  const { worker, gate, done } = createWorker({ isIdempotent: true });
  const { store: counting } = watched(store);
  let renewed = 0;
  const commit: typeof counting.commit = async (given) => {
    if (given.put?.some(({ key }) => key.endsWith('/lease')) === true) renewed += 1;
    return counting.commit(given);
  };
  const limits = { leaseTime: 100 };
  const a = endpointOf([worker], { store: { ...counting, commit }, keys, limits });
  const b = endpointOf([worker], { store, keys, limits });
  const asked = await leg(a, work);
  const more = { ...work, ...answering(asked, { ok: true }) };
  const one = leg(a, more);
  await gate.reached();
  const two = leg(b, more);
  const before = renewed;
  await eventually(() => expect(renewed).toBeGreaterThan(before + 6));
  gate.open();

  for (const { result } of [await one, await two]) expect(result?.structuredContent).toEqual({ done: true });
  expect(done).toEqual(['began', 'worked', 'cleaned up']);
});
