import { createScriptedProvider, type ScriptedTurn } from 'elicitkit/testing';
import type { ChatMessage, ChatProvider } from 'elicitkit/server';
import { cityOf } from '../airline/places.ts';
import { answerInJson } from './answer-in-json.ts';
import { tellResult } from './tell-result.ts';
import { countBefore, findWishes } from './wishes.ts';

/**
 * The demo's model: a few rules that understand flight requests. It needs no key or network, and its replies repeat.
 * Any `ChatProvider` can replace it.
 */
export function createDemoModel(): ChatProvider {
  return createScriptedProvider(
    (messages, { tools, schema }) => {
      if (schema !== undefined) return answerInJson(messages);
      return tools.length === 0 ? sayTip(messages) : reply(messages);
    },
    { delay: 15 },
  );
}

function reply(messages: readonly ChatMessage[]): ScriptedTurn {
  const last = messages.at(-1);
  if (last?.role === 'tool') return { text: resultsAtEnd(messages).join('\n\n') };
  const text = last?.content ?? '';
  const wishes = findWishes(text);
  if (wishes.length > 0) {
    const routes = wishes.map(({ tool, from, destination }) => {
      return `${cityOf(from)} to ${cityOf(destination)}${tool === 'book_flight' ? '' : ' and back'}`;
    });
    return {
      text: `Sure. Let me see what flies from ${routes.join(' and from ')}.`,
      toolCalls: wishes.map((wish) => ({ name: wish.tool, arguments: wish.arguments })),
    };
  }
  const help = helps.find(({ pattern }) => pattern.test(text));
  if (help) return { text: help.words, toolCalls: [{ name: help.tool, arguments: help.argumentsFor?.(text) ?? {} }] };
  return { text: talks.find(([pattern]) => pattern.test(text))?.[1] ?? fallback };
}

/** The model's words about the results of the calls just made, in order. */
function resultsAtEnd(messages: readonly ChatMessage[]): string[] {
  const before = messages.findLastIndex(({ role }) => role !== 'tool');
  const calls = messages[before]?.tool_calls ?? [];
  return messages.slice(before + 1).map(({ content, tool_call_id }) => {
    return tellResult(content, calls.find(({ id }) => id === tool_call_id)?.function.name ?? '');
  });
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

interface Help {
  pattern: RegExp;
  words: string;
  tool: string;
  argumentsFor?: (text: string) => object;
}

const helps: readonly Help[] = [
  {
    pattern: /\b(tic[- ]?tac[- ]?toe|noughts and crosses)\b/i,
    words: 'A game? With pleasure!',
    tool: 'tic_tac_toe',
    argumentsFor: (text) => (/\byou (begin|start|go first)\b/i.test(text) ? { first: 'model' } : {}),
  },
  {
    pattern: /\b(draw|pick|choose)\b.*\bcards?\b/i,
    words: 'Let me shuffle.',
    tool: 'pick_card',
    argumentsFor(text) {
      const count = countBefore(text, /\b(\w+) cards\b/i);
      const analyze = /\b(advi[cs]e|analy[sz]e|help|hint)\b/i.test(text);
      return { ...(count && { count: Math.min(Math.max(count, 2), 10) }), analyze };
    },
  },
  {
    pattern: /\brefund\b/i,
    words: 'A manager has to agree. Open the Desk in another window to be her.',
    tool: 'request_refund',
    argumentsFor: (text) => ({ order: /\d{1,9}/.exec(text)?.[0] ?? '1042', euros: 40 }),
  },
  { pattern: /\bfeedback\b/i, words: 'I would like to hear it.', tool: 'give_feedback' },
  {
    pattern: /\b(entry rules|visa|passport)\b/i,
    words: 'Let me show you where that is written.',
    tool: 'entry_rules',
  },
];

const talks: readonly (readonly [RegExp, string])[] = [
  [/\b(book|fly|flight|ticket|trip)/i, 'Gladly! Where do you want to fly from, and where to?'],
  [/\b(thanks|thank you|cheers)\b/i, 'You are welcome!'],
  [/\b(bag|bags|baggage|luggage)\b/i, 'One cabin bag and one personal item are included on every flight here.'],
  [/\b(hi|hello|hey|good (morning|evening))\b/i, 'Hello! Where would you like to fly?'],
  [
    /\b(who|what) (are|can) you\b|\bhelp\b/i,
    'I am the demo of elicitkit: a small scripted model with tools that ask. I can plan a trip, play tic-tac-toe, and draw cards. Or ask me for a flight or a return trip, and I will ask you which one and which seat.',
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
