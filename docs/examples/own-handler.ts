import { FlightList } from 'elicitkit';
import { makePlugin } from 'elicitkit/plugin';
import { bookFlight } from './book-flight';

export const carefulPlugin = makePlugin(bookFlight)
  .onElicit({
    pickFlight: function* (request, ctx) {
      const affordable = request.flights.filter(({ price }) => typeof price === 'number' && price < 250);
      if (affordable.length === 0) return { action: 'decline', reason: 'Everything is too expensive.' };
      const content = yield* ctx.render(FlightList, { flights: affordable, message: request.message });
      return { action: 'accept', content };
    },
  })
  .build();
