import * as restate from '@restatedev/restate-sdk';
import { calls } from './calls.ts';

export interface Trip {
  traveller: string;
  from: string;
  destination: string;
}

export type Trips = typeof trips;

/** Books a trip. It waits for the person, for `sessionTtl` at most, over crashes and deploys. */
export const trips = restate.workflow({
  name: 'trips',
  handlers: {
    async run(ctx: restate.WorkflowContext, trip: Trip): Promise<string> {
      for (;;) {
        const call = await ctx.run('askOrLook', () => askOrLook(ctx.key, trip));
        if (call.status === 'ended') {
          if (call.isError) throw new restate.TerminalError(call.content);
          await ctx.run('mail', () => console.log(`Mail to ${trip.traveller}: ${call.content}`));
          return call.content;
        }
        // The end of the call ends the wait. A process that dies may swallow that word, so look every hour as well.
        await restate.RestatePromise.race([ctx.promise<void>('ended').get(), ctx.sleep({ hours: 1 })]);
      }
    },
    ended: (ctx: restate.WorkflowSharedContext) => ctx.promise<void>('ended').resolve(),
  },
});

/** Begins the call. Once it has begun, tells how it is: a step may run again, and `once` begins no second call. */
const askOrLook = (id: string, trip: Trip) =>
  calls.begin({
    conversationId: id,
    owner: trip.traveller,
    toolCallId: id,
    toolName: 'book_flight',
    input: trip,
    once: true,
  });
