import { run, until } from 'effection';
import { inSlices, within } from '../base/wait.ts';
import type { ChatMessage } from '../protocol/chat-message.ts';
import type { DurableStore } from '../store/durable-store.ts';
import { ChatRequestError, serverClosed } from './chat-errors.ts';
import { highestStart, type Reading } from './conversation-log.ts';
import { forward, passOn, type InboxItem } from './conversation-inbox.ts';
import type { PostBody } from './host-input.ts';
import {
  chatQueue,
  createConversationStore,
  keyOfRecord,
  nameKey,
  newKey,
  recordKey,
  type StoredConversation,
} from './conversation-store.ts';
import { createConversation, type Conversation, type ConversationOptions } from './conversation.ts';
import { openConversation } from './open-conversation.ts';
import { StoreLostError } from '../store/store-lost.ts';
import { StoreFailedError } from '../store/guarded-store.ts';
import { createSweeper } from '../store/sweeper.ts';
import { MovedError } from '../store/tenant.ts';
import { callIn, conversationOf, createTurn, danglingCalls, findCall, toldId, type Turn } from './turn.ts';

/** This server's conversations, found by their id or by their calls' ids. */
export interface ConversationRegistry {
  /**
   * Pass a request to its conversation, or begin one.
   *
   * @param onLeft - called when the reader has everything or has left, possibly more than once
   * @throws {ChatRequestError} 409 if the request names a revision of a conversation that is unknown here
   */
  post(body: PostBody, owner: string | undefined, onLeft: () => void): Promise<Reading>;
  /** Resolves when something may have changed in a conversation with this id, or a moment has passed. */
  stirred(conversationId: string, atMost?: number): Promise<void>;
  /**
   * Go on with what is due: questions that expired, and turns whose process is gone. Resolves when all that it began is
   * at rest.
   */
  sweep(): Promise<void>;
  /** Begin nothing more, and halt everything that runs. */
  halt(): Promise<void>;
  /** End every reader. */
  close(): Promise<void>;
}

export interface ConversationRegistryOptions extends Omit<
  ConversationOptions,
  'key' | 'conversations' | 'onItem' | 'onRest' | 'onGone'
> {
  store: DurableStore;
}

/** How often a store is asked for news that only another process can have brought, in milliseconds. */
const lookAgain = 250;

/** How soon to try again to let go of a conversation that is at work, in milliseconds. */
const parkAgain = 50;

/** How often a request follows its conversation to another process. Each time, somebody else was faster. */
const mostMoves = 20;

export function createConversationRegistry(options: ConversationRegistryOptions): ConversationRegistry {
  const { store, limits, onEvent } = options;
  const { parkAfter } = limits;
  const conversations = createConversationStore(store, limits.leaseTime);
  /** Those in memory, by their keys. */
  const live = new Map<string, Conversation>();
  const opening = new Map<string, Promise<Found | undefined>>();
  /** Those that are leaving memory. */
  const leaving = new Map<string, Promise<void>>();
  /** Those of which the store has lost something, until they are removed there. */
  const lost = new Set<string>();
  const parking = new Map<string, ReturnType<typeof setTimeout>>();
  /** The responses that go to other processes. */
  const passing = new Map<string, Reading>();
  /** Those that wait for news of a conversation, by its id. */
  const waiting = new Map<string, Set<() => void>>();
  /** The last request for an id. Requests are taken in the order in which they came. */
  const taking = new Map<string, Promise<unknown>>();
  /** The size of each conversation at rest, the longest at rest first. For a store that is memory. */
  const remembered = new Map<string, number>();
  let rememberedSize = 0;
  const sweeper = createSweeper({
    store,
    queue: chatQueue,
    sweepEvery: limits.sweepEvery,
    also: () => [...lost].map(recordKey),
    isHere: (dueKey) => live.has(keyOfRecord(dueKey) ?? ''),
    begin: goOn,
    onError: (error) => onEvent({ type: 'error', where: 'session', error }),
  });
  let isClosed = false;

  function optionsOf(key: string): ConversationOptions {
    return {
      ...options,
      key,
      conversations,
      onItem: (item) => void take(key, item),
      onRest(dueAt, hasNews) {
        if (hasNews) stir(live.get(key)?.current().conversationId);
        parkSoon(key);
        remember(key);
        sweeper.sweepAt(dueAt);
      },
      onGone(gone, isLost) {
        live.delete(key);
        stay(key);
        if (isLost) lost.add(key);
        // If it fails, the next request for it tries again.
        leave(key, isLost ? gone.then(() => bury(key)).catch(() => undefined) : gone);
      },
    };
  }

  function stay(key: string): void {
    clearTimeout(parking.get(key));
    parking.delete(key);
  }

  function parkSoon(key: string, wait = parkAfter): void {
    stay(key);
    if (parkAfter === Infinity || isClosed) return;
    const timer = setTimeout(() => {
      parking.delete(key);
      void parkNow(key);
    }, wait);
    unref(timer);
    parking.set(key, timer);
  }

  async function parkNow(key: string): Promise<void> {
    try {
      const conversation = live.get(key);
      // A deadline that passes now is on its way in the conversation itself.
      const isParked = (conversation?.dueAt() ?? Infinity) > Date.now() && (await conversation?.park());
      if (isParked === false && live.has(key) && !isClosed) parkSoon(key, Math.max(parkAfter, parkAgain));
    } catch (error) {
      // Closing halts what is leaving memory, too.
      if (!isClosed) onEvent({ type: 'error', where: 'session', error });
    }
  }

  /** A conversation of the store, opened if no other process has it. */
  async function load(key: string): Promise<Found | undefined> {
    const known = live.get(key);
    if (known !== undefined && (await known.isCurrent())) {
      return { conversation: known, key, ...namesOf(known.current()) };
    }
    const opened = opening.get(key) ?? open(key).finally(() => opening.delete(key));
    opening.set(key, opened);
    return opened;
  }

  async function open(key: string): Promise<Found | undefined> {
    await leaving.get(key);
    if (lost.has(key)) await bury(key);
    const stored = await conversations.read(key);
    if (stored === null) return undefined;
    if (stored.lease?.isLive === true) return { elsewhere: stored, key, ...namesOf(stored.record) };
    let isGone = false;
    const optionsHere = optionsOf(key);
    const conversation = await openConversation(stored, {
      ...optionsHere,
      onGone(gone, isLost) {
        isGone = true;
        optionsHere.onGone(gone, isLost);
      },
    }).catch((error: unknown) => {
      if (!(error instanceof StoreLostError)) throw error;
      onEvent({ type: 'error', where: 'store', error });
      lost.add(key);
      throw new MovedError();
    });
    if (isGone) throw new MovedError();
    if (isClosed) {
      await conversation.close();
      throw serverClosed();
    }
    live.set(key, conversation);
    parkSoon(key);
    return { conversation, key, ...namesOf(conversation.current()) };
  }

  async function bury(key: string): Promise<void> {
    await conversations.bury(key);
    lost.delete(key);
  }

  async function find(body: PostBody, owner: string | undefined): Promise<Found | undefined> {
    const named = [
      ...(body.pluginElicitResponses ?? []).map(({ sessionId }) => sessionId),
      ...(body.pluginAbort === undefined ? [] : [body.pluginAbort.sessionId]),
      ...danglingCalls(body.messages),
    ];
    for (const key of await conversations.find(body.conversationId, owner, named)) {
      // The first that fits is meant, so the others are not read.
      const found = await load(key);
      if (found === undefined) continue;
      const isMine = found.owner === undefined || found.owner === owner;
      if (isMine && (body.conversationId === undefined || body.conversationId === found.conversationId)) return found;
    }
    if (body.revision !== undefined) await doubt(body.conversationId, owner);
    return undefined;
  }

  /** The store finds no such conversation. If this process has it in memory, the store has lost it. */
  async function doubt(conversationId: string | undefined, owner: string | undefined): Promise<void> {
    const held = [...live.values()].find((conversation) => {
      const turn = conversation.current();
      return turn.conversationId === conversationId && (turn.owner ?? owner) === owner;
    });
    await held?.isCurrent(true);
  }

  async function begin(body: PostBody, owner: string | undefined, said: readonly ChatMessage[]): Promise<Conversation> {
    const conversationId = body.conversationId ?? crypto.randomUUID();
    const [named] = body.conversationId === undefined ? [] : await store.read([await nameKey(conversationId, owner)]);
    const isKept = body.attach !== true;
    const isEmpty = !isKept && body.messages.length === 0;
    if (isClosed) throw serverClosed();
    const key = newKey();
    const { conversation } = createConversation(
      {
        turn: turnOf(conversationId, owner, body, said),
        // Start above every revision that an earlier process may have used. Where nothing happened, the client's stays:
        // otherwise each tab would tell the others of a new one.
        revision: Math.max(isEmpty ? 0 : Date.now(), Math.min(body.restartAbove ?? 0, highestStart)),
        named: named?.version ?? null,
        isKept,
      },
      optionsOf(key),
    );
    if (isKept) live.set(key, conversation);
    return conversation;
  }

  /** Take a request that came to another process. */
  async function take(key: string, item: InboxItem): Promise<void> {
    if ('left' in item) {
      passing.get(item.id)?.cut();
      return;
    }
    const { id, body, owner } = item;
    try {
      const conversation = live.get(key);
      // The next process that has the conversation takes it.
      if (conversation === undefined || isClosed) return;
      const known = { conversation, key, ...namesOf(conversation.current()) };
      const reading = await postTo(known, body, owner, () => passing.delete(id));
      passing.set(id, reading);
      await passOn(store, key, id, reading);
    } catch (error) {
      if (error instanceof MovedError || error instanceof StoreFailedError || isClosed) return;
      if (error instanceof ChatRequestError) await passOn(store, key, id, error).catch(() => undefined);
      else onEvent({ type: 'error', where: 'request', error });
    }
  }

  async function post(body: PostBody, owner: string | undefined, onLeft: () => void): Promise<Reading> {
    const known = await find(body, owner);
    if (known === undefined && lacksHistory(body)) throw historyUnknown();
    if (known === undefined || 'conversation' in known) return postTo(known, body, owner, onLeft);
    const { key } = known;
    return forward({
      store,
      leases: conversations.leases,
      key,
      body,
      owner,
      keepAlive: limits.keepAlive,
      onLeft,
      async locate(again) {
        const found = await load(key);
        if (found !== undefined && !('conversation' in found)) return { lease: found.elsewhere.lease?.version ?? '' };
        if (found === undefined && lacksHistory(again)) throw historyUnknown();
        return postTo(found, again, owner, () => undefined);
      },
    });
  }

  function stir(conversationId: string | undefined): void {
    for (const wake of waiting.get(conversationId ?? '') ?? []) wake();
  }

  async function stirred(conversationId: string, atMost = Infinity): Promise<void> {
    const longest = Math.min(atMost, store.isVolatile === true ? Infinity : lookAgain);
    const wakers = waiting.get(conversationId) ?? new Set();
    waiting.set(conversationId, wakers);
    await new Promise<void>((resolve) => {
      const timer = longest < Infinity ? setTimeout(done, longest) : undefined;
      function done(): void {
        clearTimeout(timer);
        wakers.delete(done);
        if (wakers.size === 0 && waiting.get(conversationId) === wakers) waiting.delete(conversationId);
        resolve();
      }
      wakers.add(done);
      if (isClosed) done();
    });
  }

  /** Wait for the calls that the request names: a page may hear of a call before it has begun here. */
  async function awaitCalls({ conversationId, calls = [], ...body }: PostBody, owner: string | undefined) {
    if (conversationId === undefined || calls.length === 0) return;
    const until = Date.now() + limits.awaitTime;
    for (;;) {
      // Listen before looking, or what begins meanwhile would go unheard.
      const news = stirred(conversationId, until - Date.now());
      const knows = await knownCalls({ ...body, conversationId, revision: undefined }, owner);
      if (calls.every(knows) || Date.now() >= until || isClosed) return stir(conversationId);
      await news;
    }
  }

  /** Which calls the conversation of a request knows. */
  async function knownCalls(body: PostBody, owner: string | undefined): Promise<(callId: string) => boolean> {
    const found = await find(body, owner).catch((error: unknown) => {
      // Another process is taking it over: look again.
      if (error instanceof MovedError) return undefined;
      throw error;
    });
    if (found === undefined) return () => false;
    if ('conversation' in found) {
      const turn = found.conversation.current();
      return (callId) => findCall(turn, (call) => toldId(call) === callId) !== undefined;
    }
    const messages = await conversations.messages(found.key, found.elsewhere.record.generation);
    return (callId) => callIn(messages, (call) => toldId(call) === callId) !== undefined;
  }

  async function postTo(
    known: Extract<Found, { conversation: Conversation }> | undefined,
    body: PostBody,
    owner: string | undefined,
    onLeft: () => void,
  ): Promise<Reading> {
    const { revision, attach, messages } = body;
    const said = attach === true ? [] : saidLast(messages);
    const conversation = known?.conversation ?? (await begin(body, owner, said));
    const isOwn = () => known !== undefined && revision === undefined && bringsHistory(body, said, conversation);
    if (isOwn()) await conversation.settled();
    const isOwnHistory = isOwn();
    const turn = conversation.current();
    if (isOwnHistory) conversation.replace(turnOf(turn.conversationId, turn.owner, body, said));
    // Where a host runs the model, what a page knows counts for nothing: it has to hear what is not known here.
    const isCurrent = options.policy.runsModel && (known === undefined || isOwnHistory);
    if (isClosed) throw serverClosed();
    const reading = await conversation.post(body, {
      owner,
      messages: isCurrent ? said : unknownOf(said, turn, messages),
      isCurrent,
      onLeft,
    });
    // Who waits for news follows the call with each look.
    if (body.host?.type !== 'follow') stir(turn.conversationId);
    return reading;
  }

  /** Do this when the requests before it for the same id have been taken. */
  function inTurn<T>(id: string | undefined, work: () => Promise<T>): Promise<T> {
    if (id === undefined) return work();
    const taken = (taking.get(id) ?? Promise.resolve()).then(work, work);
    taking.set(id, taken);
    const forgetIt = () => {
      if (taking.get(id) === taken) taking.delete(id);
    };
    taken.then(forgetIt, forgetIt);
    return taken;
  }

  /** Remember a conversation at rest while there is room. Open ones always stay and do not count. */
  function remember(key: string): void {
    const conversation = live.get(key);
    if (store.isVolatile !== true || conversation === undefined) return;
    unremember(key);
    if (conversation.isOpen()) return;
    const size = conversation.size();
    remembered.set(key, size);
    rememberedSize += size;
    for (const oldest of remembered.keys()) {
      if (remembered.size <= limits.rememberedTurns && rememberedSize <= limits.rememberedSize) return;
      unremember(oldest);
      forget(oldest).catch((error: unknown) => onEvent({ type: 'error', where: 'session', error }));
    }
  }

  function unremember(key: string): void {
    rememberedSize -= remembered.get(key) ?? 0;
    remembered.delete(key);
  }

  async function forget(key: string): Promise<void> {
    const parked = live.get(key)?.park() ?? leaving.get(key);
    const forgotten = (async () => {
      await parked;
      const stored = live.has(key) ? null : await conversations.read(key);
      if (stored !== null) await conversations.forget(key, stored.record);
    })();
    // Who asks for it meanwhile waits until it is gone.
    leave(key, forgotten);
    await forgotten;
  }

  function leave(key: string, gone: Promise<void>): void {
    const left = gone.finally(() => {
      if (leaving.get(key) === left) leaving.delete(key);
    });
    leaving.set(key, left);
    left.catch(() => undefined);
  }

  /** Go on with a conversation that is due, if no other process does. */
  async function goOn(dueKey: string): Promise<{ rested: Promise<unknown> } | undefined> {
    const key = keyOfRecord(dueKey);
    if (isClosed || key === undefined) return undefined;
    try {
      const found = await load(key);
      if (found === undefined) await store.commit({ due: [{ key: dueKey, queue: chatQueue, at: null }] });
      if (found === undefined || !('conversation' in found)) return undefined;
      await found.conversation.look();
      return { rested: found.conversation.rested().then(() => Promise.allSettled(leaving.values())) };
    } catch (error) {
      if (error instanceof MovedError || isClosed) return undefined;
      throw error;
    }
  }

  /** Let go of what is due here and does nothing: the timers of a process that stood still may come too late. */
  async function parkDue(): Promise<void> {
    const due = [...live.values()].filter((conversation) => conversation.dueAt() <= Date.now());
    for (const conversation of due) {
      // One of them that is at work is waited for.
      if (!(await conversation.park())) await conversation.rested();
    }
  }

  /** A store that does not answer holds nothing up for longer than a tool's clean-up may. */
  async function inTime(work: Iterable<Promise<unknown>>): Promise<void> {
    await run(() => within(limits.cleanupTime, () => until(Promise.allSettled(work))));
  }

  return {
    stirred,
    async post(body, owner, onLeft) {
      await awaitCalls(body, owner);
      for (let moves = 0; moves < mostMoves; moves += 1) {
        let hasLeft = false;
        let isGiven = false;
        try {
          // Each attempt finds what the one before it did not.
          const reading = await inTurn(body.conversationId, () =>
            post(body, owner, () => {
              hasLeft = true;
              if (isGiven) onLeft();
            }),
          );
          isGiven = true;
          if (hasLeft) onLeft();
          return reading;
        } catch (error) {
          if (!(error instanceof MovedError)) throw error;
        }
      }
      throw new ChatRequestError(503, 'CONVERSATION_BUSY', 'Other servers are at work here. Try again in a moment.');
    },
    async sweep() {
      await parkDue();
      await sweeper.sweep();
    },
    async halt() {
      isClosed = true;
      sweeper.close();
      for (const conversationId of waiting.keys()) stir(conversationId);
      const halted: Promise<void>[] = [];
      for (const conversation of live.values()) conversation.stop();
      await run(() => inSlices(live.values(), (conversation) => halted.push(conversation.halt())));
      await Promise.all(halted);
    },
    async close() {
      const closed = [...live.values()].map((conversation) => conversation.close());
      // What is being opened closes itself, and may have a lease to give back.
      await inTime([...closed, ...leaving.values(), ...opening.values()]);
    },
  };
}

/** A conversation that a request may mean, and what it is found by. */
type Found = { readonly key: string; readonly owner: string | undefined; readonly conversationId: string } & (
  | { readonly conversation: Conversation }
  | { readonly elsewhere: StoredConversation }
);

function namesOf({ owner, conversationId }: { owner?: string | undefined; conversationId: string }) {
  return { owner, conversationId };
}

/** Let the process end while this timer runs. */
function unref(timer: unknown): void {
  (timer as { unref?: () => void }).unref?.();
}

function turnOf(
  conversationId: string,
  owner: string | undefined,
  { messages, attach }: PostBody,
  said: readonly ChatMessage[],
): Turn {
  const turn = createTurn(conversationId, owner, messages.slice(0, messages.length - said.length));
  const isLookedAt = attach === true;
  return { ...turn, silent: isLookedAt, isEndTold: isLookedAt };
}

/**
 * True if the host keeps the history itself, so that the request's messages replace this server's. For that, nothing
 * may be open, no call known here may lack its result in the messages, and they must not be recognisably a resend.
 */
function bringsHistory(body: PostBody, said: readonly ChatMessage[], conversation: Conversation): boolean {
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
  const known = [...conversationOf(turn), ...turn.queued, ...turn.held.flatMap((each) => each.messages)].filter(
    ({ role }) => role === 'user',
  );
  const ids = new Set([...known.map(({ id }) => id), ...turn.dropped]);
  const before = messages.filter(({ role }) => role === 'user').length - said.length;
  return said.filter(({ id, content }, index) =>
    id === undefined ? known[before + index]?.content !== content : !ids.has(id),
  );
}

/** The client knows more than it sent. With `restartAbove`, it sent all that it knows. */
function lacksHistory({ revision, restartAbove }: PostBody): boolean {
  return revision !== undefined && restartAbove === undefined;
}

function historyUnknown(): ChatRequestError {
  const message = 'This server does not know the conversation up to that revision. Send all of its messages.';
  return new ChatRequestError(409, 'HISTORY_UNKNOWN', message);
}
