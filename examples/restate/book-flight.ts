import { createMcpTool } from 'elicitkit/plugin';
import { flightQuestion, seatQuestion } from 'elicitkit/travel';
import * as z from 'zod';

/** The declaration, which the workers and the page share. `traveller` is the id of the person to ask. */
export const bookFlight = createMcpTool('book_flight')
  .description('Book a flight. The traveller picks the flight and the seat.')
  .parameters(z.object({ traveller: z.string(), from: z.string().min(1), destination: z.string().min(1) }))
  .elicits({ pickFlight: flightQuestion, pickSeat: seatQuestion });
