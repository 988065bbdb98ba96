import { run, until } from 'effection';
import { createAtWork, type AtWork } from '../base/at-work.ts';
import { inSlices, within } from '../base/wait.ts';
import type { DurableStore } from '../store/durable-store.ts';
import { StoreLostError } from '../store/store-lost.ts';
import { createSweeper } from '../store/sweeper.ts';
import { MovedError } from '../store/tenant.ts';
import type { MailItem } from './conversation-mailbox.ts';
import {
  chatQueue,
  keyOfRecord,
  recordKey,
  type ConversationStore,
  type StoredConversation,
} from './conversation-store.ts';
import {
  createConversation,
  type Conversation,
  type ConversationOptions,
  type NewConversation,
} from './conversation.ts';
import { openConversation } from './open-conversation.ts';
import { isOpen } from './turn.ts';

export interface ConversationsHereOptions extends Omit<
  ConversationOptions,
  'key' | 'conversations' | 'onItem' | 'onRest' | 'onGone'
> {
  store: DurableStore;
}

/** What knows of all conversations. */
export interface ConversationsAround extends Pick<ConversationOptions, 'conversations'> {
  /** A request for a conversation that is here came to another process. */
  onItem(key: string, item: MailItem): void;
  /** Something was told in a conversation that rests now. */
  onNews(conversationId: string): void;
}

/** How soon to try again to let go of a conversation that is at work, in milliseconds. */
const parkAgain = 50;

export type ConversationsHere = ReturnType<typeof createConversationsHere>;

/**
 * The conversations that this process has in memory, by their keys. They leave it by themselves.
 *
 * @param options - can change
 */
export function createConversationsHere(
  options: ConversationsHereOptions,
  { conversations, ...around }: ConversationsAround,
) {
  const { store, limits, closing, onEvent } = options;
  const atWork = createAtWork<Conversation, StoredConversation | null>(conversations.bury);
  const report = (error: unknown) => onEvent({ type: 'error', where: 'session', error });
  const lettingGo = createLettingGo({ ...options, conversations, atWork, report });
  const sweeper = createSweeper({
    store,
    queue: chatQueue,
    sweepEvery: limits.sweepEvery,
    also: () => atWork.lost().map(recordKey),
    isHere: (dueKey) => atWork.live(keyOfRecord(dueKey) ?? '') !== undefined,
    begin: goOn,
    onError: report,
  });

  function optionsOf(key: string): ConversationOptions {
    return {
      ...options,
      key,
      conversations,
      onItem: (item) => around.onItem(key, item),
      onRest(dueAt, hasNews) {
        const conversation = atWork.live(key);
        if (conversation !== undefined) {
          if (hasNews) around.onNews(conversation.current().conversationId);
          lettingGo.rests(key, conversation);
        }
        sweeper.sweepAt(dueAt);
      },
      onGone: (gone, isLost) => (isLost ? atWork.lose(key, gone) : atWork.leave(key, gone)),
    };
  }

  /** A stored one: opened, or its record if another process has it, or null. @throws {MovedError} if that was faster */
  async function load(key: string): Promise<Conversation | StoredConversation | null> {
    // One that is not current any more leaves.
    await atWork.live(key)?.isCurrent();
    return atWork.open(key, (enter) => open(key, enter));
  }

  async function open(key: string, enter: (conversation: Conversation) => boolean) {
    const stored = await conversations.read(key);
    if (stored === null || stored.lease?.isLive === true) return stored;
    const conversation = await openConversation(stored, optionsOf(key)).catch((error: unknown) => {
      if (!(error instanceof StoreLostError)) throw error;
      onEvent({ type: 'error', where: 'store', error });
      atWork.lose(key);
      throw new MovedError();
    });
    if (closing.aborted) await conversation.close();
    closing.throwIfAborted();
    if (!enter(conversation)) throw new MovedError();
    lettingGo.soon(key);
    return conversation;
  }

  /** Go on with a conversation that is due, if no other process does. */
  async function goOn(dueKey: string): Promise<{ rested: Promise<unknown> } | undefined> {
    const key = keyOfRecord(dueKey);
    if (closing.aborted || key === undefined) return undefined;
    try {
      const found = await load(key);
      if (found === null) await store.commit({ due: [{ key: dueKey, queue: chatQueue, at: null }] });
      if (found === null || 'record' in found) return undefined;
      await found.look();
      return { rested: found.rested().then(atWork.settled) };
    } catch (error) {
      if (error instanceof MovedError || closing.aborted) return undefined;
      throw error;
    }
  }

  closing.addEventListener('abort', sweeper.close);
  return {
    settled: lettingGo.settled,
    live: atWork.live,
    everyLive: atWork.everyLive,
    load,
    begin(key: string, begun: NewConversation): Conversation {
      const { conversation } = createConversation(begun, optionsOf(key));
      if (begun.isKept) atWork.enter(key, conversation);
      return conversation;
    },
    async sweep(): Promise<void> {
      await lettingGo.everyDue();
      await sweeper.sweep();
    },
    async close(): Promise<void> {
      await closeAll(atWork.everyLive());
      // What is being opened closes itself, and may have a lease to give back.
      await lettingGo.settled();
    },
  };
}

async function closeAll(conversations: readonly Conversation[]): Promise<void> {
  const closed: Promise<void>[] = [];
  // The host has heard of what the store refuses.
  const close = (conversation: Conversation) => closed.push(conversation.close().catch(() => undefined));
  await run(() => inSlices(conversations, close));
  await Promise.all(closed);
}

interface LettingGoOptions extends Pick<ConversationsHereOptions, 'store' | 'limits' | 'closing'> {
  conversations: ConversationStore;
  atWork: AtWork<Conversation, StoredConversation | null>;
  report(error: unknown): void;
}

/** Lets go of conversations that rest: of their memory, and in a store of this process alone of the oldest as a whole. */
function createLettingGo({ store, limits, closing, conversations, atWork, report }: LettingGoOptions) {
  const { parkAfter, rememberedTurns, rememberedSize } = limits;
  /** Where the store is memory: how many characters each conversation at rest keeps, the longest at rest first. */
  const sizes = new Map<string, number>();
  let remembered = 0;

  function soon(key: string, wait = parkAfter): void {
    // Closing lets go of all of them.
    if (parkAfter < Infinity && !closing.aborted) atWork.later(key, wait, () => void park(key));
  }

  async function park(key: string): Promise<void> {
    if (closing.aborted) return;
    try {
      const conversation = atWork.live(key);
      // A deadline that passes now is on its way in the conversation itself.
      const isParked = (conversation?.dueAt() ?? Infinity) > Date.now() && (await conversation?.park());
      if (isParked === false) soon(key, Math.max(parkAfter, parkAgain));
    } catch (error) {
      // Closing halts what is leaving memory, too.
      if (!closing.aborted) report(error);
    }
  }

  /** Who asks for it meanwhile waits until it is gone. */
  async function forget(key: string): Promise<void> {
    const conversation = atWork.live(key);
    // What it rests with is still being told.
    await conversation?.rested();
    if (sizes.has(key)) return;
    const parked = conversation?.park();
    await atWork.open(key, async () => {
      const stored = await conversations.read(key);
      if (stored !== null) await conversations.forget(key, stored.record);
      return null;
    });
    await parked;
  }

  return {
    soon,
    async settled(): Promise<void> {
      await run(() => within(limits.cleanupTime, () => until(atWork.settled())));
    },
    /** Those that are due here and do nothing: the timers of a process that stood still may come too late. */
    async everyDue(): Promise<void> {
      for (const conversation of atWork.everyLive().filter((each) => each.dueAt() <= Date.now())) {
        // One of them that is at work is waited for.
        if (!(await conversation.park())) await conversation.rested();
      }
    },
    rests(key: string, conversation: Conversation): void {
      soon(key);
      if (store.isVolatile !== true) return;
      remembered -= sizes.get(key) ?? 0;
      sizes.delete(key);
      // Open ones always stay, and do not count.
      if (isOpen(conversation.current())) return;
      sizes.set(key, conversation.size());
      remembered += sizes.get(key)!;
      for (const [oldest, size] of sizes) {
        if (sizes.size <= rememberedTurns && remembered <= rememberedSize) return;
        remembered -= size;
        sizes.delete(oldest);
        forget(oldest).catch(report);
      }
    },
  };
}
