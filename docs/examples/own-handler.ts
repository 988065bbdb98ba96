import { FlightList } from 'elicitkit';
import { makePlugin } from 'elicitkit/plugin';
import { normalizeFlight } from 'elicitkit/travel';
import { bookFlight } from './book-flight';

export const carefulPlugin = makePlugin(bookFlight)
  .onElicit({
    pickFlight: async (request, ctx) => {
      // A flight without a price is left out too.
      const affordable = request.flights.filter((flight) => Number(normalizeFlight(flight).price?.amount) < 250);
      if (affordable.length === 0) return { action: 'decline', reason: 'Everything is too expensive.' };
      const content = await ctx.render(FlightList, { flights: affordable, message: request.message });
      return { action: 'accept', content };
    },
  })
  .build();
