import { until } from 'effection';
import { confirmSchema, createMcpTool } from 'elicitkit/plugin';
import * as z from 'zod';
import { holdSeat, releaseAll, releaseSeat, seatsOf, sellSeat } from './seats';

export const pickSeatTool = createMcpTool('pick_seat')
  .description('Pick a flight and a seat')
  .parameters(z.object({}))
  .elicits({
    pickFlight: z.object({ flightId: z.enum(['F1', 'F2']) }),
    pickSeat: z.object({ seat: z.string() }),
    confirm: confirmSchema,
  })
  .execute(function* (_, ctx) {
    try {
      const flight = yield* ctx.elicit('pickFlight', { message: 'Which flight?' });
      if (flight.action !== 'accept') return 'No flight.';
      const { flightId } = flight.content;

      const free = yield* ctx.step('seats', () => seatsOf(flightId), { pure: true });
      const seat = yield* ctx.elicit('pickSeat', { message: `Which seat of these? ${free.join(', ')}` });
      if (seat.action !== 'accept') return 'No seat.';

      const hold = yield* ctx.step(
        'hold',
        ({ idempotencyKey }) => holdSeat(flightId, seat.content.seat, ctx.callId, idempotencyKey),
        {
          idempotent: true,
          undo: (held, { idempotencyKey }) => releaseSeat(held, idempotencyKey),
        },
      );
      // While this waits, the flight and the seat can be changed.
      const paying = yield* ctx.elicit('confirm', { message: `Buy ${hold}?` });
      if (paying.action !== 'accept' || !paying.content.confirmed) return 'Not bought.';
      // A plain step: from here on, nothing can be changed.
      return yield* ctx.step('sell', ({ idempotencyKey }) => sellSeat(hold, idempotencyKey), { idempotent: true });
    } finally {
      // The call is over: declined, stopped, failed or sold. Give back what it still holds.
      yield* until(releaseAll(ctx.callId));
    }
  });
