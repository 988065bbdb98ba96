import { race } from 'effection';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { createMcpTool } from '../../src/plugin.ts';
import { eventually } from '../eventually.ts';
import { answering, endpointOf, keys, leg, sharedStore } from './harness.ts';
import { createWorker, initialize } from './raw.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const pass = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);

/** A tool that asks for a second, then asks something else, and notes what it did. */
function createHasty() {
  const done: string[] = [];
  const hasty = createMcpTool('hasty')
    .description('Ask for a second')
    .parameters(z.object({}))
    .elicits({ seat: z.object({ seat: z.string() }), sorry: z.object({ ok: z.boolean() }) })
    .execute(function* (_params, ctx) {
      const seat = yield* ctx.elicit('seat', { message: 'Which seat?' }, { timeout: 1000 });
      yield* ctx.step('note', () => void done.push((seat.action === 'cancel' && seat.reason) || seat.action));
      if (seat.action === 'accept') return seat.content.seat;
      yield* ctx.elicit('sorry', { message: 'The seat is gone. All right?' });
      return 'sorry';
    });
  const napping = createMcpTool('nap')
    .description('Ask beside a pause')
    .parameters(z.object({}))
    .elicits({ wake: z.object({ ok: z.boolean() }) })
    .execute(function* (_params, ctx) {
      return yield* race([
        (function* () {
          return (yield* ctx.elicit('wake', { message: 'Wake?' })).action;
        })(),
        (function* () {
          yield* ctx.sleep(1000);
          return 'slept';
        })(),
      ]);
    });
  return { hasty, napping, done };
}

const call = { name: 'hasty', arguments: {} };

describe('from 2026-07-28', () => {
  it.each([
    ['in memory', () => ({})],
    ['in a store', () => ({ store: sharedStore(), keys })],
  ])('a deadline that has passed counts before the answer that came after it: %s', async (_where, options) => {
    const { hasty, done } = createHasty();
    const mcp = endpointOf([hasty], { ...options(), limits: { sweepEvery: Infinity } });
    const first = await leg(mcp, call);
    pass(1001);
    const second = await leg(mcp, { ...call, ...answering(first, { seat: '1A' }) });

    expect(Object.keys(second.result?.inputRequests ?? {})).toEqual(['sorry.1.1']);
    expect(done).toEqual(['expired']);
  });

  it('an answer that comes in time counts', async () => {
    const { hasty, done } = createHasty();
    const mcp = endpointOf([hasty]);
    const first = await leg(mcp, call);
    pass(500);

    expect((await leg(mcp, { ...call, ...answering(first, { seat: '1A' }) })).result?.content?.[0]?.text).toBe('1A');
    expect(done).toEqual(['accept']);
  });

  it('another instance counts the deadline, too', async () => {
    const { hasty, done } = createHasty();
    const store = sharedStore();
    const [a, b] = [endpointOf([hasty], { store, keys }), endpointOf([hasty], { store, keys })];
    const first = await leg(a, call);
    await a.close();
    pass(1001);
    const second = await leg(b, { ...call, ...answering(first, { seat: '1A' }) });

    expect(Object.keys(second.result?.inputRequests ?? {})).toEqual(['sorry.1.1']);
    expect(done).toEqual(['expired']);
  });

  it('a pause that has passed counts before the answer that came after it', async () => {
    const { napping } = createHasty();
    const mcp = endpointOf([napping]);
    const nap = { name: 'nap', arguments: {} };
    const first = await leg(mcp, nap);
    pass(1001);

    expect((await leg(mcp, { ...nap, ...answering(first, { ok: true }) })).result?.content?.[0]?.text).toBe('slept');
  });

  it('a tool goes on when its deadline passes, though no client comes', async () => {
    const { hasty, done } = createHasty();
    const mcp = endpointOf([hasty], { limits: { sweepEvery: Infinity } });
    await leg(mcp, call);
    pass(1001);
    await mcp.sweep();

    expect(done).toEqual(['expired']);
  });

  it('a process goes on by itself with what is due', async () => {
    vi.useRealTimers();
    const { hasty, done } = createHasty();
    await leg(endpointOf([hasty]), call);

    await eventually(() => expect(done).toEqual(['expired']));
  });

  it.each([
    ['in memory', () => ({})],
    ['in a store', () => ({ store: sharedStore(), keys })],
  ])('a call that no client comes back to ends, and cleans up: %s', async (_where, options) => {
    const ended: unknown[] = [];
    const { worker, done } = createWorker();
    const mcp = endpointOf([worker], {
      ...options(),
      limits: { sessionTtl: 60_000, sweepEvery: Infinity },
      onEvent: (event) => void (event.type === 'session_ended' && ended.push([event.status, event.by])),
    });
    await leg(mcp, { name: 'work', arguments: {} });
    pass(59_000);
    await mcp.sweep();
    expect(ended).toEqual([]);

    pass(1000);
    await mcp.sweep();

    expect(ended).toEqual([['aborted', 'timeout']]);
    expect(done).toEqual(['cleaned up']);
  });
});

describe('before 2026-07-28', () => {
  it('a question that expires is taken back, and the tool goes on', async () => {
    vi.useRealTimers();
    const { hasty, done } = createHasty();
    const session = await initialize(endpointOf([hasty]));
    const stream = await session.call('hasty', {});
    const asked = await stream.next();
    const taken = await stream.next();
    const next = await stream.next();

    expect(taken).toMatchObject({ method: 'notifications/cancelled', params: { requestId: asked?.id } });
    expect(next?.params?.message).toBe('The seat is gone. All right?');
    await session.send({ id: asked?.id, result: { action: 'accept', content: { seat: '1A' } } });
    await session.send({ id: next?.id, result: { action: 'decline' } });
    expect((await stream.next())?.result?.content).toEqual([{ type: 'text', text: 'sorry' }]);
    expect(done).toEqual(['expired']);
  });
});
