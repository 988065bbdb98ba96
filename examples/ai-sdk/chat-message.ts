import type { UIDataTypes, UIMessage } from 'ai';
import type { Ticket } from './book-flight';
import type { Weather } from './weather';

/** A message of this app, with its tools. */
export type ChatMessage = UIMessage<
  unknown,
  UIDataTypes,
  {
    /** A ticket, or why there is none. */
    book_flight: { input: { from: string; destination: string }; output: Ticket | string };
    weather: { input: { city: string }; output: Weather };
  }
>;
