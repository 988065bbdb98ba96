import { all, ensure, run, spawn, withResolvers, type Operation } from 'effection';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { createMcpTool } from '../../src/plugin.ts';
import { createPluginSessionManager } from '../../src/session/plugin-session-manager.ts';
import type { Call, RespondToElicitOutcome } from '../../src/session/plugin-session.ts';
import type { ServerEvent } from '../../src/session/server-event.ts';
import type { DurableStore } from '../../src/store/durable-store.ts';
import { keptStore } from './call-commits.ts';
import { nextEvent } from './next-event.ts';

const timeout = 200;
const tool = createMcpTool('trip')
  .description('Plan a trip')
  .parameters(z.object({}))
  .elicits({ seat: z.object({ seat: z.string() }) }, { concurrent: true })
  .execute(function* (_params, ctx) {
    const [first, second] = yield* all([
      ctx.elicit('seat', { message: 'First?' }, { timeout }),
      ctx.elicit('seat', { message: 'Second?' }),
    ]);
    return `${first.action} ${second.action}`;
  });
const answer = { action: 'accept', content: { seat: '3A' } } as const;
const first = 'call_1:elicit:0';
const second = 'call_1:elicit:1';

/** A process, and what it tells its host. */
function* open(store: DurableStore, mayAnswer: () => boolean | Promise<boolean> = () => true) {
  const events: ServerEvent[] = [];
  const left = withResolvers<void>();
  function onEvent(event: ServerEvent): void {
    events.push(event);
    if (event.type === 'session_left') left.resolve();
  }
  const provider = {
    async *stream() {
      yield { type: 'text' as const, content: '' };
      return { text: '', toolCalls: [] };
    },
  };
  const manager = createPluginSessionManager({ provider, tools: [tool], store, onEvent, mayAnswer });
  yield* ensure(() => manager.close());
  return {
    manager,
    left: left.operation,
    heard: (kind: ServerEvent['type']) => events.filter(({ type }) => type === kind),
  };
}

function* codeOf(answering: Operation<RespondToElicitOutcome>): Operation<unknown> {
  try {
    return yield* answering;
  } catch (error) {
    return (error as { code?: unknown }).code;
  }
}

function* ending(call: Call) {
  for (;;) {
    const event = yield* nextEvent(call);
    if (event.type === 'ended') return event.outcome;
  }
}

it('a call that another process took ends nothing where it was: no answer that the host still judges, no deadline', () =>
  run(function* () {
    const store = keptStore();
    const judging = withResolvers<void>();
    let allow: (mayAnswer: boolean) => void = () => undefined;
    const before = yield* open(store, () => {
      judging.resolve();
      return new Promise((resolve) => (allow = resolve));
    });
    const call = yield* before.manager.create({ tool, params: {}, callId: 'call_1' });
    yield* nextEvent(call);
    yield* nextEvent(call);
    const slow = yield* spawn(() => codeOf(call.respondToElicit(first, answer)));
    yield* judging.operation;

    const after = yield* open(store);
    const taken = yield* after.manager.get('call_1');
    if (taken === null) throw new Error('The call is gone.');
    expect(yield* taken.respondToElicit(second, answer)).toEqual({ outcome: 'recorded' });
    // The deadline passes in both.
    expect(yield* ending(taken)).toEqual({ status: 'completed', content: 'cancel accept' });
    yield* before.left;
    allow(true);
    expect(yield* slow).toBe('MOVED');
    expect(before.heard('error')).toMatchObject([{ error: { code: 'MOVED' } }]);
    expect(before.heard('settled')).toEqual([]);
    expect(after.heard('settled')).toMatchObject([{ elicitId: second }, { elicitId: first, reason: 'expired' }]);
  }));
