import type { Operation } from 'effection';
import type { ElicitResult } from 'elicitkit/plugin';
import type { Segment } from 'elicitkit/travel';
import { flightDayOf, type Airline } from '../airline/airline.ts';
import type { TripContext } from './book-trip.ts';
import type { Traveller } from './party.ts';
import type { Seated } from './seated.ts';
import { seatMapOf } from './two-decks.ts';

interface Way {
  airline: Airline;
  party: readonly Traveller[];
  direction: 'out' | 'back';
  segment: Segment;
  /** In words, such as `"on the way out"`. */
  where: string;
}

/** Asks who sits where on a flight, and holds these seats. If the person changes an earlier answer, the hold is undone. */
export function* seatParty(
  ctx: TripContext,
  { airline, party, direction, segment, where }: Way,
): Operation<Seated | { left: Exclude<ElicitResult<unknown>, { action: 'accept' }> }> {
  const flightDay = flightDayOf(segment);
  for (;;) {
    yield* ctx.notify(`Looking for free seats on ${segment.flightNumber}…`);
    yield* ctx.sleep(pause);
    const seatMap = yield* ctx.step(
      `seats ${direction}`,
      () => airline.withTaken(seatMapOf(segment, party), flightDay),
      { pure: true },
    );
    const who = party.length === 1 ? 'Where would you like to sit' : 'Who sits where';
    const answer = yield* ctx.elicit(
      'pickSeats',
      { message: `${who} ${where}, on ${segment.flightNumber}?`, seatMap, direction },
      {
        check(picked) {
          const taken = airline.takenOf(
            picked.selections.map(({ row, seat }) => `${row}${seat}`),
            flightDay,
          );
          return taken.map((seat) => `Seat ${seat} is taken. Pick another one.`);
        },
      },
    );
    if (answer.action !== 'accept') return { left: answer };

    const seats = answer.content.selections.map(({ row, seat }) => `${row}${seat}`);
    const hold = yield* ctx.step(
      `hold ${direction}`,
      ({ idempotencyKey }) => airline.hold(flightDay, seats, idempotencyKey),
      { idempotent: true, undo: (held, { idempotencyKey }) => airline.release(held, idempotencyKey) },
    );
    // If another call was faster, ask again, with the seats that are free now.
    if (hold !== null) return { segment, seatMap, answer: answer.content, hold };
  }
}

/** Simulates the time a search takes, so that people see one going on. */
const pause = 300;
