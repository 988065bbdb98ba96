import { book, search } from './airline';
import { bookFlight } from './book-flight';
import { bookFlightTool } from './tool';

/** Searches again before it books: the flight may be gone by the time the person answers. */
const secondVersion = bookFlight.version('2').execute(function* ({ from, destination }, ctx) {
  const flights = yield* ctx.step('search', () => search(from, destination));
  const picked = yield* ctx.elicit('pickFlight', { message: 'Which flight?', flights });
  if (picked.action !== 'accept') return 'Not booked: the person did not pick a flight.';

  const left = yield* ctx.step('search again', () => search(from, destination));
  const flight = left.find(({ id }) => id === picked.content.flightId);
  if (flight === undefined) return 'Not booked: the flight is sold out.';
  return yield* ctx.step('book', () => book(flight.id));
});

// The first begins calls. `bookFlightTool` has no version, and goes on with the calls that it began.
export const tools = [secondVersion, bookFlightTool];
