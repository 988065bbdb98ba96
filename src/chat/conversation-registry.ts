import type { ChatMessage } from '../protocol/chat-message.ts';
import type { ChatRequestBody } from '../protocol/chat-request.ts';
import { ChatRequestError } from './chat-errors.ts';
import { highestStart, type Reading } from './conversation-log.ts';
import { createConversation, type Conversation, type ConversationOptions } from './conversation.ts';
import { conversationOf, createTurn, danglingCalls, type Turn } from './turn.ts';

/** This server's conversations, found by their id or by their calls' ids. */
export interface ConversationRegistry {
  /**
   * Pass a request to its conversation, or begin one.
   *
   * @param onLeft - called when the reader has everything or has left, possibly more than once
   * @throws {ChatRequestError} 409 if the request names a revision of a conversation that is unknown here
   */
  post(body: ChatRequestBody, owner: string | undefined, onLeft: () => void): Reading;
  /** End every reader. */
  close(): void;
}

export interface ConversationRegistryOptions extends Omit<ConversationOptions, 'revision' | 'onCall' | 'onRest'> {
  /** How many conversations at rest are remembered. */
  maxRemembered: number;
  /** How many characters they may hold together. */
  maxRememberedSize: number;
}

export function createConversationRegistry(options: ConversationRegistryOptions): ConversationRegistry {
  const byId = new Map<string, Set<Conversation>>();
  const byCall = new Map<string, Conversation>();
  const callsOf = new Map<Conversation, string[]>();
  /** The size of each conversation at rest, the longest at rest first. */
  const remembered = new Map<Conversation, number>();
  let rememberedSize = 0;

  function find(body: ChatRequestBody, owner: string | undefined): Conversation | undefined {
    const named = [
      ...(body.pluginElicitResponses ?? []).map(({ sessionId }) => sessionId),
      ...(body.pluginAbort === undefined ? [] : [body.pluginAbort.sessionId]),
      ...danglingCalls(body.messages),
    ];
    const candidates = [
      ...named.flatMap((callId) => byCall.get(callId) ?? []),
      ...(byId.get(body.conversationId ?? '') ?? []),
    ];
    return candidates.find((conversation) => {
      const turn = conversation.current();
      const isMine = turn.owner === undefined || turn.owner === owner;
      return isMine && (body.conversationId === undefined || body.conversationId === turn.conversationId);
    });
  }

  function begin(body: ChatRequestBody, owner: string | undefined, said: readonly ChatMessage[]): Conversation {
    const conversationId = body.conversationId ?? crypto.randomUUID();
    const callIds: string[] = [];
    const conversation: Conversation = createConversation(turnOf(conversationId, owner, body, said), {
      ...options,
      // Start above every revision that an earlier process may have used.
      revision: Math.max(Date.now(), Math.min(body.restartAbove ?? 0, highestStart)),
      onCall(callId) {
        byCall.set(callId, conversation);
        callIds.push(callId);
      },
      onRest: () => rest(conversation),
    });
    // Don't register a conversation that a client only wants to attach to: there is nothing to keep.
    if (body.attach === true) return conversation;
    byId.set(conversationId, (byId.get(conversationId) ?? new Set()).add(conversation));
    callsOf.set(conversation, callIds);
    return conversation;
  }

  /** Remember a conversation at rest while there is room. Open ones always stay and do not count. */
  function rest(conversation: Conversation): void {
    reopen(conversation);
    if (conversation.isOpen() || !callsOf.has(conversation)) return;
    const size = conversation.size();
    remembered.set(conversation, size);
    rememberedSize += size;
    for (const oldest of remembered.keys()) {
      if (remembered.size <= options.maxRemembered && rememberedSize <= options.maxRememberedSize) return;
      forget(oldest);
    }
  }

  function reopen(conversation: Conversation): void {
    rememberedSize -= remembered.get(conversation) ?? 0;
    remembered.delete(conversation);
  }

  function forget(conversation: Conversation): void {
    const { conversationId } = conversation.current();
    const all = byId.get(conversationId);
    all?.delete(conversation);
    if (all?.size === 0) byId.delete(conversationId);
    for (const callId of callsOf.get(conversation) ?? []) byCall.delete(callId);
    callsOf.delete(conversation);
    reopen(conversation);
  }

  return {
    post(body, owner, onLeft) {
      const { revision, attach, messages } = body;
      const known = find(body, owner);
      if (known === undefined && revision !== undefined) throw historyUnknown();
      const said = attach === true ? [] : saidLast(messages);
      const conversation = known ?? begin(body, owner, said);
      const turn = conversation.current();
      const isOwnHistory = known !== undefined && revision === undefined && bringsHistory(body, said, conversation);
      if (isOwnHistory) conversation.replace(turnOf(turn.conversationId, turn.owner, body, said));
      const isCurrent = known === undefined || isOwnHistory;
      const reading = conversation.post(body, {
        owner,
        messages: isCurrent ? said : unknownOf(said, turn, messages),
        isCurrent,
        onLeft,
      });
      if (conversation.isOpen()) reopen(conversation);
      return reading;
    },
    close() {
      for (const conversation of callsOf.keys()) conversation.close();
    },
  };
}

function turnOf(
  conversationId: string,
  owner: string | undefined,
  { messages, attach }: ChatRequestBody,
  said: readonly ChatMessage[],
): Turn {
  const turn = createTurn(conversationId, owner, messages.slice(0, messages.length - said.length));
  return { ...turn, silent: attach === true };
}

/**
 * True if the host keeps the history itself, so that the request's messages replace this server's. For that, nothing
 * may be open, no call known here may lack its result in the messages, and they must not be recognisably a resend.
 */
function bringsHistory(body: ChatRequestBody, said: readonly ChatMessage[], conversation: Conversation): boolean {
  const { attach, pluginAbort, pluginElicitResponses = [], restartAbove } = body;
  // With `restartAbove`, the client resends its history on request. A conversation begun since then is newer.
  if (
    conversation.isOpen() ||
    restartAbove !== undefined ||
    attach === true ||
    pluginAbort !== undefined ||
    pluginElicitResponses.length > 0
  ) {
    return false;
  }
  const turn = conversation.current();
  const made = new Set(turn.messages.flatMap(({ tool_calls: calls = [] }) => calls.map(({ id }) => id)));
  if (danglingCalls(body.messages).some((id) => made.has(id))) return false;
  if (body.messages.length === 0) return false;
  return (
    said.length === 0 || said.some(({ id }) => id === undefined) || unknownOf(said, turn, body.messages).length > 0
  );
}

/** The person's messages at the end. */
function saidLast(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  return messages.slice(messages.findLastIndex(({ role }) => role !== 'user') + 1);
}

/**
 * The messages in `said` that the conversation does not have yet. A repeated request has none. A message without an id
 * is recognised by its text and its position among the person's messages.
 */
function unknownOf(said: readonly ChatMessage[], turn: Turn, messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const known = [...conversationOf(turn), ...turn.queued].filter(({ role }) => role === 'user');
  const ids = new Set(known.map(({ id }) => id));
  const before = messages.filter(({ role }) => role === 'user').length - said.length;
  return said.filter(({ id, content }, index) =>
    id === undefined ? known[before + index]?.content !== content : !ids.has(id),
  );
}

function historyUnknown(): ChatRequestError {
  const message = 'This server does not know the conversation up to that revision. Send all of its messages.';
  return new ChatRequestError(409, 'HISTORY_UNKNOWN', message);
}
