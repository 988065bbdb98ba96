import type { ToolCallInfo } from '../../protocol/chat-event.ts';
import type { ChatMessage } from '../../protocol/chat-message.ts';

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
  const { groups } = indexOf(messages);
  const fresh = calls.filter(({ id }) => !groups.has(id));
  if (fresh.length === 0) return messages;
  const tool_calls = fresh.map(({ id, name, arguments: args, aside }) => ({
    id,
    type: 'function' as const,
    function: { name, arguments: JSON.stringify(args) },
    ...(aside && { aside }),
  }));
  return withMessage(messages, { role: 'assistant', ...said, tool_calls });
}

/** Add a call's one tool message, in the order of the calls. No change if it is there already. */
export function withToolMessage(messages: Messages, callId: string, content: string, isError = false): Messages {
  const { groups, answered } = indexOf(messages);
  if (answered.has(callId)) return messages;
  const message: ChatMessage = { role: 'tool', tool_call_id: callId, content, ...(isError && { isError }) };
  const group = groups.get(callId);
  if (group === undefined) return withMessage(messages, message);
  const orderAt = (place: number) => group.order.get(messages[place]?.tool_call_id ?? '') ?? -1;
  const own = group.order.get(callId) ?? -1;
  // Tool messages behind one assistant message are in call order: search by bisection.
  let [place, end] = [group.at + 1, group.at + 1 + group.answers];
  while (place < end) {
    const middle = (place + end) >> 1;
    if (orderAt(middle) < own) place = middle + 1;
    else end = middle;
  }
  return insert(messages, place, message);
}

/** True for a message that one of these replaces. */
export function replacedBy(outbox: Messages): (message: ChatMessage) => boolean {
  const names = new Set(outbox.map(({ replaces }) => replaces));
  names.delete(undefined);
  return ({ id, replaces }) => names.has(id) || names.has(replaces);
}

/** A call's tool message, if it has one. */
export function toolMessageOf(messages: Messages, callId: string): ChatMessage | undefined {
  return messages.find(({ role, tool_call_id: answers }) => role === 'tool' && answers === callId);
}

/** True if one of the messages makes the call. */
export function isCalled(messages: Messages, callId: string): boolean {
  return indexOf(messages).groups.has(callId);
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

/** A message that calls tools, and the tool messages right behind it. */
interface Group {
  at: number;
  answers: number;
  /** Its calls, in order. */
  readonly order: ReadonlyMap<string, number>;
}

interface Index {
  /** By call. If two messages make the same call, the last one. */
  readonly groups: Map<string, Group>;
  /** In message order. */
  readonly all: Group[];
  readonly answered: Set<string>;
}

// The index moves to the new list. If the old list is asked for again, its index is rebuilt.
const indexes = new WeakMap<Messages, Index>();

function indexOf(messages: Messages): Index {
  let index = indexes.get(messages);
  if (index === undefined) {
    index = { groups: new Map(), all: [], answered: new Set() };
    for (const [at, message] of messages.entries()) note(index, at, message);
    indexes.set(messages, index);
  }
  return index;
}

function insert(messages: Messages, place: number, message: ChatMessage): Messages {
  const index = indexOf(messages);
  indexes.delete(messages);
  for (let last = index.all.length - 1; last >= 0; last -= 1) {
    const group = index.all[last];
    if (group === undefined || group.at < place) break;
    group.at += 1;
  }
  note(index, place, message);
  const next = messages.toSpliced(place, 0, message);
  indexes.set(next, index);
  return next;
}

/** Index a message; everything before it is indexed already. */
function note({ groups, all, answered }: Index, at: number, message: ChatMessage): void {
  const { role, tool_calls: calls = [], tool_call_id: answers } = message;
  if (role === 'tool' && answers !== undefined) {
    answered.add(answers);
    const group = groups.get(answers) ?? all.at(-1);
    if (group !== undefined && at > group.at && at <= group.at + group.answers + 1) group.answers += 1;
  }
  if (calls.length === 0) return;
  const group: Group = { at, answers: 0, order: new Map(calls.map(({ id }, nth) => [id, nth])) };
  all.push(group);
  for (const { id } of calls) groups.set(id, group);
}
