import type { MessagesEvent } from '../protocol/chat-event.ts';
import type { ChatMessage } from '../protocol/chat-message.ts';
import { asideIn, conversationOf, type Turn } from './turn.ts';
import { toldMessages } from './turn-events.ts';

/** How many ids of dropped messages are remembered. */
const mostDropped = 200;

/**
 * Put what the person said into the conversation. A message that replaces another takes its place, and what followed is
 * dropped. Only what tools have done stays: the messages that made those calls, as they were, with their results.
 *
 * @param turn - none of its calls is open, but those that the page began aside
 */
export function takeQueued(turn: Turn): { turn: Turn; event: MessagesEvent } {
  const { queued } = turn;
  const before = conversationOf(turn);
  // One list for all: a request may bring thousands of messages.
  const messages = [...before];
  let from = before.length;
  const dropped: string[] = [];
  for (const said of queued) {
    const at = placeOf(messages, said);
    const gone = at === undefined ? [] : messages.splice(at);
    dropped.push(...gone.flatMap(({ role, id }) => (role === 'user' && id !== undefined ? [id] : [])));
    messages.push(said, ...doneIn(gone));
    from = Math.min(from, at ?? from);
  }
  const told = { type: 'messages', messages: toldMessages(messages.slice(from)) } as const;
  if (dropped.length === 0)
    return { turn: { ...turn, messages: [...turn.messages, ...queued], queued: [] }, event: told };
  return {
    turn: {
      ...turn,
      messages,
      queued: [],
      calls: turn.calls.filter(({ state }) => state !== 'done'),
      dropped: [...turn.dropped, ...dropped].slice(-mostDropped),
      generation: turn.generation + 1,
    },
    event: { ...told, dropped },
  };
}

/** The place of the message that another replaces. Two tabs may replace the same one: the last of them counts. */
function placeOf(messages: readonly ChatMessage[], { replaces }: ChatMessage): number | undefined {
  if (replaces === undefined) return undefined;
  const at = messages.findIndex(({ role, id, ...message }) => {
    return role === 'user' && (id === replaces || message.replaces === replaces);
  });
  return at === -1 ? undefined : at;
}

/**
 * The calls that have done something, each with everything that its provider wants back with it. What the page began
 * aside is not part of what the person has said.
 */
function doneIn(messages: readonly ChatMessage[]): ChatMessage[] {
  const aside = asideIn(messages);
  const vain = new Set(messages.flatMap(({ tool_call_id: id, didNothing }) => (didNothing === true ? [id] : [])));
  const made = messages.filter(({ tool_calls: calls = [] }) => calls.some(({ id }) => aside.has(id) || !vain.has(id)));
  const kept = new Set(made.flatMap(({ tool_calls: calls = [] }) => calls.map(({ id }) => id)));
  return messages.flatMap((message): ChatMessage[] => {
    const { role, tool_call_id: id = '' } = message;
    if (role !== 'tool') return made.includes(message) ? [message] : [];
    return kept.has(id) ? [aside.has(id) ? message : { ...message, isEarlier: true }] : [];
  });
}
