import { ensure, run, sleep, type Operation } from 'effection';
import { afterEach, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { createMcpTool } from '../../src/plugin.ts';
import type { ChatProvider } from '../../src/protocol/chat-provider.ts';
import { createPluginSessionManager } from '../../src/session/plugin-session-manager.ts';
import type { Calls } from '../../src/session/calls.ts';
import type { Call } from '../../src/session/plugin-session.ts';
import type { SessionLimits } from '../../src/session/session-limits.ts';
import type { DurableStore } from '../../src/store/durable-store.ts';
import { keptStore } from './call-commits.ts';
import { nextEvent } from './next-event.ts';

const moreTime = { action: 'more_time' } as const;
const minute = 60_000;

afterEach(() => {
  vi.useRealTimers();
});

const toolOf = (options: { timeout?: number; fixed?: boolean }) =>
  createMcpTool('seat')
    .description('Pick a seat')
    .parameters(z.object({}))
    .elicits({ seat: z.object({ seat: z.string() }) })
    .execute(function* (_, ctx) {
      const seat = yield* ctx.elicit('seat', { message: 'Which seat?' }, options);
      return seat.action === 'cancel' ? `${seat.reason}` : seat.action;
    });

interface Given {
  readonly limits?: Partial<SessionLimits>;
  readonly owner?: string;
  readonly store?: DurableStore;
}

/** Ask a question with this time, and do something while it waits. */
const asked = (
  options: Parameters<typeof toolOf>[0],
  test: (session: Call, manager: Calls) => Operation<void>,
  { limits, owner, store }: Given = {},
) =>
  run(function* () {
    const tool = toolOf(options);
    const manager = createPluginSessionManager({ provider: {} as ChatProvider, tools: [tool], limits, store });
    yield* ensure(() => manager.close());
    const session = yield* manager.create({ tool, params: {}, callId: 'call_1', owner });
    expect(yield* nextEvent(session)).toMatchObject({ type: 'elicit_request' });
    yield* test(session, manager);
  });

const questionOf = (session: Call) => session.pending()[0]!;
const ask = (session: Call) => session.respondToElicit('call_1:elicit:0', moreTime);

it('waits for as long again, and tells its readers', () =>
  asked({ timeout: minute }, function* (session) {
    const before = questionOf(session);
    expect(before).toMatchObject({ timeout: minute, extensions: 10 });
    yield* sleep(5);

    expect(yield* ask(session)).toEqual({ outcome: 'extended' });

    const after = questionOf(session);
    expect(after.expiresAt).toBeGreaterThan(before.expiresAt!);
    expect(after).toEqual({ ...before, expiresAt: after.expiresAt, extensions: 9 });
    expect(yield* nextEvent(session)).toEqual({ type: 'elicit_request', request: after });
  }));

it('has no deadline beyond the calendar, which no reader could show', () =>
  asked(
    { timeout: 8.64e15 },
    function* (session) {
      expect(questionOf(session)).not.toHaveProperty('expiresAt');
    },
    { limits: { sessionTtl: Infinity } },
  ));

it('ends by itself at the later time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  await asked({ timeout: minute }, function* (session) {
    vi.advanceTimersByTime(minute - 1);
    expect(yield* ask(session)).toEqual({ outcome: 'extended' });
    vi.advanceTimersByTime(minute - 1);
    expect(session.pending()).toHaveLength(1);
    expect(yield* nextEvent(session)).toMatchObject({ type: 'elicit_request' });
    vi.advanceTimersByTime(1);
    expect(yield* nextEvent(session)).toMatchObject({ type: 'elicit_settled', action: 'cancel', reason: 'expired' });
  });
});

it('waits longer ten times, and no more', () =>
  asked({ timeout: minute }, function* (session) {
    for (let times = 0; times < 10; times += 1) expect(yield* ask(session)).toEqual({ outcome: 'extended' });
    const last = questionOf(session);
    expect(last.extensions).toBe(0);
    expect(yield* ask(session)).toEqual({ outcome: 'stale' });
    expect(questionOf(session)).toEqual(last);
  }));

it.each([
  ['whose time is a real limit', { timeout: minute, fixed: true }],
  ['that has no time', {}],
])('gives no more time to a question %s', (_, options) =>
  asked(options, function* (session) {
    const before = questionOf(session);
    expect(before.extensions).toBeUndefined();
    expect(yield* ask(session)).toEqual({ outcome: 'stale' });
    expect(questionOf(session)).toEqual(before);
  }),
);

it.each([1, 60])(
  'gives a question of %i times what an idle call has no more than that, and its tool goes on',
  async (times) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    await asked(
      { timeout: times * minute },
      function* (session) {
        const { expiresAt } = questionOf(session);
        expect(expiresAt).toBe(Date.now() + minute);
        expect(yield* ask(session)).toEqual({ outcome: 'extended' });
        expect(questionOf(session).expiresAt).toBe(expiresAt);
        expect(yield* nextEvent(session)).toMatchObject({ type: 'elicit_request' });
        vi.advanceTimersByTime(minute);
        expect(yield* nextEvent(session)).toMatchObject({
          type: 'elicit_settled',
          action: 'cancel',
          reason: 'expired',
        });
        expect(yield* nextEvent(session)).toMatchObject({ type: 'ended', outcome: { content: 'expired' } });
      },
      { limits: { sessionTtl: minute } },
    );
  },
);

it.each(['in the process that asked', 'in the next process'])(
  'that is over is told of before the call is: %s',
  async (where) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const store = keptStore();
    const given = { limits: { sessionTtl: minute }, store };
    await asked(
      { timeout: minute },
      function* (session, manager) {
        const isNext = where === 'in the next process';
        if (isNext) expect(yield* manager.park('call_1')).toBe(true);
        vi.advanceTimersByTime(2 * minute);
        const now = isNext ? (yield* manager.get('call_1'))! : session;
        vi.advanceTimersByTime(1);
        let event = yield* nextEvent(now);
        while (event.type !== 'ended') event = yield* nextEvent(now);
        expect(event.outcome).toMatchObject({ content: 'expired' });
      },
      given,
    );
  },
);

it('gives somebody else no time', () =>
  asked(
    { timeout: minute },
    function* (session) {
      const before = questionOf(session);
      const theirs = yield* session.respondToElicit('call_1:elicit:0', moreTime, { by: 'eve' });
      expect(theirs).toEqual({ outcome: 'unknown' });
      expect(questionOf(session)).toEqual(before);
    },
    { owner: 'ada' },
  ));

it('is told of an answer that came first', () =>
  asked({ timeout: minute }, function* (session) {
    const answer = { action: 'accept', content: { seat: '1A' } } as const;
    yield* session.respondToElicit('call_1:elicit:0', answer, { answerId: 'a' });
    expect(yield* ask(session)).toEqual({ outcome: 'repeated', action: 'accept', answerId: 'a' });
  }));

it('is kept: the next process waits as long', () => {
  const store = keptStore();
  return asked(
    { timeout: minute },
    function* (session, manager) {
      yield* sleep(5);
      yield* ask(session);
      const before = questionOf(session);
      expect(yield* manager.park('call_1')).toBe(true);
      const next = createPluginSessionManager({
        provider: {} as ChatProvider,
        tools: [toolOf({ timeout: minute })],
        store,
      });
      yield* ensure(() => next.close());
      const found = yield* next.get('call_1');
      expect(found?.pending()).toEqual([before]);
      expect(found?.due()).toBe(before.expiresAt);
    },
    { store },
  );
});
