import { StoreFailedError } from '../store/guarded-store.ts';
import { StoreLostError } from '../store/store-lost.ts';
import { MovedError, nothingWritten, openTenant, type Part, type Writer } from '../store/tenant.ts';
import { createTicker, firstCame } from '../base/coming.ts';
import type { ChatMessage } from '../protocol/chat-message.ts';
import { advanceTurn } from './advance-turn.ts';
import { createMailbox } from './conversation-mailbox.ts';
import { chatQueue, leaseKey, recordKey, type StoredConversation } from './conversation-store.ts';
import type { InnerConversation, NewConversation } from './conversation.ts';
import type { TurnCommand, TurnInput } from './turn-command.ts';
import { createTurnWriter } from './turn-writer.ts';
import { isAtRest, isOpen, type Turn } from './turn.ts';

/** Commands that begin work, for which the lease is needed. */
const beginning = new Set(['run_model', 'start_call', 'interrupt_call', 'abort_call', 'await_interruption']);

export type KeptTurn = ReturnType<typeof keepTurn>;

/**
 * A turn and its record. The turn changes at once, and what it wants done waits until the change is recorded: nothing is
 * told, and nothing begins, that a process which takes over would not know.
 */
export function keepTurn(
  begun: NewConversation,
  conversation: InnerConversation,
  stored: StoredConversation | undefined,
) {
  const { key, conversations, limits, policy, closing, log, onItem, onRest, lose } = conversation;
  const { isKept } = begun;
  const { store, leases } = conversations;
  const onError = (error: unknown) => conversation.onEvent({ type: 'error', where: 'store', error });
  const mailbox = createMailbox({ store, key, isLeft: stored?.lease !== undefined, onItem, onError });
  const writer = createTurnWriter(key, begun.turn.conversationId, stored, begun.named);
  const due = { key: recordKey(key), queue: chatQueue };
  const tenant = openTenant({
    store,
    lease: { leases, key: leaseKey(key), found: stored?.lease, due },
    standing: {
      get told() {
        return writer.told;
      },
      isChanged: () => isWriteNeeded(),
      prepare: () => writer.prepare(turn.owner),
      part: partOf,
    },
    onLost: lose,
    onIdle: tellRested,
  });
  let turn = begun.turn;
  let told = turn;
  /** What waits until the turn's changes are recorded. */
  let outbox: TurnCommand[] = [];
  let isDelivering = false;
  /** Called when a turn that is read from its record is known. Undefined once it is. */
  let onRead: (() => void) | undefined;
  const restored = stored && new Promise<void>((resolve) => (onRead = resolve));
  /** Write the record when the turn rests, even if nothing has changed. */
  let isLookWanted = false;
  /** The revision at which it rested last. */
  let restedAt = -1;
  let gone: { readonly error: unknown } | undefined;
  const rested = createTicker();

  function dispatch(input: TurnInput): void {
    if (gone !== undefined || closing.aborted) return;
    const advanced = advanceTurn(turn, input, policy);
    turn = advanced.turn;
    outbox.push(...advanced.commands);
    void flush();
  }

  /** Record what has changed, then do what waited for that. */
  async function flush(): Promise<void> {
    if (gone !== undefined) return;
    // Do not wait where there is nothing to write, so that a model's words go out as they come.
    if (!isKept || (onRead === undefined && !tenant.isBusy() && !isWriteNeeded())) deliver();
    // The conversation hears of failures itself.
    else await tenant.commit().catch(() => undefined);
  }

  /** Tell and begin what needs no commit, and what follows from that. */
  function deliver(): void {
    if (isDelivering) return;
    isDelivering = true;
    try {
      do {
        partOf(true, false)?.kept(nothingWritten);
      } while (outbox.length > 0 && gone === undefined && (!isKept || !isWriteNeeded()));
    } catch (error) {
      lose(error);
    } finally {
      isDelivering = false;
    }
    if (outbox.length > 0) void flush();
  }

  const restsTurn = () => isAtRest(turn) && !conversation.calls.isAtWork();

  /** Nothing runs, as far as this process knows. */
  function restsNow(): boolean {
    // A lease that nobody needs is not renewed, but given back.
    const isDone = outbox.length === 0 || outbox.some(({ type }) => type === 'rest');
    return restsTurn() && isDone && !conversation.calls.isBound();
  }

  function isWriteNeeded(rests = restsNow()): boolean {
    if (writer.lacks(turn) || tenant.isDue()) return true;
    return rests
      ? isLookWanted || tenant.hasLease()
      : !tenant.isHeld() && outbox.some(({ type }) => beginning.has(type));
  }

  function partOf(mayRest: boolean, isWanted: boolean): Part | undefined {
    if (onRead !== undefined) return isWanted ? writer.takeOver(begun.revision) : undefined;
    const rests = mayRest && restsNow();
    const asked = { turn, commands: outbox.length, rests };
    const isWritten = isKept && (isWriteNeeded(rests) || (rests && isWanted));
    const part = isWritten ? writtenPart(rests) : undefined;
    return {
      change: part?.change,
      kept(version) {
        part?.kept(version);
        tell(asked);
      },
    };
  }

  function writtenPart(rests: boolean): Part {
    const told = outbox.filter(({ type }) => type === 'emit').length;
    const about = { revision: log.revision() + told, shows: conversation.shows() };
    if (!rests) return writer.part(turn, about);
    const expiresAt = isOpen(turn) ? undefined : leases.now() + limits.conversationTtl;
    return writer.part(turn, about, {
      dueAt: conversation.calls.dueAt(),
      expiresAt,
      taken: mailbox.taken(),
      isRefused: mailbox.look,
    });
  }

  /** What waited for a commit can be told and begun. @param asked - what the commit was about */
  function tell({ turn: next, commands, rests }: { turn: Turn; commands: number; rests: boolean }): void {
    if (gone !== undefined) return;
    if (rests) {
      isLookWanted = false;
      mailbox.stop();
    } else if (tenant.isHeld()) mailbox.start();
    const before = told;
    told = next;
    // It has an owner now, who alone may read it.
    if (told.owner !== before.owner) log.keepOnly(told.owner);
    for (const command of outbox.splice(0, commands)) conversation.obey(command);
    tellRested();
    if (!rests || gone !== undefined || !isKept) return;
    const hasNews = log.revision() !== restedAt;
    restedAt = log.revision();
    onRest(conversation.calls.dueAt(), hasNews);
  }

  function isResting(): boolean {
    if (gone !== undefined) return true;
    const isDone = !tenant.isBusy() && outbox.length === 0 && restsTurn();
    return isDone && (!tenant.hasLease() || conversation.calls.isBound());
  }

  function tellRested(): void {
    if (isResting()) rested.tick();
  }

  return {
    tenant,
    size: writer.size,
    now: () => turn,
    /** The turn as readers know it. */
    told: () => told,
    /** Why the conversation is not in memory any more. */
    gone: () => gone,
    dispatch,
    flush,
    /** Write what this writer lacks, if there is anything to write. */
    commit: (record: Writer | undefined): Promise<void> | undefined =>
      record?.isChanged() === true || tenant.isBusy() || isWriteNeeded() ? tenant.commit(record) : undefined,
    /** Resolves when a turn that is read from its record is known. Until then, nothing but the lease is written. */
    restored: () => onRead && restored,
    restore(known: Turn, messages: readonly ChatMessage[]): void {
      turn = told = known;
      writer.knows(messages);
      onRead?.();
      onRead = undefined;
    },
    /** Go on with another one. */
    replace(next: Turn): void {
      turn = told = { ...next, dropped: turn.dropped, generation: turn.generation + 1 };
    },
    /**
     * False if another process has gone on with it since. Then nothing of it is left here, and it has to be opened again.
     *
     * @param isDoubted - ask the store even if it is this process's own. @default false
     */
    async isCurrent(isDoubted = false): Promise<boolean> {
      await flush();
      const { version } = writer.told;
      // A store that is this process's own changes through it alone, and so does what it has the lease of.
      if (gone !== undefined || version === null || tenant.isHeld()) return true;
      if (store.opening !== undefined && !isDoubted) return true;
      try {
        await tenant.compare();
        return true;
      } catch (error) {
        if (!(error instanceof MovedError || error instanceof StoreLostError)) throw error;
        // It may have gone on here meanwhile.
        if (tenant.isHeld() || writer.told.version !== version) return true;
        lose(error);
        return false;
      }
    },
    /** Note again when it is due. */
    async look(): Promise<void> {
      isLookWanted = true;
      outbox.push({ type: 'rest' });
      await flush();
    },
    /** Resolves when nothing of it runs here any more, and all of it is recorded. */
    async rested(): Promise<void> {
      if (!isResting()) await firstCame(rested.coming);
    },
    /** It can be let go of. */
    isAtRest: () => !tenant.isBusy() && restsTurn() && !tenant.isHeld() && !conversation.calls.isBound(),
    /** Write no more of it. Readers and hosts get this error. */
    leave(error: unknown): void {
      gone = { error: error instanceof StoreFailedError ? error : new MovedError() };
      tenant.stop(gone.error);
      onRead?.();
      tellRested();
      mailbox.stop();
    },
  };
}
