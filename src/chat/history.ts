import type { ChatMessage } from '../protocol/chat-message.ts';
import type { PostBody } from './host-input.ts';
import { conversationOf, createTurn, danglingCalls, isOpen, type Turn } from './turn.ts';

/** The turn that a request's messages make, but for what the person says in them. */
export function turnOf(
  { messages, attach }: PostBody,
  said: readonly ChatMessage[],
  { conversationId, owner }: Pick<Turn, 'conversationId' | 'owner'>,
): Turn {
  const turn = createTurn(conversationId, owner, messages.slice(0, messages.length - said.length));
  const isLookedAt = attach === true;
  return { ...turn, silent: isLookedAt, isEndTold: isLookedAt };
}

/** The person's messages at the end. */
export function saidLast({ attach, messages }: PostBody): readonly ChatMessage[] {
  return attach === true ? [] : messages.slice(messages.findLastIndex(({ role }) => role !== 'user') + 1);
}

/**
 * The messages in `said` that the conversation does not have yet. A repeated request has none. A message without an id
 * is recognised by its text and its position among the person's messages.
 *
 * @param messages - the request's, of which `said` are the last
 */
export function unknownOf(
  said: readonly ChatMessage[],
  turn: Turn,
  messages: readonly ChatMessage[],
): readonly ChatMessage[] {
  const lists = [conversationOf(turn), turn.queued, ...turn.held.map((each) => each.messages)];
  const known = lists.flatMap((list) => list.filter(isUsers));
  const unknown = new Set(said.map(({ id }) => id));
  for (const { id } of known) unknown.delete(id);
  for (const id of turn.dropped) unknown.delete(id);
  const before = messages.filter(isUsers).length - said.length;
  return said.filter(({ id, content }, index) =>
    id === undefined ? known[before + index]?.content !== content : unknown.has(id),
  );
}

/**
 * True if the host keeps the history itself, so that the request's messages replace this server's. For that, nothing
 * may be open, no call known here may lack its result in the messages, and they must not be recognisably a resend.
 */
export function bringsHistory(body: PostBody, said: readonly ChatMessage[], turn: Turn): boolean {
  const { revision, attach, pluginAbort, pluginElicitResponses = [], restartAbove, messages } = body;
  // With `restartAbove`, the client resends its history on request. A conversation begun since then is newer.
  const isOther = [revision, restartAbove, pluginAbort, pluginElicitResponses[0]].some((each) => each !== undefined);
  if (isOther || attach === true || messages.length === 0 || isOpen(turn)) return false;
  const made = new Set(turn.messages.flatMap(({ tool_calls: calls = [] }) => calls.map(({ id }) => id)));
  if (danglingCalls(messages).some((id) => made.has(id))) return false;
  return said.length === 0 || said.some(({ id }) => id === undefined) || unknownOf(said, turn, messages).length > 0;
}

/** The client knows more than it sent. With `restartAbove`, it sent all that it knows. */
export function lacksHistory({ revision, restartAbove }: PostBody): boolean {
  return revision !== undefined && restartAbove === undefined;
}

function isUsers({ role }: ChatMessage): boolean {
  return role === 'user';
}
