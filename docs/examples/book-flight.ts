import { createMcpTool } from 'elicitkit/plugin';
import { flightQuestion } from 'elicitkit/travel';
import * as z from 'zod';

export const bookFlight = createMcpTool('book_flight')
  .description('Book a flight')
  .parameters(z.object({ from: z.string(), destination: z.string() }))
  .elicits({ pickFlight: flightQuestion });
