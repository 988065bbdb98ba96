import * as z from 'zod';
import { createMcpTool } from '../../src/plugin.ts';

/** A booking whose answers can be changed until it is paid. It says what it did. */
export function createTrip() {
  const done: string[] = [];
  const fails = { undo: false };
  /** What a release waits for. */
  const slow = { undo: () => Promise.resolve() };
  const barrier = { isUp: false };
  const trip = createMcpTool('trip')
    .description('Book a trip')
    .parameters(z.object({}))
    .elicits({
      class: z.enum(['eco', 'first']),
      pickFlight: z.object({ flightId: z.string().regex(/^FL\d$/) }),
      pickSeat: { response: z.object({ seat: z.string() }), context: z.object({ free: z.array(z.string()) }) },
      pay: z.object({ method: z.string() }),
    })
    .repeatable()
    .execute(function* (_params, ctx) {
      const cabin = yield* ctx.elicit('class', { message: 'Which class?' });
      if (cabin.action !== 'accept') return 'No class.';
      const flight = yield* ctx.elicit(
        'pickFlight',
        { message: 'Which flight?' },
        { check: ({ flightId }) => (flightId === 'FL9' ? ['It is full.'] : undefined) },
      );
      if (flight.action !== 'accept') return 'No flight.';
      const { flightId } = flight.content;
      const free = yield* ctx.step('seats', () => [`${flightId}-1A`, `${flightId}-2B`], { pure: true });
      const seat = yield* ctx.elicit('pickSeat', { message: 'Which seat?', free });
      if (seat.action !== 'accept') return 'No seat.';
      yield* ctx.step('hold', () => void done.push(`hold ${seat.content.seat}`), {
        idempotent: true,
        undo: async () => {
          if (fails.undo) throw new Error('The airline is closed.');
          await slow.undo();
          done.push(`release ${seat.content.seat}`);
        },
      });
      if (barrier.isUp) yield* ctx.commit();
      const paid = yield* ctx.elicit('pay', { message: 'Pay how?' });
      if (paid.action !== 'accept') return 'Not paid.';
      yield* ctx.step('pay', () => void done.push('pay'), { idempotent: true });
      return { class: cabin.content, flightId, seat: seat.content.seat };
    });
  return { trip, done, fails, barrier, slow };
}

/** A client that can show changes. */
export const canChange = { elicitation: { form: {}, url: {} }, experimental: { 'elicitkit/change': {} } };
