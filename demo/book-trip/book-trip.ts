import { createMcpTool, type McpToolContext } from 'elicitkit/plugin';
import { flightSchema, pickFlightSchema, pickSeatsSchema, seatMapSchema } from 'elicitkit/travel';
import * as z from 'zod';
import { travellersSchema } from './party.ts';

/** Data sent with "which flight?". */
export const tripChoice = z.object({ flights: z.array(flightSchema) });

/** Data sent with "which seats?". The map names the passengers. */
export const seatsChoice = z.object({ seatMap: seatMapSchema, direction: z.enum(['out', 'back']) });

/** Data sent with "shall I book?". */
export const tripSummary = z.object({
  title: z.string(),
  details: z.array(z.object({ label: z.string(), value: z.string(), total: z.boolean().optional() })),
  confirmLabel: z.string(),
  denyLabel: z.string(),
});

const questions = {
  pickFlight: { response: pickFlightSchema, context: tripChoice },
  pickSeats: { response: pickSeatsSchema, context: seatsChoice },
  confirm: { response: z.object({ confirmed: z.boolean() }), context: tripSummary },
};

/** What the tool can do while it runs. */
export type TripContext = McpToolContext<typeof questions>;

/** The tool's declaration, shared by both sides: the model's arguments and the questions for the person. */
export const bookTrip = createMcpTool('book_trip')
  .description(
    'Book a return trip for one or several people. The person picks the flights and all seats and sees the total before anything is booked, so ask for none of that before you call this.',
  )
  .parameters(
    z.object({
      from: z.string().min(1).describe('City or airport code to leave from'),
      destination: z.string().min(1).describe('City or airport code to fly to and back from'),
      outboundDate: z.iso.date().optional().describe('Day of the way out, such as 2026-12-01'),
      returnDate: z.iso.date().optional().describe('Day of the way back, after that of the way out'),
      travellers: travellersSchema.describe('Everybody who flies, the person who asks included'),
    }),
  )
  .elicits(questions);
