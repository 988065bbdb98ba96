import { expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod';
import { createMcpTool } from '../../src/plugin.ts';
import type { DurableStore } from '../../src/store/durable-store.ts';
import { eventually } from '../eventually.ts';
import { endpointOf, keys, leg, sharedStore } from './harness.ts';

/** A tool that asks for a second, and notes what came of it. */
function createHasty() {
  const done: string[] = [];
  const hasty = createMcpTool('hasty')
    .description('Ask for a second')
    .parameters(z.object({}))
    .elicits({ seat: z.object({ seat: z.string() }) })
    .execute(function* (_params, ctx) {
      const { action } = yield* ctx.elicit('seat', { message: 'Which seat?' }, { timeout: 1000 });
      yield* ctx.step('note', () => void done.push(action));
      return action;
    });
  return { hasty, done };
}

const call = { name: 'hasty', arguments: {} };

/**
 * Make this many calls whose question is over in a second, and that another version of elicitkit has written.
 *
 * @returns what makes them readable
 */
async function makeUnreadable(count: number, store: DurableStore): Promise<() => Promise<void>> {
  const { hasty } = createHasty();
  const mcp = endpointOf([hasty], { store, keys, limits: { sweepEvery: Infinity } });
  for (let nth = 0; nth < count; nth += 1) {
    await leg(mcp, call);
  }
  await mcp.close();
  const due = await store.due('mcp', Number.MAX_SAFE_INTEGER, count);
  const records = due.map(({ key }) => `call/${key.slice('mcp/'.length)}`);
  const written = (await store.read(records)).map((entry) => entry?.value ?? '');
  const write = async (change: (value: string) => string) => {
    await store.commit({ put: records.map((key, nth) => ({ key, value: change(written[nth] ?? '') })) });
  };
  await write((value) => JSON.stringify({ ...(JSON.parse(value) as object), format: 1 }));
  return () => write((value) => value);
}

function skip(time: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + time });
  onTestFinished(() => void vi.useRealTimers());
}

it('calls that cannot go on keep none from being looked at, and are told once', async () => {
  const store = sharedStore();
  await makeUnreadable(120, store);
  const others = Array.from({ length: 300 }, (_, nth) => ({ key: `conv/${nth}`, queue: 'chat', at: nth }));
  const strangers = Array.from({ length: 300 }, (_, nth) => ({ key: `stranger/${nth}`, queue: 'mcp', at: nth }));
  await store.commit({ due: [...others, ...strangers] });
  const { hasty, done } = createHasty();
  const errors: unknown[] = [];
  const mcp = endpointOf([hasty], {
    store,
    keys,
    limits: { sweepEvery: Infinity },
    onEvent: (event) => void (event.type === 'error' && errors.push((event.error as { code?: unknown }).code)),
  });
  await leg(mcp, call);
  skip(2000);
  await mcp.sweep();

  expect(done).toEqual(['cancel']);
  expect(errors).toEqual(Array.from({ length: 120 }, () => 'SESSION_FORMAT'));

  skip(3_600_000);
  await mcp.sweep();

  expect(errors).toHaveLength(120);
  expect(await store.due('chat', 1000, 1000)).toHaveLength(300);
});

it('a call that another version has written is left to a process of that version', async () => {
  const store = sharedStore();
  const makeReadable = await makeUnreadable(1, store);
  const limits = { sweepEvery: Infinity };
  const other = endpointOf([createHasty().hasty], { store, keys, limits, onEvent: () => undefined });
  skip(2000);
  await other.sweep();
  await makeReadable();
  const { hasty, done } = createHasty();
  const mcp = endpointOf([hasty], { store, keys, limits });
  skip(60_000);
  await mcp.sweep();

  expect(done).toEqual(['cancel']);
});

it('a call that could not go on for a while goes on later, by itself', async () => {
  const store = sharedStore();
  const { hasty, done } = createHasty();
  const first = endpointOf([hasty], { store, keys, limits: { sweepEvery: Infinity } });
  await leg(first, call);
  await first.close();
  let isBroken = true;
  const failing: DurableStore = {
    ...store,
    read: async (read) => {
      if (isBroken && read.some((key) => key.startsWith('call/'))) throw new Error('The store is away.');
      return store.read(read);
    },
  };
  const errors: unknown[] = [];
  const mcp = endpointOf([hasty], {
    store: failing,
    keys,
    limits: { sweepEvery: 50, leaseTime: 100 },
    onEvent: (event) => void (event.type === 'error' && errors.push(event.error)),
  });
  skip(2000);
  await mcp.sweep();
  expect(done).toEqual([]);
  expect(errors.length).toBeGreaterThan(0);

  isBroken = false;
  vi.useRealTimers();
  // This makes the process begin to sweep.
  await leg(mcp, call);
  await eventually(() => expect(done).toEqual(['cancel']));
});
