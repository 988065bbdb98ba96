import { formatMoney, sumMoney, type Flight, type Seat } from 'elicitkit/travel';
import { airlineFor, flightDayOf } from '../airline/airline.ts';
import { dayAfter } from '../airline/days.ts';
import { findSeat } from '../airline/find-seat.ts';
import { notBooked } from '../airline/not-booked.ts';
import { bookFlight } from './book-flight.ts';
import { searchFlights } from './search.ts';
import { seatMapOf } from './seats.ts';
import type { Ticket } from './ticket.ts';

/** The tool's body. It runs on the server and spans as many requests as the person needs. */
export const bookFlightTool = bookFlight.execute(function* ({ from, destination, date }, ctx) {
  const airline = airlineFor(ctx);
  try {
    const day = date ?? dayAfter(yield* ctx.now(), 14);
    yield* ctx.notify(`Searching flights from ${from} to ${destination}…`);
    yield* ctx.sleep(pause);
    const flights = yield* ctx.step('search', () => searchFlights(from, destination, day), { pure: true });

    const message = `${flights.length} flights fit. Which one would you like?`;
    const picked = yield* ctx.elicit('pickFlight', { message, flights });
    if (picked.action !== 'accept') return notBooked(picked, 'which flight');
    const flight = flights.find(({ id }) => id === picked.content.flightId) as Flight;
    const flightDay = flightDayOf(flight);

    for (;;) {
      yield* ctx.notify(`Looking for free seats on ${flight.flightNumber}…`);
      yield* ctx.sleep(pause);
      const seatMap = yield* ctx.step('seats', () => airline.withTaken(seatMapOf(flight), flightDay), { pure: true });
      const seated = yield* ctx.elicit(
        'pickSeat',
        { message: `Where would you like to sit on ${flight.flightNumber}?`, seatMap, flight },
        {
          check(answer) {
            // Another call may have been faster.
            const { designator } = findSeat(seatMap, answer) as Seat;
            const isTaken = airline.takenOf([designator], flightDay).length > 0;
            return isTaken ? [`Seat ${designator} is taken. Pick another one.`] : undefined;
          },
        },
      );
      if (seated.action !== 'accept') return notBooked(seated, 'which seat');
      const seat = findSeat(seatMap, seated.content) as Seat;

      const held = yield* ctx.step(
        'hold',
        ({ idempotencyKey }) => airline.hold(flightDay, [seat.designator], idempotencyKey),
        { idempotent: true, undo: (hold, { idempotencyKey }) => airline.release(hold, idempotencyKey) },
      );
      // Another call was faster: ask again, with the seats that are free now.
      if (held === null) continue;

      yield* ctx.notify('Writing your ticket…');
      const city = flight.arrival.place?.city ?? destination;
      const tip = yield* ctx.sample({ prompt: `Give one short travel tip for ${city}, in one sentence.` });
      const reference = yield* ctx.uuid();
      return yield* ctx.step(
        'book',
        ({ idempotencyKey }) => {
          airline.ticket([held], idempotencyKey);
          return book(flight, seat, tip.text, reference);
        },
        { idempotent: true },
      );
    }
  } finally {
    // However the call ends: declined, stopped, failed. What is ticketed is held no more.
    airline.releaseAll();
  }
});

/** Simulates the time a search takes, so that people see one going on. */
const pause = 300;

const nothing = { amount: '0.00', currency: 'USD' };

function book(flight: Flight, seat: Seat, travelTip: string, reference: string): Ticket {
  const [from, to] = [pointOf(flight.departure), pointOf(flight.arrival)];
  const price =
    sumMoney([flight.price, seat.price].filter((money) => money !== undefined && money !== null)) ?? nothing;
  const route = `${from.code} → ${to.code}`;
  return {
    ticketNumber: `EK${reference.slice(0, 6).toUpperCase()}`,
    flight: {
      number: flight.flightNumber,
      airline: flight.airline.name ?? flight.airline.code,
      departure: from,
      arrival: to,
    },
    seat: seat.designator,
    price,
    route,
    travelTip,
    message: `Booked ${flight.flightNumber}, ${route}, seat ${seat.designator}, for ${formatMoney(price, 'en-US')}.`,
  };
}

function pointOf({ place, at }: Flight['departure']): Ticket['flight']['departure'] {
  return { code: place?.code ?? '', city: place?.city ?? '', at };
}
