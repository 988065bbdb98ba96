import type { ChatMessage } from '../protocol/chat-message.ts';
import type { ChatRequestBody } from '../protocol/chat-request.ts';
import { createLiveTurn, type LiveTurn, type LiveTurnOptions } from './live-turn.ts';
import type { ResponseStream } from './response-stream.ts';
import { conversationOf, createTurn, danglingCalls, type Turn } from './turn.ts';

/** The turns of this server, by conversation and by call. */
export interface TurnRegistry {
  /** Bring a request to the turn it belongs to, or begin a new one. */
  post(stream: ResponseStream, body: ChatRequestBody, owner: string | undefined): void;
}

export interface TurnRegistryOptions extends Omit<LiveTurnOptions, 'onCall' | 'onRest'> {
  /** How many turns that are over are remembered, for those who ask again. */
  maxRemembered: number;
  /** How much all remembered turns may hold together, in characters of their messages. */
  maxRememberedSize: number;
}

export function createTurnRegistry(options: TurnRegistryOptions): TurnRegistry {
  const byConversation = new Map<string, Set<LiveTurn>>();
  const byCall = new Map<string, LiveTurn>();
  /** The calls of each turn: of every answer of the model, not only of the last. */
  const callsOf = new Map<LiveTurn, string[]>();
  /** The size of each turn that is over, the longest ended first. */
  const remembered = new Map<LiveTurn, number>();
  let rememberedSize = 0;

  function find(body: ChatRequestBody, owner: string | undefined): LiveTurn | undefined {
    const isMine = (turn: Turn) => turn.owner === undefined || turn.owner === owner;
    const named = [
      ...(body.pluginElicitResponses ?? []).map(({ sessionId }) => sessionId),
      ...(body.pluginAbort === undefined ? [] : [body.pluginAbort.sessionId]),
      ...danglingCalls(body.messages),
    ];
    const candidates = [
      ...named.flatMap((callId) => byCall.get(callId) ?? []),
      ...(byConversation.get(body.conversationId ?? '') ?? []),
    ];
    return candidates.find((live) => {
      const turn = live.current();
      return isMine(turn) && (body.conversationId === undefined || body.conversationId === turn.conversationId);
    });
  }

  function begin(body: ChatRequestBody, owner: string | undefined): LiveTurn {
    const conversationId = body.conversationId ?? crypto.randomUUID();
    const fresh = createTurn(conversationId, owner, body.messages);
    const callIds: string[] = [];
    const live: LiveTurn = createLiveTurn(
      { ...fresh, silent: body.attach === true },
      {
        ...options,
        onCall: (callId) => {
          byCall.set(callId, live);
          callIds.push(callId);
        },
        onRest: () => rest(live),
      },
    );
    // Who asks after nothing leaves nothing behind.
    if (body.attach === true) return live;
    const turns = byConversation.get(conversationId) ?? new Set();
    byConversation.set(conversationId, turns.add(live));
    callsOf.set(live, callIds);
    return live;
  }

  /** Remember an ended turn while there is room. An open turn always stays, and takes none of that room. */
  function rest(live: LiveTurn): void {
    reopen(live);
    if (live.isOpen() || !callsOf.has(live)) return;
    const size = sizeOf(conversationOf(live.current()));
    remembered.set(live, size);
    rememberedSize += size;
    for (const oldest of remembered.keys()) {
      if (remembered.size <= options.maxRemembered && rememberedSize <= options.maxRememberedSize) return;
      forget(oldest);
    }
  }

  function reopen(live: LiveTurn): void {
    rememberedSize -= remembered.get(live) ?? 0;
    remembered.delete(live);
  }

  function forget(live: LiveTurn): void {
    const { conversationId } = live.current();
    const turns = byConversation.get(conversationId);
    turns?.delete(live);
    if (turns?.size === 0) byConversation.delete(conversationId);
    for (const callId of callsOf.get(live) ?? []) byCall.delete(callId);
    callsOf.delete(live);
    reopen(live);
  }

  return {
    post(stream, body, owner) {
      const found = find(body, owner);
      const missed = found !== undefined && missesOutcome(found.current(), body.messages);
      const continues =
        found !== undefined &&
        (found.isOpen() || missed || body.attach === true || body.pluginAbort !== undefined || hasResponses(body));
      if (continues) {
        const said = body.attach === true ? [] : saidLast(body.messages);
        const messages = unknownOf(said, found.current(), body.messages);
        // Who says only what is known already has not heard what came of it.
        const repeats = said.length > 0 && messages.length === 0 && !hasResponses(body) && !body.pluginAbort;
        found.post(stream, body, { owner, messages, missed: missed || repeats });
        if (found.isOpen()) reopen(found);
        return;
      }
      if (found !== undefined) forget(found);
      begin(body, owner).post(stream, body, { owner, messages: [], missed: false });
    },
  };
}

/** The turn knows how a call ended that these messages leave open: whoever sent them was gone at the time. */
function missesOutcome({ calls }: Turn, messages: readonly ChatMessage[]): boolean {
  const dangling = danglingCalls(messages);
  return calls.some(({ id, state }) => state === 'done' && dangling.includes(id));
}

function hasResponses(body: ChatRequestBody): boolean {
  return (body.pluginElicitResponses?.length ?? 0) > 0;
}

/** The person's messages at the end. */
function saidLast(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  return messages.slice(messages.findLastIndex(({ role }) => role !== 'user') + 1);
}

/** What of it the turn does not have yet; nothing where a request only repeats one that came. */
function unknownOf(said: readonly ChatMessage[], turn: Turn, messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const known = conversationOf(turn);
  const others = messages.filter(({ role }) => role !== 'user').length;
  // A client may have more than is said here (the words of a model that still speaks), or less: how calls ended, and
  // what was said in another tab.
  const since = [...known.slice(indexAfterOther(known, others)), ...turn.queued]
    .filter(({ role }) => role === 'user')
    .map(({ content }) => content);
  let at = 0;
  const fresh = said.findIndex(({ content }) => (at = since.indexOf(content, at) + 1) === 0);
  return fresh < 0 ? [] : said.slice(fresh);
}

/** How much a conversation takes, by its texts; exact is not needed. */
function sizeOf(messages: readonly ChatMessage[]): number {
  return messages.reduce((size, message) => size + JSON.stringify(message).length, 0);
}

/** The place behind the nth message that is not the person's. */
function indexAfterOther(messages: readonly ChatMessage[], count: number): number {
  let left = count;
  if (left === 0) return 0;
  const index = messages.findIndex(({ role }) => role !== 'user' && (left -= 1) === 0);
  return index < 0 ? messages.length : index + 1;
}
