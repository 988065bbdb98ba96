import { ensure, run, sleep, until, type Operation } from 'effection';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { pickSeatTool } from '../../docs/examples/hold-a-seat.ts';
import { seatsOf } from '../../docs/examples/seats.ts';
import { createMcpTool } from '../../src/plugin.ts';
import { createPluginSessionManager } from '../../src/session/plugin-session-manager.ts';
import type { Call } from '../../src/session/plugin-session.ts';

const provider = {
  async *stream() {
    yield { type: 'text' as const, content: '' };
    return { text: '', toolCalls: [] };
  },
};

const all = ['1A', '1B', '2A'];
let calls = 0;

/** A call whose flight and seat are chosen, and that asks whether to buy. */
function whileHeld(flight: string, work: (session: Call, callId: string) => Operation<void>): Promise<void> {
  return run(function* () {
    const manager = createPluginSessionManager({ provider, tools: [pickSeatTool] });
    yield* ensure(() => manager.close());
    calls += 1;
    const callId = `call_${calls}`;
    const session = yield* manager.create({ tool: pickSeatTool, params: {}, callId, owner: undefined });
    yield* answer(session, 'pickFlight', { flightId: flight }, 'a');
    yield* answer(session, 'pickSeat', { seat: '1A' });
    yield* asked(session, 'confirm');
    yield* work(session, callId);
  });
}

function* asked(session: Call, key: string) {
  for (;;) {
    const [question] = session.pending();
    if (question?.key === key) return question;
    yield* sleep(0);
  }
}

function* answer(session: Call, key: string, content: object, answerId?: string) {
  const { elicitId } = yield* asked(session, key);
  yield* session.respondToElicit(elicitId, { action: 'accept', content }, { answerId });
}

function* ended(session: Call) {
  const events = session.getEvents();
  for (;;) {
    const { event } = (yield* events.next()).value;
    if (event.type === 'ended') return event.outcome;
  }
}

const free = async (flight: string) => (await seatsOf(flight)).length;
const seats = (flight: string) => until(free(flight));

describe('the tool that holds a seat', () => {
  it('gives the seat back when the flight is changed, and holds the other one', async () => {
    await whileHeld('F1', function* (session, callId) {
      expect(yield* seats('F1')).toBe(2);
      const change = { answerId: 'b', revises: 'a' };
      const content = { flightId: 'F2' };
      yield* session.respondToElicit(`${callId}:elicit:0`, { action: 'accept', content }, change);
      yield* answer(session, 'pickSeat', { seat: '2A' });
      yield* asked(session, 'confirm');
      expect(yield* seats('F1')).toBe(all.length);
      expect(yield* seats('F2')).toBe(2);
      yield* answer(session, 'confirm', { confirmed: true });
      expect(yield* ended(session)).toEqual({ status: 'completed', content: 'F2 2A is sold.' });
    });
    expect(await free('F2')).toBe(2);
  });

  it.each([
    ['the person declines', (session: Call) => answer(session, 'confirm', { confirmed: false })],
    ['the call is stopped', (session: Call) => session.abort('Enough')],
    [
      'it is stopped after it has rested',
      function* (session: Call) {
        yield* session.cool();
        yield* session.abort('Enough');
      },
    ],
  ])('gives the seat back when %s', async (_how, end) => {
    await whileHeld('F1', function* (session) {
      expect(yield* seats('F1')).toBe(2);
      yield* end(session);
      yield* ended(session);
    });
    expect(await free('F1')).toBe(all.length);
  });
});

describe('the clean-up of a tool', () => {
  it('runs in `finally` when the call is over, and in `ensure` also when it rests or goes back', () =>
    run(function* () {
      const ran: string[] = [];
      const tool = createMcpTool('two_questions')
        .description('Two questions')
        .parameters(z.object({}))
        .elicits({ one: z.object({ n: z.number() }), two: z.object({ n: z.number() }) })
        .execute(function* (_, ctx) {
          yield* ensure(() => void ran.push('ensure'));
          try {
            yield* ctx.elicit('one', { message: 'One?' });
            yield* ctx.elicit('two', { message: 'Two?' });
          } finally {
            ran.push('finally');
          }
        });
      const manager = createPluginSessionManager({ provider, tools: [tool] });
      yield* ensure(() => manager.close());
      const session = yield* manager.create({ tool, params: {}, callId: 'call', owner: undefined });
      yield* answer(session, 'one', { n: 1 }, 'a');
      yield* asked(session, 'two');
      yield* session.cool();
      expect(ran).toEqual(['ensure']);
      const change = { answerId: 'b', revises: 'a' };
      yield* session.respondToElicit('call:elicit:0', { action: 'accept', content: { n: 2 } }, change);
      yield* asked(session, 'two');
      expect(ran).not.toContain('finally');
      const before = ran.length;
      expect(before).toBeGreaterThan(1);
      yield* session.abort('Enough');
      expect(ran.slice(before)).toEqual(['finally', 'ensure']);
    }));
});
