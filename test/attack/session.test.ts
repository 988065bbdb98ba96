import { ensure, race, run, sleep, spawn, until, type Operation } from 'effection';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createMcpTool } from '../../src/plugin.ts';
import type { ChatProvider } from '../../src/protocol/chat-provider.ts';
import { createPluginSessionManager } from '../../src/session/plugin-session-manager.ts';
import type { Call, PluginSessionEvent } from '../../src/session/plugin-session.ts';
import { aroundCalls, keptStore, mortalAtEntry } from '../session/call-commits.ts';
import { nextEvent } from '../session/next-event.ts';

const trip = createMcpTool('trip')
  .description('Plan a trip')
  .parameters(z.object({}))
  .elicits({ seat: z.object({ seat: z.string() }) });
const asking = trip.execute((_, ctx) => ctx.elicit('seat', { message: 'Seat?' }));
const accepted = { action: 'accept', content: { seat: '3A' } } as const;
const provider = {} as ChatProvider;

function* eventsToEnd(session: Call): Operation<PluginSessionEvent[]> {
  const events: PluginSessionEvent[] = [];
  for (;;) {
    const event = yield* nextEvent(session);
    events.push(event);
    if (event.type === 'ended') return events;
  }
}

/** Fails, rather than waits for ever. */
function* soon<T>(operation: Operation<T>): Operation<T | 'never'> {
  return yield* race<Operation<T | 'never'>>([
    operation,
    (function* (): Operation<'never'> {
      yield* sleep(1_000);
      return 'never';
    })(),
  ]);
}

describe('an answer is not lost', () => {
  it('where it was recorded and the store failed to say so', () =>
    run(function* () {
      let fails = false;
      const store = aroundCalls(keptStore(), async (keep) => {
        const kept = await keep();
        if (!fails) return kept;
        fails = false;
        throw new Error('The store is away.');
      });
      const manager = createPluginSessionManager({ provider, store, tools: [asking], onEvent: () => undefined });
      yield* ensure(() => manager.close());
      const session = yield* manager.create({ tool: asking, params: {}, callId: 'call_1' });
      yield* nextEvent(session);
      fails = true;
      let message = 'none';
      try {
        yield* session.respondToElicit('call_1:elicit:0', accepted);
      } catch (error) {
        ({ message } = error as Error);
      }
      expect(message).toBe('The store is away.');
      expect(yield* soon(eventsToEnd(session))).toMatchObject([
        { type: 'ended', outcome: { status: 'failed', error: { code: 'INTERNAL_ERROR' } } },
      ]);
      // A client would send it again.
      const again = yield* manager.get('call_1');
      const told = yield* soon(again!.respondToElicit('call_1:elicit:0', accepted));
      expect(told).toMatchObject({ outcome: 'repeated', action: 'accept' });
      expect(yield* soon(eventsToEnd(again!))).toMatchObject([
        { type: 'elicit_settled', action: 'accept' },
        { type: 'ended', outcome: { status: 'completed', content: JSON.stringify(accepted) } },
      ]);
    }));

  it.each(['alone', 'repeated', 'cancelled'])('where the process ended just after it was recorded: %s', (how) =>
    run(function* () {
      const store = keptStore();
      const mortal = mortalAtEntry(store);
      const before = createPluginSessionManager({ provider, store: mortal.store, limits: { patience: Infinity } });
      const first = yield* before.create({ tool: asking, params: {}, callId: 'call_1' });
      yield* nextEvent(first);
      yield* spawn(() => first.respondToElicit('call_1:elicit:0', accepted));
      yield* mortal.died;

      const manager = createPluginSessionManager({ provider, store, tools: [asking] });
      yield* ensure(() => manager.close());
      const session = yield* manager.get('call_1');
      if (session === null) throw new Error('It is gone.');
      if (how !== 'alone') {
        const result = how === 'repeated' ? accepted : ({ action: 'cancel' } as const);
        const told = yield* soon(session.respondToElicit('call_1:elicit:0', result));
        expect(told).toMatchObject({ outcome: 'repeated', action: 'accept' });
      }
      expect(yield* soon(eventsToEnd(session))).toMatchObject([
        { type: 'elicit_settled', action: 'accept' },
        { type: 'ended', outcome: { status: 'completed', content: JSON.stringify(accepted) } },
      ]);
    }),
  );
});

it('an answer that is still checked when the tool wants none any more is not told as taken', () =>
  run(function* () {
    let checked = () => undefined as void;
    const check = new Promise<undefined>((resolve) => (checked = () => resolve(undefined)));
    const tool = trip.execute(function* (_, ctx) {
      const won = yield* race([
        ctx.elicit('seat', { message: 'Seat?' }, { check: () => check }),
        ctx.step('gone', () => new Promise<string>((resolve) => setTimeout(() => resolve('gone'), 20))),
      ]);
      yield* ctx.sleep(100);
      return won;
    });
    const manager = createPluginSessionManager({ provider });
    yield* ensure(() => manager.close());
    const session = yield* manager.create({ tool, params: {}, callId: 'call_1' });
    yield* nextEvent(session);
    const answer = yield* spawn(() => session.respondToElicit('call_1:elicit:0', accepted));
    yield* until(new Promise((resolve) => setTimeout(resolve, 60)));
    checked();
    expect((yield* answer).outcome).not.toBe('recorded');
    const events = yield* soon(eventsToEnd(session));
    expect(events).not.toContainEqual(expect.objectContaining({ action: 'accept' }));
  }));
