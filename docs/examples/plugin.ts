import { FlightList } from 'elicitkit';
import { answerWith, makePlugin } from 'elicitkit/plugin';
import { bookFlight } from './book-flight';

export const bookFlightPlugin = makePlugin(bookFlight)
  .onElicit({ pickFlight: answerWith(FlightList) })
  .receipts({ pickFlight: ({ flightId }) => ({ title: `Flight ${flightId}` }) })
  .build();
