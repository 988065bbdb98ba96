import { all } from 'effection';
import { expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod';
import { createMcpTool } from '../../src/plugin.ts';
import { eventually } from '../eventually.ts';
import { answering, createAirline, endpointOf, keys, leg, sharedStore } from './harness.ts';
import { createGate, createWorker, initialize } from './raw.ts';

const work = { name: 'work', arguments: {} };
const mayComeAgain = { error: { code: -32_603, message: expect.stringContaining('Send the request again') as string } };

it('a closed endpoint takes no more requests', async () => {
  const mcp = endpointOf([createAirline().bookFlight]);
  await mcp.close();

  expect(await leg(mcp)).toMatchObject({ status: 503, error: { message: 'The server is closing.' } });
  await mcp.close();
});

it('a leg under way is told to come again, and another instance goes on with its call', async () => {
  const { worker, gate } = createWorker({ isIdempotent: true });
  const store = sharedStore();
  const [a, b] = [endpointOf([worker], { store, keys }), endpointOf([worker], { store, keys })];
  const asked = await leg(a, work);
  const more = { ...work, ...answering(asked, { ok: true }) };
  const second = leg(a, more);
  await gate.reached();

  await a.close();

  expect(await second).toMatchObject(mayComeAgain);
  const again = leg(b, more);
  await gate.reached(2);
  gate.open();
  expect((await again).result?.structuredContent).toEqual({ done: true });
});

it('a first leg under way is told to come again, and its tool is stopped: no client knows the call', async () => {
  const { worker, gate, done } = createWorker({ asksFirst: false, isIdempotent: true });
  const store = sharedStore();
  const [a, b] = [endpointOf([worker], { store, keys }), endpointOf([worker], { store, keys })];
  const first = leg(a, work);
  await gate.reached();

  await a.close();

  expect(await first).toMatchObject(mayComeAgain);
  await b.sweep();
  expect(done).toEqual(['began', 'cleaned up']);
});

it('a first leg that named its call comes back to another instance', async () => {
  const { worker, gate } = createWorker({ asksFirst: false, isIdempotent: true });
  const store = sharedStore();
  const [a, b] = [endpointOf([worker], { store, keys }), endpointOf([worker], { store, keys })];
  const named = { ...work, meta: { 'elicitkit/call': 'a-name' } };
  const first = leg(a, named);
  await gate.reached();

  await a.close();

  expect(await first).toMatchObject(mayComeAgain);
  const again = leg(b, named);
  await gate.reached(2);
  gate.open();
  expect(Object.keys((await again).result?.inputRequests ?? {})).toEqual(['go']);
});

it('what runs beside a question goes on at another instance before anybody answers', async () => {
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
  const store = sharedStore();
  const [a, b] = [endpointOf([busy], { store, keys }), endpointOf([busy], { store, keys })];
  const named = { ...work, meta: { 'elicitkit/call': 'a-name' } };
  const first = leg(a, named);
  await gate.reached();
  await a.close();
  expect(await first).toMatchObject(mayComeAgain);

  const again = leg(b, named);
  await gate.reached(2);
  gate.open();
  expect(Object.keys((await again).result?.inputRequests ?? {})).toEqual(['go']);
});

it('a leg that waits for another instance keeps nothing open', async () => {
  const { worker, gate } = createWorker();
  const { store, reads } = readsOf();
  const [a, b] = [endpointOf([worker], { store, keys }), endpointOf([worker], { store, keys })];
  const asked = await leg(a, work);
  const more = { ...work, ...answering(asked, { ok: true }) };
  const second = leg(a, more);
  await gate.reached();
  const before = reads();
  const third = leg(b, more);
  await eventually(() => expect(reads()).toBeGreaterThan(before + 1));

  await b.close();

  expect(await third).toMatchObject(mayComeAgain);
  gate.open();
  expect((await second).result?.structuredContent).toEqual({ done: true });
});

it('a call of an older revision is stopped, and cleans up', async () => {
  const { worker, gate, done } = createWorker({ asksFirst: false });
  const mcp = endpointOf([worker]);
  const session = await initialize(mcp);
  const stream = await session.call('work', {});
  await gate.reached();

  await mcp.close();

  expect(done).toEqual(['began', 'cleaned up']);
  const last = await stream.next();
  expect([undefined, true]).toContain(last?.result?.isError);
});

it('without a store that outlives the process, a waiting call is stopped', async () => {
  const { worker, gate, done } = createWorker();
  const mcp = endpointOf([worker]);
  const asked = await leg(mcp, work);
  const second = leg(mcp, { ...work, ...answering(asked, { ok: true }) });
  await gate.reached();

  await mcp.close();

  expect(await second).toMatchObject(mayComeAgain);
  expect(done).toEqual(['began', 'cleaned up']);
});

it('closing twice at once resolves when a call that waits has cleaned up', async () => {
  const { worker, done } = createWorker();
  const mcp = endpointOf([worker]);
  await leg(mcp, work);

  await Promise.all([mcp.close(), mcp.close()]);

  expect(done).toEqual(['cleaned up']);
});

it('a sweep under way is let go of, and that is no error', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const errors: unknown[] = [];
  const { worker, gate } = createWorker({ isIdempotent: true });
  const store = sharedStore();
  const [a, b] = ['a', 'b'].map(() =>
    endpointOf([worker], {
      store,
      keys,
      limits: { leaseTime: 1000 },
      onEvent: (event) => void (event.type === 'error' && errors.push(event.error)),
    }),
  ) as [ReturnType<typeof endpointOf>, ReturnType<typeof endpointOf>];
  const asked = await leg(a, work);
  const leaving = new AbortController();
  const second = leg(a, { ...work, ...answering(asked, { ok: true }), signal: leaving.signal });
  await gate.reached();
  await a.close();
  await second;
  const sweeping = b.sweep();
  await gate.reached(2);

  await b.close();
  await sweeping;

  expect(errors).toEqual([]);
});

it('no timer is left', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  const { worker, gate } = createWorker();
  const mcp = endpointOf([worker], { store: sharedStore(), keys });
  const before = timers();
  const asked = await leg(mcp, work);
  const second = leg(mcp, { ...work, ...answering(asked, { ok: true }) });
  await gate.reached();
  expect(timers()).toBeGreaterThan(before);
  await mcp.close();
  await second;

  expect(timers()).toBeLessThanOrEqual(before);
});

/** A store that counts how often it is read. */
function readsOf() {
  const store = sharedStore();
  let reads = 0;
  return {
    store: {
      ...store,
      read: (keyList: readonly string[]) => {
        reads += 1;
        return store.read(keyList);
      },
    },
    reads: () => reads,
  };
}
