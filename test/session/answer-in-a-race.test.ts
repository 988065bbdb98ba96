import { ensure, race, run, sleep, spawn, withResolvers, type Operation } from 'effection';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createMcpTool, type McpToolContext } from '../../src/plugin.ts';
import { createPluginSessionManager } from '../../src/session/plugin-session-manager.ts';
import type { Call, PluginSessionEvent } from '../../src/session/plugin-session.ts';
import type { DurableStore } from '../../src/store/durable-store.ts';
import { aroundCalls, aWhile, keptStore, never } from './call-commits.ts';
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

type Around = (method: 'answer' | 'commit' | 'read') => Promise<unknown> | undefined;

/** A store that does something before and after each read, and each commit of a call. */
function slowStore(before: Around, after: Around, store = keptStore()): DurableStore {
  async function slowly<T>(method: Parameters<Around>[0], work: () => Promise<T>): Promise<T> {
    await before(method);
    const result = await work();
    await after(method);
    return result;
  }
  return {
    ...aroundCalls(store, (keep, { journal }) =>
      slowly(journal.some(({ question }) => question !== undefined) ? 'answer' : 'commit', keep),
    ),
    read: (keys) => slowly('read', () => store.read(keys)),
  };
}

/** The next event of this kind, or undefined where the session ends without one. */
function* next<T extends PluginSessionEvent['type']>(session: Call, type: T) {
  for (;;) {
    const event = yield* nextEvent(session);
    if (event.type === type) return event as Extract<PluginSessionEvent, { type: T }>;
    if (event.type === 'ended') return undefined;
  }
}

const nothing = () => undefined;
const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
/** Nothing is heard of a process that has died, not even that its store takes long. */
const ofTheDead = { onEvent: nothing, limits: { patience: Infinity } };

describe('an answer to a question that races with something else', () => {
  it('is what the tool hears when the other is over while it is being recorded', () =>
    run(function* () {
      const over = withResolvers<void>();
      const tool = impatient((ctx) => ctx.step('other', () => over.operation));
      const store = slowStore(nothing, (method) => {
        if (method !== 'answer') return undefined;
        over.resolve();
        return aWhile();
      });
      const manager = createPluginSessionManager({ provider, tools: [tool], store });
      yield* ensure(() => manager.close());
      const session = yield* manager.create({ tool, params: {}, callId: 'call_1' });
      yield* next(session, 'elicit_request');
      expect(yield* session.respondToElicit('call_1:elicit:0', accept)).toEqual({ outcome: 'recorded' });
      expect(yield* next(session, 'elicit_settled')).toMatchObject({ action: 'accept' });
      expect((yield* next(session, 'ended'))?.outcome).toEqual({ status: 'completed', content: 'accept' });
    }));

  it('is what the tool hears after a restart, when its process died before it could tell it', () =>
    run(function* () {
      const patience = 1000;
      const tool = impatient((ctx) => ctx.sleep(patience));
      const store = keptStore();
      const died = withResolvers<void>();
      const mortal = slowStore(
        nothing,
        (method) => {
          if (method !== 'answer') return undefined;
          died.resolve();
          return never;
        },
        store,
      );
      const before = createPluginSessionManager({ provider, tools: [tool], store: mortal, ...ofTheDead });
      const first = yield* before.create({ tool, params: {}, callId: 'call_1' });
      yield* next(first, 'elicit_request');
      yield* spawn(() => first.respondToElicit('call_1:elicit:0', accept));
      yield* died.operation;
      // In the next process, the tool has slept long enough when it hears of the answer.
      yield* sleep(patience);
      const manager = createPluginSessionManager({ provider, tools: [tool], store });
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
      const store = keptStore();
      const died = withResolvers<void>();
      let isDead = false;
      const mortal = aroundCalls(store, async (keep, { pending, journal }) => {
        // The last that gets out is that the step is done, while the question waits.
        if (isDead) return never;
        const kept = await keep();
        if (!journal.some(({ kind }) => kind === 'step')) return kept;
        isDead = true;
        expect(pending).toMatchObject([{ message: 'First?' }]);
        died.resolve();
        return never;
      });
      const before = createPluginSessionManager({ provider, tools: [tool], store: mortal, ...ofTheDead });
      yield* before.create({ tool, params: {}, callId: 'call_1' });
      yield* died.operation;
      const manager = createPluginSessionManager({ provider, tools: [tool], store });
      yield* ensure(() => manager.close());
      const session = yield* manager.get('call_1');
      if (session === null) throw new Error('The session is not there.');
      expect(session.pending()[0]?.message).toBe('First?');
      const told = yield* session.respondToElicit('call_1:elicit:0', accept, { attempt: 1 });
      expect(told).toEqual({ outcome: 'repeated', action: 'cancel', reason: 'interrupted' });
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
      thinking: milliseconds(6),
      before: milliseconds(2),
      after: milliseconds(2),
    };
    return fc.assert(
      fc.asyncProperty(fc.record(times), ({ patience, thinking, before, after }) =>
        run(function* () {
          const tool = impatient((ctx) => ctx.sleep(patience));
          const store = slowStore(
            () => wait(before),
            () => wait(after),
          );
          const manager = createPluginSessionManager({ provider, tools: [tool], store });
          yield* ensure(() => manager.close());
          const session = yield* manager.create({ tool, params: {}, callId: 'call_1' });
          if ((yield* next(session, 'elicit_request')) === undefined) return;
          yield* sleep(thinking);
          const told = yield* session.respondToElicit('call_1:elicit:0', accept);
          const ended = yield* next(session, 'ended');
          const heard = told.outcome === 'recorded' ? 'accept' : 'too late';
          expect(ended?.outcome).toEqual({ status: 'completed', content: heard });
        }),
      ),
      { numRuns: 100 },
    );
  }, 90_000);
});
