// The tools that hosts are given: the README's book_flight, with its search and its booking.
import { createMcpTool } from 'elicitkit/plugin';
import { flightQuestion } from 'elicitkit/travel';
import * as z from 'zod';

const route = { airline: 'SkyHigh Airways', from: 'NYC', to: 'LAX' };
const flights = [
  { ...route, id: 'SH142', flightNumber: 'SH 142', departure: '08:00', arrival: '11:30', price: 299 },
  { ...route, id: 'SH420', flightNumber: 'SH 420', departure: '14:00', arrival: '17:25', price: 219 },
];

export const bookFlight = createMcpTool('book_flight')
  .description('Book a flight')
  .parameters(z.object({ from: z.string(), destination: z.string() }))
  .elicits({ pickFlight: flightQuestion })
  .execute(function* (_, ctx) {
    const picked = yield* ctx.elicit('pickFlight', { message: 'Which flight?', flights });
    if (picked.action !== 'accept') return `Not booked: ${picked.action}.`;
    return `Booked ${picked.content.flightId}.`;
  });
