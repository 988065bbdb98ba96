import { createMcpTool } from 'elicitkit/plugin';
import { flightQuestion, seatQuestion } from 'elicitkit/travel';
import * as z from 'zod';

/** The declaration, which the server and the page share. */
export const bookFlight = createMcpTool('book_flight')
  .description('Book a flight. The person picks the flight and the seat, so do not ask for them.')
  .parameters(z.object({ from: z.string().min(1), destination: z.string().min(1) }))
  .elicits({ pickFlight: flightQuestion, pickSeat: seatQuestion });

export const ticketSchema = z.object({
  ticket: z.string(),
  flight: z.string(),
  from: z.string(),
  to: z.string(),
  departure: z.string(),
  arrival: z.string(),
  seat: z.string(),
});

export type Ticket = z.infer<typeof ticketSchema>;
