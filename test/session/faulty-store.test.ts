import { all, ensure, race, run, sleep, spawn, until, withResolvers, type Operation } from 'effection';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { fromAskGenerator } from '../../src/ask.ts';
import { createMcpTool, type McpToolContext } from '../../src/plugin.ts';
import type { ElicitResult } from '../../src/protocol/elicit-result.ts';
import { createPluginSessionManager } from '../../src/session/plugin-session-manager.ts';
import type { Calls } from '../../src/session/calls.ts';
import type { Call, PluginSessionEvent } from '../../src/session/plugin-session.ts';
import type { ServerEvent } from '../../src/session/server-event.ts';
import type { DurableStore } from '../../src/store/durable-store.ts';
import { aroundCalls, aWhile, keptStore, mortalAtEntry, storedCall } from './call-commits.ts';
import { nextEvent } from './next-event.ts';

const declaration = createMcpTool('seat')
  .description('Pick a seat')
  .parameters(z.object({}))
  .elicits({ seat: z.object({ seat: z.string() }) });
type Body = (params: object, ctx: McpToolContext<typeof declaration.elicits>) => Operation<unknown>;

const provider = {
  async *stream() {
    yield { type: 'text' as const, content: '' };
    return { text: '', toolCalls: [] };
  },
};
const elicitId = 'call_1:elicit:0';
const accept: ElicitResult<unknown> = { action: 'accept', content: { seat: '3A' } };
const asked: Body = function* (_, ctx) {
  return (yield* ctx.elicit('seat', { message: 'Seat?' })).action;
};

function withStore(
  store: DurableStore,
  body: Body,
  test: (session: Call, manager: Calls) => Operation<void>,
): Promise<void> {
  return run(function* () {
    const tool = declaration.execute(body);
    const manager = createPluginSessionManager({ provider, tools: [tool], store, onEvent: () => undefined });
    yield* ensure(() => manager.close());
    yield* test(yield* manager.create({ tool, params: {}, callId: 'call_1' }), manager);
  });
}

function* next<T extends PluginSessionEvent['type']>(session: Call, type: T) {
  for (;;) {
    const event = yield* nextEvent(session);
    if (event.type === type) return event as Extract<PluginSessionEvent, { type: T }>;
    if (event.type === 'ended') throw new Error(`The session ended without ${type}.`);
  }
}

describe('a store that is slow', () => {
  it.each<[string, (session: Call) => Operation<unknown>, string]>([
    ['a decline', (session) => session.respondToElicit(elicitId, { action: 'decline' }, { attempt: 1 }), 'decline'],
    ['an interruption', (session) => session.interrupt(), 'cancel'],
  ])('lets the tool hear of %s that is recorded while it comes to its question', (_, end, action) => {
    let runs = 0;
    const slow = aroundCalls(keptStore(), async (keep, { journal }) => {
      if (journal.length > 0) await aWhile();
      return keep();
    });
    const body: Body = function* (params, ctx) {
      runs += 1;
      if (runs > 1) yield* until(aWhile());
      return yield* asked(params, ctx);
    };
    return withStore(slow, body, function* (session) {
      yield* next(session, 'elicit_request');
      yield* session.cool();
      // Whoever brought it went away while the tool was run for it.
      const gone = yield* spawn(() => session.respondToElicit(elicitId, accept, { attempt: 1 }));
      yield* until(aWhile());
      yield* gone.halt();
      yield* end(session);
      expect(yield* next(session, 'elicit_settled')).toMatchObject({ action });
      expect((yield* next(session, 'ended')).outcome).toEqual({ status: 'completed', content: action });
    });
  });

  it('gets what happens meanwhile in its order, after the question that it is slow to keep', () => {
    const store = keptStore();
    const asking = withResolvers<void>();
    const charged = withResolvers<void>();
    const written: string[] = [];
    const slow = aroundCalls(store, async (keep, { pending, journal }) => {
      if (pending.length > 0 && journal.length === 0) {
        asking.resolve();
        await aWhile();
      }
      const kept = await keep();
      written.push(`${pending.length} ${journal.map(({ kind }) => kind).join()}`);
      if (journal.some(({ kind }) => kind === 'step')) charged.resolve();
      return kept;
    });
    const body: Body = function* (_, ctx) {
      function* charge(): Operation<never> {
        yield* asking.operation;
        yield* ctx.step('charge', () => 1);
        for (;;) yield* sleep(1000);
      }
      return yield* race([ctx.elicit('seat', { message: 'Seat?' }), charge()]);
    };
    return withStore(slow, body, function* (session) {
      yield* next(session, 'elicit_request');
      yield* charged.operation;
      expect(written).toEqual(['0 ', '1 ', '1 started', '1 step']);
      const stored = yield* storedCall(store, 'call_1');
      expect(stored?.journal.map(({ kind, name }) => `${kind} ${name}`)).toEqual(['started charge', 'step charge']);
      expect(stored?.pending).toMatchObject([{ elicitId }]);
    });
  });

  it('tells nobody of a question, and of its answer, before it has kept it', () => {
    const kept = withResolvers<void>();
    let isKept = false;
    const slow = aroundCalls(keptStore(), async (keep, { begins }) => {
      if (begins) return keep();
      await aWhile();
      const version = await keep();
      isKept = true;
      kept.resolve();
      return version;
    });
    return withStore(slow, asked, function* (session) {
      yield* next(session, 'elicit_request');
      expect(isKept).toBe(true);
      isKept = false;
      const told = yield* spawn(() => session.respondToElicit(elicitId, accept, { attempt: 1 }));
      yield* next(session, 'elicit_settled');
      expect(isKept).toBe(true);
      expect(yield* told).toEqual({ outcome: 'recorded' });
    });
  });

  it('forgets a call that was stopped while its answer was being recorded', () => {
    const store = keptStore();
    const recording = withResolvers<void>();
    let stop = () => undefined as void;
    const stopped = new Promise<void>((resolve) => (stop = resolve));
    const slow = aroundCalls(store, async (keep, { journal }) => {
      const kept = await keep();
      if (journal.length > 0) {
        recording.resolve();
        await stopped;
      }
      await aWhile();
      return kept;
    });
    return withStore(slow, asked, function* (session, manager) {
      yield* next(session, 'elicit_request');
      const told = yield* spawn(() => session.respondToElicit(elicitId, accept, { attempt: 1 }));
      yield* recording.operation;
      const stopping = yield* spawn(() => session.abort('stop'));
      yield* until(aWhile());
      stop();
      yield* stopping;
      yield* manager.release('call_1');
      yield* told;
      yield* until(aWhile());
      yield* until(aWhile());
      expect(yield* storedCall(store, 'call_1')).toBeUndefined();
      expect(yield* manager.get('call_1')).toBeNull();
    });
  });

  it('takes a call up once for all who ask for it meanwhile', () =>
    run(function* () {
      let runs = 0;
      const tool = declaration.execute(function* (_, ctx) {
        runs += 1;
        const { action } = yield* ctx.elicit('seat', { message: 'Seat?' });
        yield* ctx.step('book', () => 1);
        return action;
      });
      const store = keptStore();
      const mortal = mortalAtEntry(store);
      const limits = { patience: Infinity };
      const before = createPluginSessionManager({ provider, store: mortal.store, limits, onEvent: () => undefined });
      const first = yield* before.create({ tool, params: {}, callId: 'call_1' });
      yield* next(first, 'elicit_request');
      yield* spawn(() => first.respondToElicit(elicitId, accept, { attempt: 1 }));
      yield* mortal.died;
      runs = 0;
      const told: string[] = [];
      const manager = createPluginSessionManager({
        provider,
        store,
        tools: [tool],
        onEvent: ({ type }) => void told.push(type),
      });
      yield* ensure(() => manager.close());
      const [one, two] = yield* all([manager.get('call_1'), manager.get('call_1')]);
      expect(one).toBe(two);
      expect((yield* next(one!, 'ended')).outcome).toEqual({ status: 'completed', content: 'accept' });
      expect(runs).toBe(1);
      expect(told).toEqual(['session_resumed', 'step_ended', 'session_ended']);
    }));

  it('counts no decline that waited for its turn while the tool went on', () => {
    const other = withResolvers<void>();
    const rest = withResolvers<void>();
    const keeping = withResolvers<void>();
    const slow = aroundCalls(keptStore(), async (keep, { journal }) => {
      if (journal.some(({ name, kind }) => name === 'other' && kind === 'step')) {
        keeping.resolve();
        await aWhile();
      }
      return keep();
    });
    const body: Body = function* (_, ctx) {
      function* otherwise(): Operation<{ action: string }> {
        yield* ctx.step('other', () => other.operation);
        return { action: 'too late' };
      }
      const { action } = yield* race([ctx.elicit('seat', { message: 'Seat?' }), otherwise()]);
      yield* ctx.step('rest', () => rest.operation);
      return action;
    };
    return withStore(slow, body, function* (session) {
      yield* next(session, 'elicit_request');
      other.resolve();
      yield* keeping.operation;
      const decline = { action: 'decline' } as const;
      expect(yield* session.respondToElicit(elicitId, decline, { attempt: 1 })).toMatchObject({
        outcome: 'repeated',
        action: 'cancel',
      });
      rest.resolve();
      expect((yield* next(session, 'ended')).outcome).toEqual({ status: 'completed', content: 'too late' });
    });
  });
});

describe('a store that fails once', () => {
  it('ends the call for its readers, and leaves a refused answer to be sent again to what takes it up', () => {
    let fails = false;
    const faulty = aroundCalls(keptStore(), async (keep) => {
      if (fails) {
        fails = false;
        throw new Error('The store is away.');
      }
      return keep();
    });
    const body: Body = function* (_, ctx) {
      const check = ({ seat }: { seat: string }) => (seat === '3A' ? [] : ['Taken.']);
      return (yield* ctx.elicit('seat', { message: 'Seat?' }, { check })).action;
    };
    return withStore(faulty, body, function* (session, manager) {
      yield* next(session, 'elicit_request');
      fails = true;
      const wrong: ElicitResult<unknown> = { action: 'accept', content: { seat: '1B' } };
      const failed = yield* attempt(() => session.respondToElicit(elicitId, wrong, { attempt: 1 }));
      expect(failed).toBe('The store is away.');
      // No reader hears of a second attempt that nothing has kept.
      expect(yield* nextEvent(session)).toMatchObject(lost);
      const again = yield* takenUp(manager);
      expect(again.pending()).toMatchObject([{ elicitId, attempt: 1 }]);
      expect(yield* again.respondToElicit(elicitId, accept, { attempt: 1 })).toEqual({ outcome: 'recorded' });
      expect((yield* next(again, 'ended')).outcome).toEqual({ status: 'completed', content: 'accept' });
    });
  });

  it('leaves nobody waiting who looks up what became of an answer', () => {
    const recording = withResolvers<void>();
    const faulty = aroundCalls(keptStore(), async (keep, { journal }) => {
      if (journal.length === 0) return keep();
      recording.resolve();
      await aWhile();
      throw new Error('The store is away.');
    });
    return withStore(faulty, asked, function* (session, manager) {
      yield* next(session, 'elicit_request');
      const first = yield* spawn(() => attempt(() => session.respondToElicit(elicitId, accept, { attempt: 1 })));
      yield* recording.operation;
      const answer = { elicitId, attempt: 1, by: undefined, via: 'server' as const, result: accept };
      const told = yield* all([
        first,
        attempt(() => manager.lookUp('call_1', answer)),
        attempt(() => manager.release('call_1')),
        attempt(() => session.abort('stop')),
      ]);
      expect(told).toEqual(Array(4).fill('The store is away.'));
    });
  });

  it('leaves nobody waiting who wants to close a question, or to let go of it, beside which something is recorded', () => {
    const recording = withResolvers<void>();
    const faulty = aroundCalls(keptStore(), async (keep, { journal }) => {
      if (!journal.some(({ kind }) => kind === 'step')) return keep();
      recording.resolve();
      await aWhile();
      throw new Error('The store is away.');
    });
    const body: Body = function* (_, ctx) {
      const beside = ctx.step('beside', () => 1);
      return (yield* all([ctx.elicit('seat', { message: 'Seat?' }), beside]))[0].action;
    };
    return withStore(faulty, body, function* (session, manager) {
      yield* next(session, 'elicit_request');
      yield* recording.operation;
      const told = yield* all([attempt(() => session.interrupt()), manager.park('call_1'), session.cool()]);
      expect(told).toEqual(['The store is away.', false, false]);
    });
  });

  it('leaves nobody waiting for the end of a call that cannot be run again', () =>
    run(function* () {
      const tool = fromAskGenerator('seat', { description: 'Pick a seat', parameters: z.object({}) }, function* () {
        return yield { ask: 'text', message: 'Seat?' };
      });
      const store = keptStore();
      const before = createPluginSessionManager({ provider, store, tools: [tool] });
      yield* next(yield* before.create({ tool, params: {}, callId: 'call_1' }), 'elicit_request');
      let fails = true;
      const told: string[] = [];
      const faulty = aroundCalls(store, async (keep) => {
        if (fails) throw new Error('The store is away.');
        return keep();
      });
      const onEvent = ({ type }: ServerEvent) => void told.push(type);
      const manager = createPluginSessionManager({ provider, store: faulty, tools: [tool], onEvent });
      yield* ensure(() => manager.close());
      const there = yield* takenUp(manager);
      expect(yield* nextEvent(there)).toMatchObject(lost);
      expect(yield* manager.listActive()).toEqual([]);
      fails = false;
      const [one, two] = yield* all([manager.get('call_1'), manager.get('call_1')]);
      for (const session of [one, two]) {
        const first = yield* session!.getEvents().next();
        expect(first.value.event).toMatchObject({ type: 'ended', outcome: { error: { code: 'CALL_LOST' } } });
      }
      expect(told).toEqual(['session_resumed', 'error', 'session_left', 'session_resumed', 'session_ended']);
    }));

  it('lets a question expire all the same, in what takes the call up', () => {
    let fails = true;
    const faulty = aroundCalls(keptStore(), async (keep, { journal }) => {
      if (fails && journal.length > 0) {
        fails = false;
        throw new Error('The store is away.');
      }
      return keep();
    });
    const body: Body = function* (_, ctx) {
      return (yield* ctx.elicit('seat', { message: 'Seat?' }, { timeout: 100 })).action;
    };
    return withStore(faulty, body, function* (session, manager) {
      yield* next(session, 'elicit_request');
      expect(yield* nextEvent(session)).toMatchObject(lost);
      const again = yield* takenUp(manager);
      expect((yield* next(again, 'ended')).outcome).toEqual({ status: 'completed', content: 'cancel' });
    });
  });
});

/** How a call is over for the readers of a process that may write it no more. */
const lost = { type: 'ended', outcome: { status: 'failed', error: { code: 'INTERNAL_ERROR' } } };

/** The call as its record has it. */
function* takenUp(manager: Calls): Operation<Call> {
  const session = yield* manager.get('call_1');
  if (session === null) throw new Error('The call is gone.');
  return session;
}

/** What an operation throws. */
function* attempt(operation: () => Operation<unknown>): Operation<string> {
  try {
    yield* operation();
    return 'nothing';
  } catch (error) {
    return (error as Error).message;
  }
}
