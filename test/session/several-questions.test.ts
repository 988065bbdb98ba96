import { all, ensure, race, run, sleep, spawn, suspend, withResolvers, type Operation } from 'effection';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { createMcpTool, type McpToolContext } from '../../src/plugin.ts';
import type { ChatProvider } from '../../src/protocol/chat-provider.ts';
import { createPluginSessionManager } from '../../src/session/plugin-session-manager.ts';
import type { Calls } from '../../src/session/calls.ts';
import type { Call, PluginSessionEvent } from '../../src/session/plugin-session.ts';
import type { DurableStore } from '../../src/store/durable-store.ts';
import type { AnyMcpTool } from '../../src/tool/tool-facts.ts';
import { aroundCalls, aWhile, keptStore, storedCall } from './call-commits.ts';
import { nextEvent } from './next-event.ts';

const provider = {} as ChatProvider;
afterEach(() => {
  vi.useRealTimers();
});

const declaration = createMcpTool('trip')
  .description('Plan a trip')
  .parameters(z.object({}))
  .elicits({ seat: z.object({ seat: z.string() }), meal: z.object({ meal: z.string() }) }, { concurrent: true });
type Ctx = McpToolContext<typeof declaration.elicits>;

/** Ask for a seat and a meal at once, and for each a second time. */
function* both(ctx: Ctx): Operation<unknown> {
  const ask = function* (key: 'seat' | 'meal') {
    const said: unknown[] = [];
    for (const turn of [1, 2]) {
      const result = yield* ctx.elicit(key, { message: `${key} ${turn}?` });
      said.push(result.action === 'accept' ? Object.values(result.content)[0] : result.action);
      yield* ctx.step(`keep ${key}`, () => turn);
    }
    return said;
  };
  return yield* all([ask('seat'), ask('meal')]);
}

interface Opened {
  session: Call;
  manager: Calls;
  tool: AnyMcpTool;
}

const withCall = (
  body: (ctx: Ctx) => Operation<unknown>,
  test: (opened: Opened) => Operation<void>,
  store?: DurableStore,
) =>
  run(function* () {
    const tool = declaration.execute((_, ctx) => body(ctx));
    const manager = createPluginSessionManager({ provider, tools: [tool], store });
    yield* ensure(() => manager.close());
    yield* test({ session: yield* manager.create({ tool, params: {}, callId: 'call_1' }), manager, tool });
  });

const keysOf = (session: Call) => session.pending().map(({ message }) => message);
const idOf = (session: Call, message: string) =>
  session.pending().find((asked) => asked.message === message)?.elicitId ?? 'none';

function* answer(session: Call, message: string, content: object) {
  return (yield* session.respondToElicit(idOf(session, message), { action: 'accept', content })).outcome;
}

function* until<T extends PluginSessionEvent['type']>(session: Call, type: T) {
  for (;;) {
    const event = yield* nextEvent(session);
    if (event.type === type) return event as Extract<PluginSessionEvent, { type: T }>;
    if (event.type === 'ended') throw new Error(`It ended before ${type}: ${JSON.stringify(event.outcome)}`);
  }
}

/** Wait until a tool has asked as many questions as that. */
function* asked(session: Call, count: number) {
  for (let seen = 0; seen < count; seen += 1) yield* until(session, 'elicit_request');
}

describe('several questions of one call', () => {
  it('wait at once, and are answered in any order, each once', () =>
    withCall(both, function* ({ session }) {
      yield* asked(session, 2);
      expect(keysOf(session)).toEqual(['seat 1?', 'meal 1?']);
      const first = idOf(session, 'meal 1?');
      expect(yield* answer(session, 'meal 1?', { meal: 'soup' })).toBe('recorded');
      expect((yield* session.respondToElicit(first, { action: 'decline' })).outcome).toBe('repeated');
      yield* asked(session, 1);
      expect(keysOf(session)).toEqual(['seat 1?', 'meal 2?']);
      expect(yield* answer(session, 'meal 2?', { meal: 'cake' })).toBe('recorded');
      expect(yield* answer(session, 'seat 1?', { seat: '3A' })).toBe('recorded');
      yield* asked(session, 1);
      expect(yield* answer(session, 'seat 2?', { seat: '3B' })).toBe('recorded');
      expect((yield* until(session, 'ended')).outcome).toMatchObject({ content: '[["3A","3B"],["soup","cake"]]' });
    }));

  it('go on after the run was dropped and another process took over, whichever is answered', () => {
    const store = keptStore();
    return withCall(
      both,
      function* ({ session, tool }) {
        yield* asked(session, 2);
        expect(yield* session.cool()).toBe(true);
        const other = createPluginSessionManager({ provider, tools: [tool], store });
        yield* ensure(() => other.close());
        const taken = yield* other.get('call_1');
        if (taken === null) throw new Error('It was not taken over.');
        expect(keysOf(taken)).toEqual(['seat 1?', 'meal 1?']);
        expect(yield* answer(taken, 'meal 1?', { meal: 'soup' })).toBe('recorded');
        yield* asked(taken, 1);
        expect(yield* taken.cool()).toBe(true);
        for (const [message, content] of [
          ['meal 2?', { meal: 'cake' }],
          ['seat 1?', { seat: '3A' }],
        ] as const) {
          expect(yield* answer(taken, message, content)).toBe('recorded');
        }
        yield* asked(taken, 1);
        yield* answer(taken, 'seat 2?', { seat: '3B' });
        expect((yield* until(taken, 'ended')).outcome).toMatchObject({ content: '[["3A","3B"],["soup","cake"]]' });
      },
      store,
    );
  });

  it('are each asked again by themselves', () =>
    withCall(both, function* ({ session }) {
      yield* asked(session, 2);
      expect(yield* answer(session, 'seat 1?', { seat: 3 })).toBe('refused');
      expect(session.pending().map(({ message, attempt }) => `${message} ${attempt}`)).toEqual([
        'seat 1? 2',
        'meal 1? 1',
      ]);
    }));

  it('have each its own deadline', () =>
    withCall(
      function* (ctx) {
        const meal = yield* spawn(() => ctx.elicit('meal', { message: 'Meal?' }));
        const late = yield* ctx.elicit('seat', { message: 'Seat?' }, { timeout: 1 });
        return [late, (yield* meal).action];
      },
      function* ({ session }) {
        expect((yield* until(session, 'elicit_settled')).action).toBe('cancel');
        expect(keysOf(session)).toEqual(['Meal?']);
        yield* answer(session, 'Meal?', { meal: 'soup' });
        expect((yield* until(session, 'ended')).outcome).toMatchObject({
          content: '[{"action":"cancel","reason":"expired"},"accept"]',
        });
      },
    ));

  it('keep their deadlines when something runs that was to be let go of', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const recording = withResolvers<void>();
    const kept = withResolvers<void>();
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const store = aroundCalls(keptStore(), async (keep, { journal }) => {
      if (journal.some(({ name }) => name === 'seat')) {
        recording.resolve();
        await released;
      }
      return keep();
    });
    const body = (ctx: Ctx) =>
      all([
        ctx.elicit('meal', { message: 'Meal?' }, { timeout: 60_000 }),
        (function* () {
          yield* ctx.elicit('seat', { message: 'Seat?' });
          yield* ctx.step('keep seat', () => kept.operation);
        })(),
      ]);
    return withCall(
      body,
      function* ({ session, manager }) {
        yield* asked(session, 2);
        yield* spawn(() => answer(session, 'Seat?', { seat: '3A' }));
        yield* recording.operation;
        // The answer is being written, so the step has not begun.
        const parking = yield* spawn(() => manager.park('call_1'));
        release();
        expect(yield* parking).toBe(false);
        vi.advanceTimersByTime(60_000);
        expect(yield* until(session, 'elicit_settled')).toMatchObject({ action: 'accept' });
        expect(yield* until(session, 'elicit_settled')).toMatchObject({ action: 'cancel', reason: 'expired' });
        kept.resolve();
      },
      store,
    );
  });

  it.each(['park', 'cool'] as const)('are in the record once %s has let go of the run', (how) => {
    const kept = keptStore();
    const slow = aroundCalls(kept, async (keep, { pending }) => {
      if (pending.length > 0) await aWhile();
      return keep();
    });
    const body = (ctx: Ctx) => ctx.elicit('seat', { message: 'Seat?' });
    return withCall(
      body,
      function* ({ session, manager }) {
        while (session.pending().length === 0) yield* sleep(0);
        expect(yield* how === 'park' ? manager.park('call_1') : session.cool()).toBe(true);
        expect((yield* storedCall(kept, 'call_1'))?.pending).toMatchObject([{ message: 'Seat?' }]);
      },
      slow,
    );
  });

  it('are stopped, with the clean-up of their tool, while they are being let go of', () => {
    const cleaning = withResolvers<void>();
    const cleaned = withResolvers<void>();
    const done: string[] = [];
    const body = function* (ctx: Ctx) {
      try {
        return yield* race([
          ctx.elicit('seat', { message: 'Seat?' }),
          (function* () {
            yield* ensure(function* () {
              cleaning.resolve();
              yield* cleaned.operation;
            });
            yield* suspend();
          })(),
        ]);
      } finally {
        done.push('cleaned up');
      }
    };
    return withCall(body, function* ({ session, manager }) {
      yield* asked(session, 1);
      const parking = yield* spawn(() => manager.park('call_1'));
      yield* cleaning.operation;
      const stopping = yield* spawn(() => manager.abort('call_1', 'Enough.'));
      cleaned.resolve();
      yield* stopping;
      expect(yield* parking).toBe(false);
      expect(done).toEqual(['cleaned up']);
      expect((yield* until(session, 'ended')).outcome).toMatchObject({ status: 'aborted', reason: 'Enough.' });
      expect(yield* manager.listActive()).toEqual([]);
    });
  });

  it('all end when the person writes something else instead', () =>
    withCall(both, function* ({ session }) {
      yield* asked(session, 2);
      yield* session.interrupt();
      expect((yield* until(session, 'ended')).outcome).toMatchObject({
        content: '[["cancel","cancel"],["cancel","cancel"]]',
      });
    }));

  it('end when another one wins a race', () =>
    withCall(
      (ctx) => race([ctx.elicit('seat', { message: 'Seat?' }), ctx.elicit('meal', { message: 'Meal?' })]),
      function* ({ session }) {
        yield* asked(session, 2);
        yield* answer(session, 'Meal?', { meal: 'soup' });
        const settled = [yield* until(session, 'elicit_settled'), yield* until(session, 'elicit_settled')];
        expect(settled.map(({ action }) => action)).toEqual(['accept', 'cancel']);
        expect((yield* until(session, 'ended')).outcome).toMatchObject({ status: 'completed' });
      },
    ));

  it('are not asked by a tool that does not declare so', () => {
    const one = createMcpTool('trip').description('Plan a trip').parameters(z.object({})).elicits(declaration.elicits);
    return run(function* () {
      const tool = one.execute((_, ctx) => both(ctx));
      const manager = createPluginSessionManager({ provider, tools: [tool] });
      yield* ensure(() => manager.close());
      const session = yield* manager.create({ tool, params: {}, callId: 'call_1' });
      const { outcome } = yield* until(session, 'ended');
      expect(outcome).toMatchObject({
        error: { code: 'ELICIT_PENDING', message: expect.stringContaining('concurrent: true') },
      });
    });
  });
});

describe('a session says that it waits', () => {
  it('once no step runs beside its question, which the step could end', () => {
    const one = createMcpTool('trip').description('Plan a trip').parameters(z.object({})).elicits(declaration.elicits);
    const polled = withResolvers<string>();
    const tool = one.execute((_, ctx) =>
      all([ctx.elicit('seat', { message: 'Seat?' }), ctx.step('poll', () => polled.operation)]),
    );
    return run(function* () {
      const manager = createPluginSessionManager({ provider, tools: [tool] });
      yield* ensure(() => manager.close());
      const session = yield* manager.create({ tool, params: {}, callId: 'call_1' });
      const events = session.getEvents();
      expect((yield* events.next()).value.event.type).toBe('elicit_request');
      yield* sleep(20);
      expect(session.rests()).toBe(false);
      polled.resolve('polled');
      expect((yield* events.next()).value.event.type).toBe('waiting');
      expect(session.rests()).toBe(true);
    });
  });

  it('when it is cooled at once, before it could say so itself', () =>
    withCall(both, function* ({ session }) {
      const events = session.getEvents();
      for (let asked = 0; asked < 2;) {
        const { event } = (yield* events.next()).value;
        if (event.type === 'elicit_request') asked += 1;
      }
      expect(yield* session.cool()).toBe(true);
      expect((yield* events.next()).value.event.type).toBe('waiting');
    }));

  it('when no other question comes before an answer, and not before', () =>
    withCall(both, function* ({ session }) {
      const events = session.getEvents();
      const told: string[] = [];
      const untilWaiting = function* () {
        for (;;) {
          const { event } = (yield* events.next()).value;
          told.push(event.type);
          if (event.type === 'waiting') return;
        }
      };
      yield* untilWaiting();
      yield* answer(session, 'seat 1?', { seat: '3A' });
      yield* untilWaiting();
      // The step between the two questions is over, and the next question is asked.
      expect(told).toEqual([
        'elicit_request',
        'elicit_request',
        'waiting',
        'elicit_settled',
        'elicit_request',
        'waiting',
      ]);
    }));
});
