import { createMcpTool } from 'elicitkit/plugin';
import * as z from 'zod';

/** Stands for an airline's flights. */
const flights = { SH142: '08:00, $299', SH420: '14:00, $219' } as const;
const flightId = z.enum(['SH142', 'SH420']);

/** How long a person may take over a question, in milliseconds: an hour. */
const patience = 3_600_000;

export const bookFlightTool = createMcpTool('book_flight')
  .description('Book a flight. The person picks the flight and the seat.')
  .parameters(z.object({ from: z.string(), destination: z.string() }))
  .elicits({
    pickFlight: z.object({ flightId }),
    pickSeat: z.object({ row: z.int().min(1).max(30), seat: z.enum(['A', 'B', 'C']) }),
  })
  .execute(function* ({ from, destination }, ctx) {
    yield* ctx.notify(`Searching flights from ${from} to ${destination}`);
    const offers = flightId.options.map((id) => `${id} (${flights[id]})`);
    const flight = yield* ctx.elicit(
      'pickFlight',
      { message: `Which flight from ${from} to ${destination}? ${offers.join(' or ')}` },
      { timeout: patience },
    );
    if (flight.action !== 'accept') return 'Not booked: the person picked no flight.';
    const seat = yield* ctx.elicit('pickSeat', { message: 'Which seat?' }, { timeout: patience });
    if (seat.action !== 'accept') return 'Not booked: the person picked no seat.';
    const place = `${seat.content.row}${seat.content.seat}`;
    return yield* ctx.step('book', () => ({ ticket: 'TKT-1', flight: flight.content.flightId, seat: place }));
  });
