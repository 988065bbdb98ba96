import { getEventListeners } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod';
import { createMcpTool } from '../../src/plugin.ts';
import { memoryStore } from '../../src/server.ts';
import { answering, booked, createAirline, endpointOf, keys, leg, sharedStore } from './harness.ts';
import { watched } from './raw.ts';

describe.each([
  ['memory', memoryStore, 0],
  ['a store', sharedStore, 1000],
] as const)('in %s', (_what, make, records) => {
  it('a thousand calls that have ended leave nothing behind', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const ping = createMcpTool('ping')
      .description('Ping')
      .parameters(z.object({}))
      .elicits({})
      .execute(function* () {
        return 'pong';
      });
    const { store, kept } = watched(make());
    const mcp = endpointOf([ping], { store, keys });
    for (let round = 0; round < 20; round += 1) {
      // So many at once, and the next ones then.
      await Promise.all(Array.from({ length: 50 }, () => leg(mcp, { name: 'ping', arguments: {} })));
    }
    expect(kept().filter((key) => key.endsWith('/journal'))).toHaveLength(records);

    vi.setSystemTime(Date.now() + 600_001);
    await mcp.sweep();
    expect(kept().filter((key) => !key.endsWith('/remains'))).toEqual([]);

    vi.setSystemTime(Date.now() + 86_400_000);
    expect(kept()).toEqual([]);
  }, 120_000);
});

it('the results of calls take no memory any more once they are over', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const megabytes = () => {
    collect();
    return process.memoryUsage().heapUsed / 1e6;
  };
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  let calls = 0;
  const read = createMcpTool('read')
    .description('Read')
    .parameters(z.object({}))
    .elicits({})
    .execute(function* () {
      calls += 1;
      return `${calls}`.padEnd(500_000, '.');
    });
  const mcp = endpointOf([read]);
  for (let round = 0; round < 200; round += 1) await leg(mcp, { name: 'read', arguments: {} });
  const before = megabytes();

  vi.setSystemTime(Date.now() + 600_001);
  await mcp.sweep();

  // All of them are a hundred megabytes.
  expect(before - megabytes()).toBeGreaterThan(50);
});

it('calls that have ended are found among much else that is due in the store', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { store, kept } = watched(memoryStore());
  // A chat handler keeps its conversations there, too.
  const due = Array.from({ length: 250 }, (_, at) => ({ key: `conversation/${at}`, queue: 'chat', at }));
  await store.commit({ due });
  const { bookFlight } = createAirline();
  const mcp = endpointOf([bookFlight], { store });
  const first = await leg(mcp);
  const second = await leg(mcp, answering(first));
  expect((await leg(mcp, answering(second))).result?.structuredContent).toEqual(booked);

  vi.setSystemTime(Date.now() + 600_001);
  await mcp.sweep();

  expect(kept()).toEqual(due.map(({ key }) => `${key} due`));
});

it('no listener is left at the signals of legs and sweeps', async () => {
  const ask = createMcpTool('ask')
    .description('Ask')
    .parameters(z.object({}))
    .elicits({ go: z.object({ ok: z.boolean() }) })
    .execute(function* (_params, ctx) {
      return (yield* ctx.elicit('go', { message: 'Go?' }, { timeout: 1000 })).action;
    });
  // An endpoint listens to its own end once, for all legs.
  const mcp = endpointOf([ask]);
  const signals = new Set<AbortSignal>();
  const listen = AbortSignal.prototype.addEventListener;
  vi.spyOn(AbortSignal.prototype, 'addEventListener').mockImplementation(function (
    this: AbortSignal,
    ...given: Parameters<typeof listen>
  ) {
    signals.add(this);
    return listen.apply(this, given);
  });
  onTestFinished(() => void vi.restoreAllMocks());
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const call = { name: 'ask', arguments: {} };
  const first = await leg(mcp, call);
  vi.setSystemTime(Date.now() + 600_001);
  await mcp.sweep();

  expect((await leg(mcp, { ...call, ...answering(first, { ok: true }) })).result?.content?.[0]?.text).toBe('cancel');
  expect(signals.size).toBeGreaterThan(0);
  expect([...signals].flatMap((signal) => getEventListeners(signal, 'abort'))).toEqual([]);
});
