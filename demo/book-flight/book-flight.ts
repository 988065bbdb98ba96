import { createMcpTool } from 'elicitkit/plugin';
import { flightSchema, pickFlightSchema, pickSeatSchema, seatMapSchema } from 'elicitkit/travel';
import * as z from 'zod';

/** What goes with "which flight?". */
export const flightChoice = z.object({ flights: z.array(flightSchema) });

/** What goes with "which seat?". */
export const seatChoice = z.object({ seatMap: seatMapSchema, flight: flightSchema });

/** The tool as both sides know it: the model's arguments, and what the person is asked. */
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
    pickFlight: { response: pickFlightSchema, context: flightChoice },
    pickSeat: { response: pickSeatSchema, context: seatChoice },
  });
