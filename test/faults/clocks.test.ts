import { describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { createMcpEndpoint } from '../../src/mcp.ts';
import { createMcpTool } from '../../src/plugin.ts';
import { createChatHandler, type OnServerEvent } from '../../src/server.ts';
import type { DurableStore } from '../../src/store/durable-store.ts';
import { memoryStore } from '../../src/store/memory-store.ts';
import { agent, read, user } from '../chat/harness.ts';
import { eventually } from '../eventually.ts';
import { keys, leg, type RawResult } from '../mcp/harness.ts';
import { createClocks, type Clock } from './clock.ts';
import { mortal } from './mortal-store.ts';

const hour = 3_600_000;
const leaseTime = 400;
const limits = { leaseTime, sweepEvery: Infinity };

/** A tool that works until it is let go on, once in each process that runs it. */
function createWork() {
  const gates: (() => void)[] = [];
  const tool = createMcpTool('work')
    .description('Work')
    .parameters(z.object({}))
    .elicits({})
    .execute(function* (_params, ctx) {
      yield* ctx.step('work', () => new Promise<void>((resolve) => gates.push(resolve)), { idempotent: true });
      return 'worked';
    });
  return {
    tool,
    /** How often the work has begun. */
    begun: () => gates.length,
    finish: () => {
      for (const open of gates) open();
    },
  };
}

/** What processes share, and how often a lease was written. Its commits wake nobody, since each process has its clock. */
function createShared() {
  let leases = 0;
  const { watch: _watch, ...store } = memoryStore();
  const shared: DurableStore = {
    ...store,
    isVolatile: false,
    opening: undefined,
    commit(commit) {
      if (commit.put?.some(({ key }) => key.endsWith('/lease')) === true) leases += 1;
      if (commit.due?.some(({ at }) => at !== null && !Number.isInteger(at))) throw new Error('It takes whole times.');
      return store.commit(commit);
    },
  };
  return { shared, leases: () => leases };
}

type Work = ReturnType<typeof createWork>;

/** A process that works on a call, and one to go on with it, in each way to serve a tool. */
interface Door {
  /** Begin the call. */
  begin(): Promise<unknown>;
  /** Ask for what comes of it. */
  ask(): Promise<unknown>;
}

const doors: [string, (tool: Work['tool'], store: DurableStore, onEvent?: OnServerEvent) => Door][] = [
  [
    'a chat',
    (tool, store, onEvent = () => undefined) => {
      const model = agent([{ name: 'work', arguments: {} }]);
      const handler = createChatHandler({ provider: model.provider, tools: [tool], store, limits, onEvent });
      onTestFinished(() => void handler.close());
      const post = async (body: object) => read(await handler(chatRequest(body)));
      return {
        begin: () => post({ messages: [{ ...user('Work'), id: 'm1' }] }),
        ask: async () => (await post({ attach: true })).state.messages.at(-1)?.content,
      };
    },
  ],
  [
    'an MCP server',
    (tool, store, onEvent = () => undefined) => {
      const mcp = createMcpEndpoint({
        name: 'worker',
        version: '1.0.0',
        tools: [tool],
        principal: 'anonymous',
        store,
        keys,
        limits,
        onEvent,
      });
      onTestFinished(() => void mcp.close());
      const call = (): Promise<RawResult> =>
        leg(mcp, { name: 'work', arguments: {}, meta: { 'elicitkit/call': 'one' } });
      return { begin: call, ask: async () => `It said: ${(await call()).result?.content?.[0]?.text}` };
    },
  ],
];

describe.each(doors)('%s', (_, open) => {
  /** Begin the call in a process with this clock. */
  async function beginAt(clock: Clock, work: Work, shared: DurableStore) {
    const store = mortal(shared);
    const begun = clock.run(() => open(work.tool, store).begin()).catch(() => undefined);
    await eventually(() => expect(work.begun()).toBe(1));
    return { store, begun };
  }

  it.each([
    ['an hour ahead', hour],
    ['an hour behind', -hour],
    ['right', 0],
  ])('goes on within its lease when a process has died whose clock was %s', async (__, ahead) => {
    const clockOf = createClocks();
    const { shared } = createShared();
    const work = createWork();
    const { store } = await beginAt(clockOf(ahead), work, shared);
    await store.die();

    const asked = open(work.tool, shared).ask();
    await eventually(() => expect(work.begun()).toBe(2));
    work.finish();

    expect(await asked).toBe('It said: worked');
  });

  it.each([
    ['ahead of the others, which the host of another hears once', hour, ['CLOCK_SKEW']],
    ['a little ahead', leaseTime / 2, []],
    ['as the others have', 0, []],
  ])('is left to a process at work whose clock is %s', async (__, ahead, skews) => {
    const told: unknown[] = [];
    const clockOf = createClocks();
    const { shared, leases } = createShared();
    const work = createWork();
    const { begun } = await beginAt(clockOf(ahead), work, shared);
    const asked = open(work.tool, shared, (event) => {
      if (event.type === 'error') told.push([event.where, (event.error as { code?: string }).code]);
    }).ask();
    // Each is a third of the time that a lease lasts.
    const before = leases();
    await eventually(() => expect(leases() - before).toBeGreaterThan(9));
    expect(work.begun()).toBe(1);
    work.finish();

    expect(await asked).toBe('It said: worked');
    await begun;
    expect(work.begun()).toBe(1);
    expect(told).toEqual(skews.map((code) => ['store', code]));
  });

  it('is left to a process at work whose clock is an hour behind, where the store has a clock', async () => {
    const { shared, leases } = createShared();
    const withClock: DurableStore = { ...shared, now: () => performance.timeOrigin + performance.now() };
    const clockOf = createClocks();
    const work = createWork();
    const { begun } = await beginAt(clockOf(-hour), work, withClock);
    const asked = open(work.tool, withClock).ask();
    const before = leases();
    await eventually(() => expect(leases() - before).toBeGreaterThan(9));
    expect(work.begun()).toBe(1);
    work.finish();

    expect(await asked).toBe('It said: worked');
    await begun;
    expect(work.begun()).toBe(1);
  });

  it('keeps its lease when the clock of its machine is set back', async () => {
    const clockOf = createClocks();
    const { shared, leases } = createShared();
    const work = createWork();
    const clock = clockOf(0);
    const { begun } = await beginAt(clock, work, shared);
    clock.ahead = -hour;
    const asked = clock.run(() => open(work.tool, shared).ask());
    const before = leases();
    await eventually(() => expect(leases() - before).toBeGreaterThan(9));
    expect(work.begun()).toBe(1);
    work.finish();

    expect(await asked).toBe('It said: worked');
    await begun;
    expect(work.begun()).toBe(1);
  });
});

it('what a process tells whose clock is an hour behind is read in another one at once, where the store has a clock', async () => {
  const store: DurableStore = { ...createShared().shared, now: () => performance.timeOrigin + performance.now() };
  const clockOf = createClocks();
  const work = createWork();
  const { provider } = agent([{ name: 'work', arguments: {} }]);
  const postTo = () => {
    const handler = createChatHandler({ provider, tools: [work.tool], store, limits, onEvent: () => undefined });
    onTestFinished(() => void handler.close());
    return (body: object) => handler(chatRequest(body));
  };
  const begun = clockOf(-hour).run(async () => read(await postTo()({ messages: [{ ...user('Work'), id: 'm1' }] })));
  await eventually(() => expect(work.begun()).toBe(1));

  const { body } = await postTo()({ attach: true });

  let told = '';
  for await (const piece of body!.pipeThrough(new TextDecoderStream())) {
    told += piece;
    if (told.includes('"name":"work"')) work.finish();
  }
  expect(told).toContain('It said: worked');
  await begun;
});

const chatRequest = (body: object) =>
  new Request('http://chat.test/', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ messages: [], conversationId: 'c', ...body }),
  });
