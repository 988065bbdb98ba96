import { createMemoryStore } from '../../src/session/memory-store.ts';
import { ensure, race, run, sleep, spawn, withResolvers, type Operation } from 'effection';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createMcpTool, type McpToolContext } from '../../src/plugin.ts';
import type { ElicitResult } from '../../src/protocol/elicit-result.ts';
import { createSessionManager, type PluginSessionManager } from '../../src/session/plugin-session-manager.ts';
import type { PluginSession, PluginSessionEvent } from '../../src/session/plugin-session.ts';
import type { ToolSessionStore } from '../../src/session/call-entry.ts';
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
  store: ToolSessionStore,
  body: Body,
  test: (session: PluginSession, manager: PluginSessionManager) => Operation<void>,
): Promise<void> {
  return run(function* () {
    const tool = declaration.execute(body);
    const manager = createSessionManager({ provider, tools: [tool], store, onEvent: () => undefined });
    yield* ensure(() => manager.close());
    yield* test(yield* manager.create({ tool, params: {}, callId: 'call_1' }), manager);
  });
}

function* next<T extends PluginSessionEvent['type']>(session: PluginSession, type: T) {
  for (;;) {
    const event = yield* nextEvent(session);
    if (event.type === type) return event as Extract<PluginSessionEvent, { type: T }>;
    if (event.type === 'ended') throw new Error(`The session ended without ${type}.`);
  }
}

/** More than anything needs that is not held up. */
function* aWhile(): Operation<void> {
  for (let turn = 0; turn < 20; turn += 1) yield* sleep(0);
}

describe('a store that is slow', () => {
  it.each<[string, (session: PluginSession) => Operation<unknown>, string]>([
    ['a decline', (session) => session.respondToElicit(elicitId, { action: 'decline' }, { attempt: 1 }), 'decline'],
    ['an interruption', (session) => session.interrupt(), 'cancel'],
  ])('lets the tool hear of %s that is recorded while it comes to its question', (_, end, action) => {
    const store = createMemoryStore();
    let runs = 0;
    const slow: ToolSessionStore = {
      ...store,
      *commit(id, change) {
        if (change.append !== undefined) yield* aWhile();
        return yield* store.commit(id, change);
      },
    };
    const body: Body = function* (params, ctx) {
      runs += 1;
      if (runs > 1) yield* aWhile();
      return yield* asked(params, ctx);
    };
    return withStore(slow, body, function* (session) {
      yield* next(session, 'elicit_request');
      yield* session.cool();
      // Whoever brought it went away while the tool was run for it.
      const gone = yield* spawn(() => session.respondToElicit(elicitId, accept, { attempt: 1 }));
      yield* aWhile();
      yield* gone.halt();
      yield* end(session);
      expect(yield* next(session, 'elicit_settled')).toMatchObject({ action });
      expect((yield* next(session, 'ended')).outcome).toEqual({ status: 'completed', content: action });
    });
  });

  it('keeps what was written last, in whatever order it gets done', () => {
    const store = createMemoryStore();
    let writes = 0;
    const pooled: ToolSessionStore = {
      ...store,
      *commit(id, change) {
        writes += 1;
        // The question's is the slow one.
        if (writes === 1) yield* aWhile();
        return yield* store.commit(id, change);
      },
    };
    const body: Body = function* (_, ctx) {
      function* charge(): Operation<never> {
        yield* ctx.step('charge', () => 1);
        for (;;) yield* sleep(1000);
      }
      return yield* race([ctx.elicit('seat', { message: 'Seat?' }), charge()]);
    };
    return withStore(pooled, body, function* (session) {
      yield* next(session, 'elicit_request');
      yield* aWhile();
      yield* aWhile();
      const stored = yield* store.get('call_1');
      expect(stored?.journal.map(({ name }) => name)).toEqual(['charge']);
      expect(stored?.pending).toMatchObject([{ elicitId }]);
    });
  });

  it('forgets a call that was stopped while its answer was being recorded', () => {
    const store = createMemoryStore();
    const recording = withResolvers<void>();
    const recorded = withResolvers<void>();
    const slow: ToolSessionStore = {
      ...store,
      *commit(id, change) {
        // The end is being written when the answer has been.
        if (change.outcome !== undefined) recorded.resolve();
        const isDone = yield* store.commit(id, change);
        if (change.append !== undefined) {
          recording.resolve();
          yield* recorded.operation;
        }
        yield* aWhile();
        return isDone;
      },
    };
    return withStore(slow, asked, function* (session, manager) {
      yield* next(session, 'elicit_request');
      const told = yield* spawn(() => session.respondToElicit(elicitId, accept, { attempt: 1 }));
      yield* recording.operation;
      yield* session.abort('stop');
      yield* manager.release('call_1');
      yield* told;
      yield* aWhile();
      yield* aWhile();
      expect(yield* store.get('call_1')).toBeNull();
      expect(yield* manager.get('call_1')).toBeNull();
    });
  });

  it('counts no decline that waited for its turn while the tool went on', () => {
    const other = withResolvers<void>();
    const rest = withResolvers<void>();
    const keeping = withResolvers<void>();
    const store = createMemoryStore();
    const slow: ToolSessionStore = {
      ...store,
      *commit(id, change) {
        if (change.append?.name === 'other') {
          keeping.resolve();
          yield* aWhile();
        }
        return yield* store.commit(id, change);
      },
    };
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
  it('leaves a refused answer to be sent again', () => {
    const store = createMemoryStore();
    let fails = false;
    const faulty: ToolSessionStore = {
      ...store,
      *commit(id, change) {
        if (fails) {
          fails = false;
          throw new Error('The store is away.');
        }
        return yield* store.commit(id, change);
      },
    };
    const body: Body = function* (_, ctx) {
      const check = ({ seat }: { seat: string }) => (seat === '3A' ? [] : ['Taken.']);
      return (yield* ctx.elicit('seat', { message: 'Seat?' }, { check })).action;
    };
    return withStore(faulty, body, function* (session) {
      yield* next(session, 'elicit_request');
      fails = true;
      const wrong: ElicitResult<unknown> = { action: 'accept', content: { seat: '1B' } };
      const failed = yield* attempt(() => session.respondToElicit(elicitId, wrong, { attempt: 1 }));
      expect(failed).toBe('The store is away.');
      expect(yield* session.respondToElicit(elicitId, accept, { attempt: 1 })).toEqual({ outcome: 'recorded' });
      expect((yield* next(session, 'ended')).outcome).toEqual({ status: 'completed', content: 'accept' });
    });
  });

  it('lets a question expire all the same', () => {
    const store = createMemoryStore();
    let fails = true;
    const faulty: ToolSessionStore = {
      ...store,
      *commit(id, change) {
        if (fails && change.append !== undefined) {
          fails = false;
          throw new Error('The store is away.');
        }
        return yield* store.commit(id, change);
      },
    };
    const body: Body = function* (_, ctx) {
      return (yield* ctx.elicit('seat', { message: 'Seat?' }, { timeout: 5 })).action;
    };
    return withStore(faulty, body, function* (session) {
      yield* next(session, 'elicit_request');
      expect((yield* next(session, 'ended')).outcome).toEqual({ status: 'completed', content: 'cancel' });
    });
  });
});

/** What an operation throws. */
function* attempt(operation: () => Operation<unknown>): Operation<string> {
  try {
    yield* operation();
    return 'nothing';
  } catch (error) {
    return (error as Error).message;
  }
}
