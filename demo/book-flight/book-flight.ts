import { createMcpTool } from 'elicitkit/plugin';
import { flightQuestion, flightSchema, seatQuestion } from 'elicitkit/travel';
import * as z from 'zod';

/** The tool's declaration, shared by both sides: the model's arguments and the questions for the person. */
export const bookFlight = createMcpTool('book_flight')
  .description('Book a flight. The person picks the flight and the seat, so ask for neither before you call this.')
  .parameters(
    z.object({
      from: z.string().min(1).describe('City or airport code to leave from'),
      destination: z.string().min(1).describe('City or airport code to fly to'),
      date: z.iso.date().optional().describe('Day of departure, such as 2026-12-01'),
    }),
  )
  .elicits({
    pickFlight: flightQuestion,
    pickSeat: seatQuestion.with({ context: z.object({ flight: flightSchema }) }),
  });
