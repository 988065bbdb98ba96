import { formatMoney, type Flight, type Segment } from 'elicitkit/travel';
import { airlineFor } from '../airline/airline.ts';
import { dayAfter } from '../airline/days.ts';
import { notBooked } from '../airline/not-booked.ts';
import { book } from './book.ts';
import { bookTrip } from './book-trip.ts';
import { describeParty, partyOf } from './party.ts';
import { searchTrips } from './search.ts';
import { seatParty } from './seat-party.ts';
import type { Seated } from './seated.ts';
import { detailsOf, pricesOf } from './summary.ts';

/** The tool's body. It asks for flights, seats out, seats back, and whether to book. */
export const bookTripTool = bookTrip.execute(function* (params, ctx) {
  const { from, destination } = params;
  const airline = airlineFor(ctx);
  try {
    const today = yield* ctx.now();
    const outboundDate = params.outboundDate ?? dayAfter(today, 14);
    const returnDate = params.returnDate ?? dayAfter(Date.parse(outboundDate), 9);
    const party = partyOf(params.travellers);

    yield* ctx.notify(`Searching flights from ${from} to ${destination} and back…`);
    yield* ctx.sleep(pause);
    const search = { from, destination, outboundDate, returnDate, party };
    const flights = yield* ctx.step('search', () => searchTrips(search), { pure: true });
    const free = flights.filter(({ disabled }) => disabled === undefined);
    if (free.length === 0) return 'Not booked: no way back leaves after the way out has landed. Ask for other days.';

    const message = `${fit(free.length)}. Prices are for ${describeParty(party)}, there and back.`;
    const picked = yield* ctx.elicit('pickFlight', { message, flights });
    if (picked.action !== 'accept') return notBooked(picked, 'which flight');
    const flight = free.find(({ id }) => id === picked.content.flightId) as Flight;
    const [out, back] = flight.legs.map(({ segments }) => segments[0]) as [Segment, Segment];

    const seated: Seated[] = [];
    for (const [direction, segment, where] of [
      ['out', out, 'on the way out'],
      ['back', back, 'on the way back'],
    ] as const) {
      const one = yield* seatParty(ctx, { airline, party, direction, segment, where });
      if ('left' in one) return notBooked(one.left, `which seats ${where}`);
      seated.push(one);
    }

    const prices = pricesOf(flight, seated);
    const answer = yield* ctx.elicit('confirm', {
      message: `Shall I book this for ${formatMoney(prices.total, 'en-US')}?`,
      title: 'Book this trip',
      details: detailsOf(seated, party, prices),
      confirmLabel: `Pay ${formatMoney(prices.total, 'en-US')}`,
      denyLabel: 'Do not book',
    });
    const saidNo = answer.action === 'decline' || (answer.action === 'accept' && !answer.content.confirmed);
    if (saidNo) return 'Not booked: the person said no to the total. Ask what they would like to change.';
    if (answer.action !== 'accept') return notBooked(answer, 'whether to book');

    yield* ctx.notify('Booking your trip…');
    const city = out.arrival.place?.city ?? destination;
    const tip = yield* ctx.sample({ prompt: `Give one short travel tip for ${city}, in one sentence.` });
    const reference = yield* ctx.uuid();
    return yield* ctx.step(
      'book',
      ({ idempotencyKey }) => {
        const holds = seated.map(({ hold }) => hold);
        airline.ticket(holds, idempotencyKey);
        return book(seated, party, prices, { tip: tip.text, reference });
      },
      { idempotent: true },
    );
  } finally {
    // However the call ends: declined, stopped, failed. What is ticketed is held no more.
    airline.releaseAll();
  }
});

/** Simulates the time a search takes, so that people see one going on. */
const pause = 300;

function fit(count: number): string {
  return count === 1 ? 'One return flight fits' : `${count} return flights fit`;
}
