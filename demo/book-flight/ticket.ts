import * as z from 'zod';

const point = z.object({ code: z.string(), city: z.string(), at: z.string() });

/** What `book_flight` returns when something was booked: the model tells it, the page draws it. */
export const ticketSchema = z.object({
  ticketNumber: z.string(),
  flight: z.object({ number: z.string(), airline: z.string(), departure: point, arrival: point }),
  seat: z.string(),
  price: z.object({ amount: z.string(), currency: z.string() }),
  route: z.string(),
  travelTip: z.string(),
  message: z.string(),
});

export type Ticket = z.infer<typeof ticketSchema>;

/** Read a tool's result. Words, or another tool's result, are no ticket. */
export function readTicket(content: string): Ticket | undefined {
  try {
    return ticketSchema.safeParse(JSON.parse(content)).data;
  } catch {
    return undefined;
  }
}
