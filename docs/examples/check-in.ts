import { createMcpTool, question } from 'elicitkit/plugin';
import * as z from 'zod';

const bag = z.object({ value: z.string(), label: z.string(), description: z.string() });

export const checkIn = createMcpTool('check_in')
  .description('Check a passenger in')
  .parameters(z.object({ booking: z.string() }))
  .elicits({
    // The short form: the answer's schema. The message says everything else.
    passenger: z.object({ name: z.string().min(1) }),
    // The long form: data for the card, under the names of the component's props, and the choices among them.
    bags: question({
      context: z.object({ choices: z.array(bag) }),
      response: z.object({ choice: z.string() }),
      choices: { choice: ({ choices }) => choices },
    }),
  });
