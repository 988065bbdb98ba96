import { Confirm, FlightList, PassengerSeatPicker } from 'elicitkit';
import { answerWith, makePlugin } from 'elicitkit/plugin';
import { formatMoney, normalizeFlight, normalizeSeatMap } from 'elicitkit/travel';
import { bookTrip, questions } from './book-trip.ts';
import { priceOfSeats } from './seat-prices.ts';

/** Shows the questions of `book_trip`. Built from the declaration, so the tool itself stays on the server. */
export const bookTripPlugin = makePlugin(bookTrip)
  .onElicit({
    pickFlight: answerWith(FlightList),
    pickSeats: answerWith(PassengerSeatPicker, ({ message, seatMap }) => ({ message, seatMap })),
    confirm: answerWith(Confirm),
  })
  .receipts({
    pickFlight: ({ flightId }, context) => {
      const offered = questions.pickFlight.context.safeParse(context).data?.flights ?? [];
      const picked = offered.find(({ id }) => id === flightId);
      if (picked === undefined) return { title: 'Flights picked' };
      const { airline, legs, departure, arrival, price } = normalizeFlight(picked);
      const numbers = legs.flatMap(({ segments }) => segments.map(({ flightNumber }) => flightNumber));
      const route = `${departure.place?.code ?? ''} ⇄ ${legs[0]?.segments.at(-1)?.arrival.place?.code ?? arrival.place?.code ?? ''}`;
      return {
        title: `${airline.name ?? airline.code} ${numbers.join(' and ')}`,
        detail: route,
        amount: price && formatMoney(price),
      };
    },
    pickSeats: (answer, context) => {
      const { seatMap, direction } = questions.pickSeats.context.safeParse(context).data ?? {};
      const seats = answer.selections.map(({ row, seat }) => `${row}${seat}`).join(', ');
      const title = `${answer.selections.length === 1 ? 'Seat' : 'Seats'} ${seats}`;
      const price = seatMap && priceOfSeats(normalizeSeatMap(seatMap), answer);
      const paid = price && Number(price.amount) > 0 ? formatMoney(price) : 'Included';
      return { title, detail: direction && ways[direction], amount: paid };
    },
    confirm: ({ confirmed }, context) => {
      const total = questions.confirm.context.safeParse(context).data?.details?.at(-1)?.value;
      return confirmed ? { title: 'Confirmed', amount: total } : { title: 'Not confirmed' };
    },
  })
  .build();

const ways = { out: 'Way out', back: 'Way back' };
