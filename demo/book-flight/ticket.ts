import * as z from 'zod';

const point = z.object({ code: z.string(), city: z.string(), at: z.string() });

/** The result of `book_flight` after a booking. The model describes it, the page draws it. */
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

/** Reads a tool's result. Returns undefined for plain text or another tool's result. */
export function readTicket(content: string): Ticket | undefined {
  try {
    return ticketSchema.safeParse(JSON.parse(content)).data;
  } catch {
    return undefined;
  }
}
