import { createScriptedProvider, type ScriptedTurn } from 'elicitkit/testing';
import type { ChatMessage, ChatProvider } from 'elicitkit/server';
import { clockOf, formatDay } from 'elicitkit/travel';
import { cityOf } from '../airline/places.ts';
import { readTicket, type Ticket } from '../book-flight/ticket.ts';

/**
 * The demo's model: a few rules that understand a wish to fly. It needs no key and no network, and says the same
 * each time. Any `ChatProvider` can take its place.
 */
export function createDemoModel(): ChatProvider {
  return createScriptedProvider((messages, { tools }) => (tools.length === 0 ? sayTip(messages) : reply(messages)), {
    delay: 15,
  });
}

function reply(messages: readonly ChatMessage[]): ScriptedTurn {
  const last = messages.at(-1);
  if (last?.role === 'tool') return tell(resultsAtEnd(messages));
  const text = last?.content ?? '';
  const trips = findTrips(text);
  if (trips.length > 0) {
    const routes = trips.map(({ from, destination }) => `${cityOf(from)} to ${cityOf(destination)}`).join(' and from ');
    return {
      text: `Sure. Let me see what flies from ${routes}.`,
      toolCalls: trips.map((trip) => ({ name: 'book_flight', arguments: trip })),
    };
  }
  return { text: talks.find(([pattern]) => pattern.test(text))?.[1] ?? fallback };
}

/** What the model says of its calls' results. */
function tell(results: readonly string[]): ScriptedTurn {
  return { text: results.map(tellOne).join('\n\n') };
}

function tellOne(result: string): string {
  const ticket = readTicket(result);
  if (ticket) return tellTicket(ticket);
  if (/wrote something else/.test(result)) return 'I have put that booking aside.';
  if (/Stopped by the person/.test(result)) return 'Stopped. Nothing was booked.';
  if (/does not want to say which seat/.test(result)) {
    return 'No problem, I booked nothing. We can look at another flight whenever you like.';
  }
  if (/does not want/.test(result)) {
    return 'No problem, I booked nothing. Tell me another day or another route, and I will look again.';
  }
  if (/closed the question/.test(result)) {
    return 'Alright, nothing was booked. Would you like to try another flight or another route?';
  }
  return 'That did not work, and nothing was booked. Shall I try again?';
}

function tellTicket({ flight, seat, ticketNumber }: Ticket): string {
  const day = formatDay(flight.departure.at, 'en-US');
  const when = [day, `at ${clockOf(flight.departure.at)}`].filter(Boolean).join(' ');
  return `You are booked to ${flight.arrival.city}: ${flight.airline} ${flight.number} on ${when}, seat ${seat}. Your ticket is ${ticketNumber}. Have a good flight!`;
}

/** Every "from A to B" (or "to B from A") in what the person wrote. */
function findTrips(said: string): { from: string; destination: string; date?: string }[] {
  // The patterns below look far ahead: long texts and runs of spaces would take them long.
  const text = said.slice(0, 500).replaceAll(/\s+/g, ' ');
  if (!/\b(book|fly|flight|flights|ticket|trip)\b/i.test(text)) return [];
  const date = /\b\d{4}-\d{2}-\d{2}\b/.exec(text)?.[0];
  const place = String.raw`([\p{L}][\p{L} .'-]*?)`;
  const end = String.raw`(?=\s+(?:on|and|for|next|this|in|tomorrow|today|please|at)\b|[,;!?]|\.?\s*$|\.\s)`;
  const forwards = new RegExp(String.raw`\bfrom\s+${place}\s+to\s+${place}${end}`, 'giu');
  const backwards = new RegExp(String.raw`\bto\s+${place}\s+from\s+${place}${end}`, 'giu');
  const found = [...text.matchAll(forwards)].map(([, from = '', destination = '']) => ({ from, destination }));
  const trips =
    found.length > 0
      ? found
      : [...text.matchAll(backwards)].map(([, destination = '', from = '']) => ({ from, destination }));
  return trips.map((trip) => (date === undefined ? trip : { ...trip, date }));
}

/** The outcomes of the calls just made, in their order. */
function resultsAtEnd(messages: readonly ChatMessage[]): string[] {
  const before = messages.findLastIndex(({ role }) => role !== 'tool');
  return messages.slice(before + 1).map(({ content }) => content);
}

function sayTip(messages: readonly ChatMessage[]): ScriptedTurn {
  const asked = messages.at(-1)?.content ?? '';
  const city = / for (.+?),/.exec(asked)?.[1] ?? '';
  return {
    text: tips[city] ?? `Keep a photo of your papers on your phone, and a pen for the forms in ${city}.`,
    delay: 0,
  };
}

const fallback =
  'I can book flights. Tell me where from and where to, for example: “Book me a flight from NYC to LAX”.';

const talks: readonly (readonly [RegExp, string])[] = [
  [/\b(book|fly|flight|ticket|trip)/i, 'Gladly! Where do you want to fly from, and where to?'],
  [/\b(thanks|thank you|cheers)\b/i, 'You are welcome!'],
  [/\b(bag|bags|baggage|luggage)\b/i, 'One cabin bag and one personal item are included on every flight here.'],
  [/\b(hi|hello|hey|good (morning|evening))\b/i, 'Hello! Where would you like to fly?'],
  [
    /\b(who|what) (are|can) you\b|\bhelp\b/i,
    'I am the demo of elicitkit: a small scripted model with one tool, book_flight. Ask me for a flight, and I will ask you which one and which seat.',
  ],
];

const tips: Record<string, string> = {
  Amsterdam: 'Book museums ahead, and let the bicycles pass.',
  Berlin: 'Stamp your train ticket before you get on, and carry some cash.',
  Lisbon: 'Wear shoes that grip: the tiles on the hills are slippery.',
  London: 'Tap in and out with your bank card: a day of rides has a price cap.',
  'Los Angeles': 'Distances are longer than they look: plan one part of the city a day.',
  'New York': 'The subway runs all night; walk the last blocks to see the city.',
  Paris: 'Museums are quiet on late-opening evenings: go after six.',
  'San Francisco': 'Bring a jacket even in July: the fog comes in at four.',
  Singapore: 'Lunch at a hawker centre, and carry tissues to keep your table.',
  Tokyo: 'Get a transit card at the airport: it pays for trains, lockers and noodles.',
};
