import { confirmQuestion, createMcpTool, type McpToolContext } from 'elicitkit/plugin';
import { flightQuestion, seatsQuestion } from 'elicitkit/travel';
import * as z from 'zod';
import { travellersSchema } from './party.ts';

/** The questions for the person. The map of a question for seats names the passengers. */
export const questions = {
  pickFlight: flightQuestion,
  pickSeats: seatsQuestion.with({ context: z.object({ direction: z.enum(['out', 'back']) }) }),
  confirm: confirmQuestion,
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
