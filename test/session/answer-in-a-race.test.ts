import { createMemoryStore } from '../../src/session/memory-store.ts';
import { ensure, race, run, sleep, spawn, suspend, withResolvers, type Operation } from 'effection';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createMcpTool, type McpToolContext } from '../../src/plugin.ts';
import { createSessionManager } from '../../src/session/plugin-session-manager.ts';
import type { PluginSession, PluginSessionEvent } from '../../src/session/plugin-session.ts';
import type { ToolSessionStore } from '../../src/session/call-entry.ts';
import { nextEvent } from './next-event.ts';

const declaration = createMcpTool('seat')
  .description('Pick a seat')
  .parameters(z.object({}))
  .elicits({ seat: z.object({ seat: z.string() }) });
type Context = McpToolContext<typeof declaration.elicits>;

/** A tool that waits for the person no longer than for something else. */
const impatient = (other: (ctx: Context) => Operation<unknown>) =>
  declaration.execute(function* (_, ctx) {
    function* otherwise(): Operation<{ action: string }> {
      yield* other(ctx);
      return { action: 'too late' };
    }
    return (yield* race([ctx.elicit('seat', { message: 'Seat?' }), otherwise()])).action;
  });

const provider = {
  async *stream() {
    yield { type: 'text' as const, content: '' };
    return { text: '', toolCalls: [] };
  },
};
const accept = { action: 'accept' as const, content: { seat: '3A' } };

/** A store that does something before and after all that it is told. */
function slowStore(
  before: (method: string) => Operation<void>,
  after: (method: string) => Operation<void>,
  store = createMemoryStore(),
): ToolSessionStore {
  const slowly = <T>(method: string, work: () => Operation<T>): Operation<T> =>
    (function* () {
      yield* before(method);
      const result = yield* work();
      yield* after(method);
      return result;
    })();
  return {
    ...store,
    commit: (id, change) =>
      slowly(change.append?.question === undefined ? 'commit' : 'answer', () => store.commit(id, change)),
    get: (id) => slowly('get', () => store.get(id)),
  };
}

/** The next event of this kind, or undefined where the session ends without one. */
function* next<T extends PluginSessionEvent['type']>(session: PluginSession, type: T) {
  for (;;) {
    const event = yield* nextEvent(session);
    if (event.type === type) return event as Extract<PluginSessionEvent, { type: T }>;
    if (event.type === 'ended') return undefined;
  }
}

function* nothing(): Operation<void> {}

describe('an answer to a question that races with something else', () => {
  it('is what the tool hears when the other is over while it is being recorded', () =>
    run(function* () {
      const over = withResolvers<void>();
      const tool = impatient((ctx) => ctx.step('other', () => over.operation));
      const store = slowStore(nothing, function* (method) {
        if (method !== 'answer') return;
        over.resolve();
        // More than it takes the other to be over, in whatever order things run.
        for (let turn = 0; turn < 20; turn += 1) yield* sleep(0);
      });
      const manager = createSessionManager({ provider, tools: [tool], store });
      yield* ensure(() => manager.close());
      const session = yield* manager.create({ tool, params: {}, callId: 'call_1' });
      yield* next(session, 'elicit_request');
      expect(yield* session.respondToElicit('call_1:elicit:0', accept)).toEqual({ outcome: 'recorded' });
      expect(yield* next(session, 'elicit_settled')).toMatchObject({ action: 'accept' });
      expect((yield* next(session, 'ended'))?.outcome).toEqual({ status: 'completed', content: 'accept' });
    }));

  it('is what the tool hears after a restart, when its process died before it could tell it', () =>
    run(function* () {
      const tool = impatient((ctx) => ctx.sleep(30));
      const store = createMemoryStore();
      const died = withResolvers<void>();
      const mortal = slowStore(
        nothing,
        function* (method) {
          if (method !== 'answer') return;
          died.resolve();
          yield* suspend();
        },
        store,
      );
      const before = createSessionManager({ provider, tools: [tool], store: mortal });
      const first = yield* before.create({ tool, params: {}, callId: 'call_1' });
      yield* next(first, 'elicit_request');
      yield* spawn(() => first.respondToElicit('call_1:elicit:0', accept));
      yield* died.operation;
      const slow = slowStore(
        function* (method) {
          if (method === 'get') yield* sleep(20);
        },
        nothing,
        store,
      );
      const manager = createSessionManager({ provider, tools: [tool], store: slow });
      yield* ensure(() => manager.close());
      const session = yield* manager.get('call_1');
      if (session === null) throw new Error('The session is not there.');
      expect(yield* next(session, 'elicit_settled')).toMatchObject({ action: 'accept' });
      expect((yield* next(session, 'ended'))?.outcome).toEqual({ status: 'completed', content: 'accept' });
    }));

  it('does not count after a restart, when its process died just after the other was kept', () =>
    run(function* () {
      const heard: string[] = [];
      const tool = declaration.execute(function* (_, ctx) {
        function* otherwise(): Operation<{ action: string }> {
          yield* ctx.step('other', () => 1);
          return { action: 'too late' };
        }
        heard.push((yield* race([ctx.elicit('seat', { message: 'First?' }), otherwise()])).action);
        return (yield* ctx.elicit('seat', { message: 'Second?' })).action;
      });
      const store = createMemoryStore();
      const died = withResolvers<void>();
      let isDead = false;
      const mortal: ToolSessionStore = {
        ...store,
        *commit(id, change) {
          // The question is kept first; then the last that gets out is that the step is done.
          if (isDead) yield* suspend();
          const isDone = yield* store.commit(id, change);
          if (change.append === undefined) return isDone;
          isDead = true;
          died.resolve();
          yield* suspend();
          return false;
        },
      };
      const before = createSessionManager({ provider, tools: [tool], store: mortal });
      yield* before.create({ tool, params: {}, callId: 'call_1' });
      yield* died.operation;
      const manager = createSessionManager({ provider, tools: [tool], store });
      yield* ensure(() => manager.close());
      const session = yield* manager.get('call_1');
      if (session === null) throw new Error('The session is not there.');
      expect(session.pending()[0]?.message).toBe('First?');
      const told = yield* session.respondToElicit('call_1:elicit:0', accept, { attempt: 1 });
      expect(told).toEqual({ outcome: 'repeated', action: 'cancel' });
      expect(yield* next(session, 'elicit_settled')).toMatchObject({ action: 'cancel' });
      expect((yield* next(session, 'elicit_request'))?.request.message).toBe('Second?');
      expect(heard).toEqual(['too late']);
      yield* session.respondToElicit('call_1:elicit:1', accept, { attempt: 1 });
      expect((yield* next(session, 'ended'))?.outcome).toEqual({ status: 'completed', content: 'accept' });
    }));

  it('counts for the person and for the tool, or for neither', () => {
    const milliseconds = (max: number) => fc.integer({ min: 0, max });
    const times = {
      patience: milliseconds(10),
      wait: milliseconds(6),
      before: milliseconds(2),
      after: milliseconds(2),
    };
    return fc.assert(
      fc.asyncProperty(fc.record(times), ({ patience, wait, before, after }) =>
        run(function* () {
          const tool = impatient((ctx) => ctx.sleep(patience));
          const store = slowStore(
            () => sleep(before),
            () => sleep(after),
          );
          const manager = createSessionManager({ provider, tools: [tool], store });
          yield* ensure(() => manager.close());
          const session = yield* manager.create({ tool, params: {}, callId: 'call_1' });
          if ((yield* next(session, 'elicit_request')) === undefined) return;
          yield* sleep(wait);
          const told = yield* session.respondToElicit('call_1:elicit:0', accept);
          const ended = yield* next(session, 'ended');
          const heard = told.outcome === 'recorded' ? 'accept' : 'too late';
          expect(ended?.outcome).toEqual({ status: 'completed', content: heard });
        }),
      ),
      { numRuns: 100 },
    );
  });
});
