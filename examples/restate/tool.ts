import { book, search, seatsOf } from './airline.ts';
import { bookFlight } from './book-flight.ts';

export const bookFlightTool = bookFlight.execute(function* ({ traveller, from, destination }, ctx) {
  // The question is on the traveller's page of the trip, and in their inbox.
  const to = { id: traveller };
  const flights = yield* ctx.step('search', () => search(from, destination), { pure: true });
  const message = `Which flight from ${from} to ${destination}?`;
  const picked = yield* ctx.elicit('pickFlight', { message, flights }, { to });
  if (picked.action !== 'accept') return 'Not booked: you picked no flight.';
  const flight = flights.find(({ id }) => id === picked.content.flightId)!;

  const seatMap = yield* ctx.step('seats', () => seatsOf(flight.id), { pure: true });
  const seated = yield* ctx.elicit('pickSeat', { message: 'Which seat?', seatMap }, { to });
  if (seated.action !== 'accept') return 'Not booked: you picked no seat.';
  const seat = `${seated.content.row}${seated.content.seat}`;

  // A worker that dies in the middle leaves this to the next one, with the same key.
  yield* ctx.step('book', ({ idempotencyKey }) => book(idempotencyKey, flight.id, seat), { idempotent: true });
  return `You fly ${flight.flightNumber} in seat ${seat}.`;
});
