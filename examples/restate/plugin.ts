import { FlightList, SeatPicker } from 'elicitkit';
import { answerWith, makePlugin } from 'elicitkit/plugin';
import { bookFlight } from './book-flight';

export const bookFlightPlugin = makePlugin(bookFlight)
  .onElicit({ pickFlight: answerWith(FlightList), pickSeat: answerWith(SeatPicker) })
  .receipts({
    pickFlight: ({ flightId }, { flights }) => {
      const flight = flights.find(({ id }) => id === flightId);
      return { title: `Flight ${flight?.flightNumber ?? flightId}` };
    },
    pickSeat: ({ row, seat }) => ({ title: `Seat ${row}${seat}` }),
  })
  .build();
