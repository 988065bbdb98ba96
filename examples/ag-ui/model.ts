import { createScriptedProvider } from 'elicitkit/testing';
import { ticketSchema } from './book-flight';

/** Follows a script, so that no key is needed. Put a `ChatProvider` of your model here. */
export const provider = createScriptedProvider(
  (messages) => {
    const last = messages.at(-1);
    if (last?.role === 'tool') return { text: tell(last.content) };
    if (!/\bbook\b/i.test(last?.content ?? '')) return { text: 'As you like. I can book you a flight.' };
    return {
      thinking: 'A flight is wanted.',
      text: 'Let me look.',
      toolCalls: [{ name: 'book_flight', arguments: { from: 'NYC', destination: 'LAX' } }],
    };
  },
  { delay: 20 },
);

function tell(result: string): string {
  const ticket = result.startsWith('{') ? ticketSchema.safeParse(JSON.parse(result)).data : undefined;
  return ticket === undefined
    ? result
    : `You fly ${ticket.flight} in seat ${ticket.seat}. Your ticket is ${ticket.ticket}.`;
}
