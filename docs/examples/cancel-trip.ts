import { Confirm } from 'elicitkit';
import { answerWith, confirmSchema, createMcpTool, makePlugin } from 'elicitkit/plugin';
import * as z from 'zod';

const cancelTrip = createMcpTool('cancel_trip')
  .description('Cancel a trip')
  .parameters(z.object({ booking: z.string() }))
  .elicits({ confirm: { response: confirmSchema, context: z.object({ title: z.string() }) } });

export const cancelTripPlugin = makePlugin(cancelTrip)
  .onElicit({ confirm: answerWith(Confirm) })
  .build();
