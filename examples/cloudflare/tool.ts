import { createMcpTool } from 'elicitkit/plugin';
import * as z from 'zod';
import { book, flights } from './airline.js';

/** How long a person may take over a question, in milliseconds: an hour. */
const patience = 3_600_000;

export const bookFlightTool = createMcpTool('book_flight')
  .description('Book a flight')
  .parameters(z.object({ from: z.string(), destination: z.string() }))
  .elicits({
    pickFlight: z.object({ flightId: z.enum(['SH142', 'SH420']) }),
    pickSeat: z.object({ row: z.int().min(1).max(30), seat: z.enum(['A', 'B', 'C']) }),
  })
  .execute(function* ({ from, destination }, ctx) {
    const offers = Object.entries(flights).map(([id, facts]) => `${id} (${facts})`);
    const flight = yield* ctx.elicit(
      'pickFlight',
      { message: `Which flight from ${from} to ${destination}? ${offers.join(' or ')}` },
      { timeout: patience },
    );
    if (flight.action !== 'accept') return 'Not booked: the person picked no flight.';
    const seat = yield* ctx.elicit('pickSeat', { message: 'Which seat?' }, { timeout: patience });
    if (seat.action !== 'accept') return 'Not booked: the person picked no seat.';
    const { flightId } = flight.content;
    const place = `${seat.content.row}${seat.content.seat}`;
    // If the object ends here, it does this again when it begins anew, with the same key. A real airline then books once.
    return yield* ctx.step('book', ({ idempotencyKey }) => book(flightId, place, idempotencyKey), { idempotent: true });
  });
