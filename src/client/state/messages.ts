import type { ToolCallInfo } from '../../protocol/chat-event.ts';
import type { ChatMessage } from '../../protocol/chat-message.ts';
import { resultIn, resultText, toolCallOf } from '../../protocol/message-parts.ts';

type Messages = readonly ChatMessage[];

/** The default of `maxMessages`. */
export const defaultMaxMessages = 2000;

/** One more message at the end. */
export function withMessage(messages: Messages, message: ChatMessage): Messages {
  return insert(messages, messages.length, message);
}

/** Add the message in which the model calls tools, unless it is there already. */
export function withToolCalls(
  messages: Messages,
  said: Pick<ChatMessage, 'content' | 'reasoning' | 'sources' | 'files'>,
  calls: readonly ToolCallInfo[],
): Messages {
  const fresh = calls.filter(({ id }) => !isCalled(messages, id));
  if (fresh.length === 0) return messages;
  return withMessage(messages, { role: 'assistant', ...said, tool_calls: fresh.map(toolCallOf) });
}

/** Add a call's one tool message, in the order of the calls. No change if it is there already. */
export function withToolMessage(messages: Messages, callId: string, content: string, isError = false): Messages {
  const { callers, answered } = indexOf(messages);
  if (answered.has(callId)) return messages;
  const told = { content: resultText({ content, isError }), ...(isError && { isError }) };
  const message: ChatMessage = { role: 'tool', tool_call_id: callId, ...told };
  const caller = callers.get(callId);
  if (caller === undefined) return withMessage(messages, message);
  const order = new Map(caller.tool_calls?.map(({ id }, nth) => [id, nth]));
  const orderAt = (place: number) => order.get(messages[place]?.tool_call_id ?? '') ?? Infinity;
  let place = messages.lastIndexOf(caller) + 1;
  while (orderAt(place) < (order.get(callId) ?? 0)) place += 1;
  return insert(messages, place, message);
}

/** True for a message that one of these replaces. */
export function replacedBy(outbox: Messages): (message: ChatMessage) => boolean {
  const names = new Set(outbox.map(({ replaces }) => replaces));
  names.delete(undefined);
  return ({ id, replaces }) => names.has(id) || names.has(replaces);
}

/** How a call has ended, as its tool message says. Undefined if it has none. */
export function endOfCall(messages: Messages, callId: string) {
  const message = messages.find(({ role, tool_call_id: answers }) => role === 'tool' && answers === callId);
  if (message === undefined) return undefined;
  const { content, isError } = resultIn(message);
  return { status: isError ? ('failed' as const) : ('completed' as const), content };
}

/** True if one of the messages makes the call. */
export function isCalled(messages: Messages, callId: string): boolean {
  return indexOf(messages).callers.has(callId);
}

/** The tool of a call that one of the messages makes. */
export function toolOfCall(messages: Messages, callId: string): string | undefined {
  const { tool_calls: calls = [] } = indexOf(messages).callers.get(callId) ?? {};
  return calls.find(({ id }) => id === callId)?.function.name;
}

/**
 * Keep the newest messages, at most `max`. Over that, cut to three quarters, so that cuts are rare. The rest starts
 * with a message of the person, or at least not with a tool message: that means nothing without its call.
 */
export function newest(messages: Messages, max: number): Messages {
  if (messages.length <= max) return messages;
  const least = messages.length - Math.ceil(max * 0.75);
  const said = messages.findIndex(({ role }, index) => index >= least && role === 'user');
  const begins = said === -1 ? messages.findIndex(({ role }, index) => index >= least && role !== 'tool') : said;
  return messages.slice(begins === -1 ? least : begins);
}

interface Index {
  /** The message that makes a call, by the call. If two do, the last one. */
  readonly callers: Map<string, ChatMessage>;
  /** The calls that have their tool message. */
  readonly answered: Set<string>;
}

// The index moves to the new list. If the old list is asked for again, its index is rebuilt.
const indexes = new WeakMap<Messages, Index>();

function indexOf(messages: Messages): Index {
  let index = indexes.get(messages);
  if (index === undefined) {
    index = { callers: new Map(), answered: new Set() };
    for (const message of messages) note(index, message);
    indexes.set(messages, index);
  }
  return index;
}

function insert(messages: Messages, place: number, message: ChatMessage): Messages {
  const index = indexOf(messages);
  indexes.delete(messages);
  note(index, message);
  const next = messages.toSpliced(place, 0, message);
  indexes.set(next, index);
  return next;
}

function note({ callers, answered }: Index, message: ChatMessage): void {
  const { role, tool_calls: calls = [], tool_call_id: answers } = message;
  if (role === 'tool' && answers !== undefined) answered.add(answers);
  for (const { id } of calls) callers.set(id, message);
}
