import type { ChatMessage } from '../protocol/chat-message.ts';
import type { ChatRequestBody } from '../protocol/chat-request.ts';
import { ChatRequestError } from './chat-errors.ts';
import { highestStart, type Reading } from './conversation-log.ts';
import { createConversation, type Conversation, type ConversationOptions } from './conversation.ts';
import { conversationOf, createTurn, danglingCalls, type Turn } from './turn.ts';

/** The conversations of this server, by their id and by their calls. */
export interface ConversationRegistry {
  /**
   * Bring a request to its conversation, or begin one.
   *
   * @param onLeft - called when whoever reads has everything, or has left; maybe more than once
   * @throws {ChatRequestError} 409 for a conversation that is not known here
   */
  post(body: ChatRequestBody, owner: string | undefined, onLeft: () => void): Reading;
  /** End every reader. */
  close(): void;
}

export interface ConversationRegistryOptions extends Omit<ConversationOptions, 'revision' | 'onCall' | 'onRest'> {
  /** How many conversations at rest are remembered. */
  maxRemembered: number;
  /** How much they may hold together, in characters. */
  maxRememberedSize: number;
}

export function createConversationRegistry(options: ConversationRegistryOptions): ConversationRegistry {
  const byId = new Map<string, Set<Conversation>>();
  const byCall = new Map<string, Conversation>();
  const callsOf = new Map<Conversation, string[]>();
  /** The size of each one that nothing happens in, the longest at rest first. */
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
      // Above whatever was told of it before, by a process that is gone.
      revision: Math.max(Date.now(), Math.min(body.restartAbove ?? 0, highestStart)),
      onCall(callId) {
        byCall.set(callId, conversation);
        callIds.push(callId);
      },
      onRest: () => rest(conversation),
    });
    // Who asks after nothing leaves nothing behind.
    if (body.attach === true) return conversation;
    byId.set(conversationId, (byId.get(conversationId) ?? new Set()).add(conversation));
    callsOf.set(conversation, callIds);
    return conversation;
  }

  /** Remember a conversation at rest while there is room. An open one always stays, and takes none of that room. */
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
 * True for a host that keeps the history itself: it counts where nothing is open, and where it says something that is
 * new, or else leaves no call open whose end is known here.
 */
function bringsHistory(body: ChatRequestBody, said: readonly ChatMessage[], conversation: Conversation): boolean {
  const { attach, pluginAbort, pluginElicitResponses = [], restartAbove } = body;
  // Who was asked for all messages knows no better than the record that somebody else has begun since.
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
 * What of it the conversation does not have yet; nothing where a request only repeats one that came. A message without
 * an id is known by its place among the person's messages, and its words.
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
