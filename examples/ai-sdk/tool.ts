import { book, search, seatsOf } from './airline';
import { bookFlight } from './book-flight';

export const bookFlightTool = bookFlight.execute(function* ({ from, destination }, ctx) {
  const flights = yield* ctx.step('search', () => search(from, destination), { pure: true });
  const picked = yield* ctx.elicit('pickFlight', { message: `Which flight from ${from} to ${destination}?`, flights });
  if (picked.action !== 'accept') return 'Not booked: the person picked no flight.';
  const flight = flights.find(({ id }) => id === picked.content.flightId)!;

  const seatMap = yield* ctx.step('seats', () => seatsOf(flight.id), { pure: true });
  const message = `Where would you like to sit on ${flight.flightNumber}?`;
  const seated = yield* ctx.elicit('pickSeat', { message, seatMap });
  if (seated.action !== 'accept') return 'Not booked: the person picked no seat.';

  return yield* ctx.step('book', () => book(flight, `${seated.content.row}${seated.content.seat}`));
});
