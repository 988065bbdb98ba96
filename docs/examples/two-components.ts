import { Confirm, FlightList } from 'elicitkit';
import { makePlugin } from 'elicitkit/plugin';
import { describeFlight, normalizeFlight } from 'elicitkit/travel';
import { bookFlight } from './book-flight';

export const askingTwicePlugin = makePlugin(bookFlight)
  .onElicit({
    pickFlight: async ({ message, flights }, ctx) => {
      for (;;) {
        const picked = await ctx.render(FlightList, { flights, message });
        const flight = flights.find(({ id }) => id === picked.flightId);
        const { confirmed } = await ctx.render(Confirm, {
          title: 'Really this one?',
          // With this, a no goes back to the list. Without it, a no declines the question.
          deny: 'answer',
          message: flight ? describeFlight(normalizeFlight(flight)) : picked.flightId,
        });
        if (confirmed) return { action: 'accept', content: picked };
      }
    },
  })
  .build();
