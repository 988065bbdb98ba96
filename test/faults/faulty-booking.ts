import { onTestFinished } from 'vitest';
import type { ChatMessage, ClientSnapshot } from '../../src/client.ts';
import type { DurableStore } from '../../src/store/durable-store.ts';
import { choice, createBookingHandler, createTraveller, until } from './booking.ts';
import { openFaultProxy } from './proxy.ts';

/** A small generator of numbers from 0 to 1. The same seed gives the same ones. */
export function createRandom(from: number): () => number {
  let state = from;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

/** How long a lease of `bookOver` lasts, in milliseconds. */
export const leaseTime = 300;

/** What came of one booking. */
export interface BookingEnd {
  readonly messages: readonly ChatMessage[];
  /** How many tickets the airline issued. */
  readonly tickets: number;
  /** The errors that the host was told. */
  readonly errors: readonly unknown[];
  /** How often the person pressed Retry. */
  readonly pressed: number;
  /** Nothing is open. Otherwise something can be tried again. */
  readonly isOver: boolean;
  /** Say something else, and wait for the model's reply. */
  say(words: string): Promise<readonly ChatMessage[]>;
}

/** Book one flight over a store. The person answers every question, and presses Retry up to `patience` times. */
export async function bookOver(store: DurableStore, { patience = Infinity } = {}): Promise<BookingEnd> {
  let tickets = 0;
  let pressed = 0;
  const server = createBookingHandler({
    store,
    limits: { leaseTime, sweepEvery: 50 },
    onBooked: () => (tickets += 1),
  });
  const proxy = await openFaultProxy(server.handler);
  onTestFinished(async () => {
    await server.handler.close();
    await proxy.close();
  });
  const { client } = createTraveller({ endpoint: proxy.url });
  void client.send('Book a flight to LAX');
  const press = () => {
    if (pressed >= patience) return false;
    pressed += 1;
    return true;
  };
  const act = ({ pending, status }: ClientSnapshot) => {
    for (const item of pending) {
      if (item.status === 'pending') item.views.at(-1)?.answer(choice[item.key]);
      if (item.status === 'failed' && press()) item.retry();
    }
    if (status === 'failed' && press()) void client.retry();
  };
  const isOver = ({ status, pending, messages }: ClientSnapshot) =>
    (status === 'idle' && pending.length === 0 && messages.at(-1)?.role !== 'user') ||
    (pressed >= patience && (status === 'failed' || pending.some((item) => item.status === 'failed')));
  const { messages, status, pending } = await until(client, isOver, act);
  return {
    messages,
    tickets,
    errors: server.errors,
    pressed,
    isOver: status === 'idle' && pending.length === 0,
    async say(words) {
      void client.send(words);
      const answered = await until(client, (now) => now.messages.at(-1)?.content === `You said: ${words}`, act);
      return answered.messages;
    },
  };
}
