import { keepChatHandler } from 'elicitkit/server';
import { book, search } from './airline';
import { bookFlight } from './book-flight';
import { provider } from './model';

export const bookFlightTool = bookFlight.execute(function* ({ from, destination }, ctx) {
  const flights = yield* ctx.step('search', () => search(from, destination));
  const picked = yield* ctx.elicit('pickFlight', { message: 'Which flight?', flights });
  if (picked.action !== 'accept') return 'Not booked: the person did not pick a flight.';

  const tip = yield* ctx.sample({ prompt: `One travel tip for ${destination}, in one sentence.` });
  const ticket = yield* ctx.step('book', () => book(picked.content.flightId));
  return { ...ticket, tip: tip.text };
});

export const chat = keepChatHandler('chat', {
  provider,
  tools: [bookFlightTool],
  systemPrompt: 'You book flights. Be brief.',
});
