import { createMcpTool } from 'elicitkit/plugin';
import * as z from 'zod';
import { holdSeat, releaseSeat, seatsOf } from './seats';

export const pickSeatTool = createMcpTool('pick_seat')
  .description('Pick a flight and a seat')
  .parameters(z.object({}))
  .elicits({
    pickFlight: z.object({ flightId: z.string() }),
    pickSeat: z.object({ seat: z.string() }),
    pay: z.object({ card: z.string() }),
  })
  .execute(function* (_, ctx) {
    const flight = yield* ctx.elicit('pickFlight', { message: 'Which flight?' });
    if (flight.action !== 'accept') return 'No flight.';
    const { flightId } = flight.content;

    const free = yield* ctx.step('seats', () => seatsOf(flightId), { pure: true });
    const seat = yield* ctx.elicit('pickSeat', { message: `Which seat? ${free.join(', ')}` });
    if (seat.action !== 'accept') return 'No seat.';

    const held = yield* ctx.step(
      'hold',
      ({ idempotencyKey }) => holdSeat(flightId, seat.content.seat, idempotencyKey),
      {
        idempotent: true,
        undo: (hold, { idempotencyKey }) => releaseSeat(hold, idempotencyKey),
      },
    );
    // While this waits, the flight and the seat can be changed.
    const paying = yield* ctx.elicit('pay', { message: `Pay for ${held} with which card?` });
    return paying.action === 'accept' ? `${held} is paid.` : 'Not paid.';
  });
