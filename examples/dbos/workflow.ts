import { DBOS } from '@dbos-inc/dbos-sdk';
import { calls, ended } from './calls.ts';

export interface Trip {
  traveller: string;
  from: string;
  destination: string;
}

/** Books a trip. It waits for the person, for `sessionTtl` at most, over crashes and deploys. */
export const bookTrip = DBOS.registerWorkflow(
  async (trip: Trip): Promise<string> => {
    const id = DBOS.workflowID!;
    for (;;) {
      const call = await DBOS.runStep(() => askOrLook(id, trip), { name: 'ask', retriesAllowed: true, maxAttempts: 9 });
      if (call.status === 'ended') {
        if (call.isError) throw new Error(call.content);
        await DBOS.runStep(async () => console.log(`Mail to ${trip.traveller}: ${call.content}`), { name: 'mail' });
        return call.content;
      }
      // The end of the call ends the wait. A worker that dies may swallow that word, so look every hour as well.
      await DBOS.recv(ended, { timeoutSeconds: 3600 });
    }
  },
  { name: 'bookTrip' },
);

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
