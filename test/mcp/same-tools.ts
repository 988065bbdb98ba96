import * as z from 'zod';
import { createMcpTool } from '../../src/plugin.ts';

const nothing = z.object({});
const say = (name: string, value: unknown) =>
  createMcpTool(name)
    .description('Return what it always returns')
    .parameters(nothing)
    .elicits({})
    .execute(function* () {
      return value as never;
    });

const bookFlight = createMcpTool('book_flight')
  .description('Book a flight')
  .parameters(z.object({ destination: z.string() }))
  .elicits({
    pickFlight: { response: z.object({ flightId: z.string() }), context: z.object({ flights: z.array(z.string()) }) },
    pickSeat: z.object({ row: z.int().min(1).max(40), seat: z.enum(['A', 'B', 'C']) }),
  })
  .execute(function* ({ destination }, ctx) {
    yield* ctx.log('info', 'It begins.');
    yield* ctx.notify('Searching', 1, 3);
    const flights = yield* ctx.step('search', () => ['FL001', 'FL002']);
    const picked = yield* ctx.elicit(
      'pickFlight',
      { message: `Which flight to ${destination}?`, flights },
      { check: ({ flightId }) => (flights.includes(flightId) ? undefined : ['It was not offered.']) },
    );
    if (picked.action !== 'accept') return `Not booked: ${picked.action}.`;
    const seat = yield* ctx.elicit('pickSeat', { message: 'Which seat?' });
    if (seat.action !== 'accept') return `Not booked: no seat (${seat.action}).`;
    const tip = yield* ctx.sample({ prompt: `A tip for ${destination}, please.` });
    return { flight: picked.content.flightId, seat: `${seat.content.row}${seat.content.seat}`, tip: tip.text };
  });

const fail = createMcpTool('fail')
  .description('Fail')
  .parameters(nothing)
  .elicits({})
  .execute(function* () {
    throw new Error('The airline is closed.');
  });

const sampleTwice = createMcpTool('sample_twice')
  .description('Ask the model twice')
  .parameters(nothing)
  .elicits({})
  .execute(function* (_, ctx) {
    const first = yield* ctx.sample({ prompt: 'A tip for Rome, please.' });
    const second = yield* ctx.sample({ prompt: `A tip after: ${first.text}` });
    return `${first.text} ${second.text}`;
  });

/** Tools that tests run in an app and over MCP, with the same result. */
export const sameTools = [
  bookFlight,
  sampleTwice,
  fail,
  say('say_text', 'Booked.'),
  say('say_object', { ticket: 'TKT-1', legs: [{ from: 'NYC' }] }),
  say('say_list', ['FL001', 'FL002']),
  say('say_nothing', undefined),
] as const;
