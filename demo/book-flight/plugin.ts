import { FlightList, SeatPicker } from 'elicitkit';
import { answerWith, makePlugin } from 'elicitkit/plugin';
import {
  clockOf,
  flightQuestion,
  formatMoney,
  normalizeFlight,
  normalizeSeatMap,
  seatQuestion,
} from 'elicitkit/travel';
import { findSeat } from '../airline/find-seat.ts';
import { bookFlight } from './book-flight.ts';
import { placeInRow } from './seats.ts';

/** Shows the questions of `book_flight`. Built from the declaration, so the tool itself stays on the server. */
export const bookFlightPlugin = makePlugin(bookFlight)
  .onElicit({
    pickFlight: answerWith(FlightList),
    pickSeat: answerWith(SeatPicker),
  })
  .receipts({
    pickFlight: ({ flightId }, context) => {
      const offered = flightQuestion.context.safeParse(context).data?.flights ?? [];
      const picked = offered.find(({ id }) => id === flightId);
      if (picked === undefined) return { title: 'Flight picked' };
      const { airline, flightNumber, departure, arrival, price } = normalizeFlight(picked);
      const title = `${airline.name ?? airline.code} ${flightNumber} · ${clockOf(departure.at)} → ${clockOf(arrival.at)}`;
      const route = `${departure.place?.code ?? ''}–${arrival.place?.code ?? ''}`;
      return { title, detail: route, amount: price && formatMoney(price) };
    },
    pickSeat: (answer, context) => {
      const map = seatQuestion.context.safeParse(context).data?.seatMap;
      const price = map && findSeat(normalizeSeatMap(map), answer)?.price;
      return {
        title: `Seat ${answer.row}${answer.seat}`,
        detail: places[placeInRow(answer)],
        amount: price ? formatMoney(price) : 'Included',
      };
    },
  })
  .build();

const places = { window: 'Window', aisle: 'Aisle', middle: 'Middle' } as const;
