import { createScope, run, sleep, until, type Operation } from 'effection';
import { longestTimer } from '../base/timers.ts';
import { within } from '../base/wait.ts';
import type { ChatStreamEvent } from '../protocol/chat-event.ts';
import type { ChatMessage } from '../protocol/chat-message.ts';
import type { ChatProvider } from '../protocol/chat-provider.ts';
import { createBackground } from '../session/background.ts';
import type { Calls } from '../session/calls.ts';
import type { OnServerEvent } from '../session/server-event.ts';
import { StoreLostError } from '../store/store-lost.ts';
import { MovedError } from '../store/tenant.ts';
import type { AnyMcpTool } from '../tool/tool-facts.ts';
import type { ChatBounds } from './chat-limits.ts';
import { createConversationCalls, type ConversationCalls } from './conversation-calls.ts';
import type { MailItem } from './conversation-mailbox.ts';
import { createConversationLog, type ConversationLog } from './conversation-log.ts';
import type { ConversationStore, StoredConversation } from './conversation-store.ts';
import { inputsOf, type PostBody } from './host-input.ts';
import { keepTurn, type KeptTurn } from './kept-turn.ts';
import type { OpenCall } from './open-conversation.ts';
import { offeredTools, type Shows } from './offered-tools.ts';
import type { Reading } from './reading.ts';
import { runModel } from './run-model.ts';
import type { HostReply, TurnCommand, TurnInput, TurnPolicy } from './turn-command.ts';
import { snapshotOf } from './turn-events.ts';
import { isAtRest, type Turn } from './turn.ts';
import { named } from './unnamed.ts';
import { tooManyStreams } from './visits.ts';

export interface PostOptions {
  owner: string | undefined;
  /** The person's new messages. */
  messages: readonly ChatMessage[];
  /** The request has everything the server has, though it names no revision. */
  isCurrent: boolean;
}

export interface ConversationOptions {
  /** Names the conversation in the store. */
  key: string;
  conversations: ConversationStore;
  limits: ChatBounds;
  sessions: Calls;
  provider: ChatProvider;
  /** What the model can call. */
  tools: readonly AnyMcpTool[];
  /** These, and what the page can call. */
  everyTool: readonly AnyMcpTool[];
  systemPrompt: string | undefined;
  policy: TurnPolicy;
  /** Once it aborts, nothing more begins. */
  closing: AbortSignal;
  /** A request for this conversation came to another process. */
  onItem(item: MailItem): void;
  /**
   * The turn rests until another request or a deadline, which comes at `dueAt`.
   *
   * @param hasNews - something was told since it rested last
   */
  onRest(dueAt: number, hasNews: boolean): void;
  /**
   * The conversation leaves memory. `gone` resolves when nothing of it is left.
   *
   * @param isLost - the store has lost something of it, so it must not go on from what the store has
   */
  onGone(gone: Promise<void>, isLost: boolean): void;
  onEvent: OnServerEvent;
}

/** A conversation to begin. Its record is written with the first commit. */
export interface NewConversation {
  readonly turn: Turn;
  /** The revision to start from. */
  readonly revision: number;
  /** The version of what its name stands for in the store. Null if it stands for nothing. */
  readonly named: string | null;
  /** False for one that a client only wants to attach to: there is nothing to keep. */
  readonly isKept: boolean;
}

/** A conversation as its parts see it. */
export interface InnerConversation extends ConversationOptions {
  log: ConversationLog;
  kept: KeptTurn;
  calls: ConversationCalls;
  /** What the last request's client can show. */
  shows(): Shows;
  /** The tools that the model's last run was offered. */
  offered(): readonly AnyMcpTool[];
  obey(command: TurnCommand): void;
  /**
   * Forget everything that is not recorded: another process goes on, or the store fails. What runs here is thrown away,
   * and readers come back by themselves.
   */
  lose(error: unknown): void;
}

/** A conversation that this process has in memory, with or without readers. */
export type Conversation = ReturnType<typeof createConversation>['conversation'];

/** Carry out the commands of the pure turn, and feed the results back to it. */
export function createConversation(begun: NewConversation, options: ConversationOptions, stored?: StoredConversation) {
  const { key, conversations, limits, tools, policy, onGone, onEvent } = options;
  const { cleanupTime, keepAlive } = limits;
  const [scope, destroy] = createScope();
  const background = createBackground(scope, (error) =>
    error instanceof StoreLostError ? lose(error) : onEvent({ type: 'error', where: 'request', error }),
  );
  const tellable = <Event extends ChatStreamEvent | HostReply>(event: Event) => named(event, begun.turn.conversationId);
  let shows: Shows = stored?.record.shows ?? {};
  let offered: readonly AnyMcpTool[] = offeredTools(tools, shows);
  const inner = { ...options, shows: () => shows, offered: () => offered, obey, lose } as InnerConversation;
  // Keep this order: each part takes some of those before it at once, and finds the others when it acts.
  const log = (inner.log = createConversationLog({
    revision: begun.revision,
    keepAlive,
    maxSize: limits.bytes,
    isAtRest: () => told() === now() && isAtRest(now()),
    // What has just come due is told a moment later.
    dueAt: () => (calls.isAtWork() ? Date.now() : calls.dueAt()),
    snapshot: () => snapshotOf(told()).map((piece) => piece.map(tellable)),
  }));
  const kept = (inner.kept = keepTurn(begun, inner, stored));
  const calls = (inner.calls = createConversationCalls(inner));
  const { now, told, gone, flush, tenant } = kept;
  /** An answer takes the lease. */
  let taking: Promise<void> | undefined;

  function lose(error: unknown): void {
    if (gone() !== undefined) return;
    const isLost = error instanceof StoreLostError;
    if (!(error instanceof MovedError)) onEvent({ type: 'error', where: isLost ? 'store' : 'session', error });
    void drop(error, isLost);
    log.close();
  }

  function* halt(): Operation<void> {
    background.halt();
    yield* within(cleanupTime, () => until(destroy()));
  }

  /** Leave, and go on with nothing. */
  const drop = (error: unknown, isLost: boolean) =>
    leave(error, function* () {
      yield* halt();
      yield* calls.drop(isLost);
    });

  function refuseGone(): void {
    const left = gone();
    if (left !== undefined) throw left.error;
  }

  function leave(error: unknown, work: () => Operation<void>): Promise<void> {
    kept.leave(error);
    // What calls this may be part of what is to be halted.
    const done = Promise.resolve().then(() => run(work));
    onGone(done, error instanceof StoreLostError);
    return done;
  }

  function obey(command: TurnCommand): void {
    switch (command.type) {
      case 'emit':
        return log.append(tellable(command.event));
      case 'reply':
        return log.reply(command.to, tellable(command.event));
      case 'rest':
        return log.rest();
      case 'run_model': {
        const { conversationId, iteration } = now();
        offered = offeredTools(tools, shows);
        const asked = { messages: command.messages, tools: offered, turn: { conversationId, iteration } };
        return background.run(() => runModel(asked, options, kept.dispatch));
      }
      case 'respond':
      case 'resolve':
        background.run(() => calls.obey(command));
        if (!tenant.isHeld()) taking = tenant.hold(true).catch(() => undefined);
        return;
      case 'start_call':
      case 'interrupt_call':
      case 'abort_call':
        return background.run(() => calls.obey(command));
      case 'await_interruption':
        return later(limits.interruptionTime, { type: 'interruption_overdue', callIds: command.callIds });
      case 'await_answers':
        return later(limits.patience, { type: 'answers_overdue', messages: command.messages });
    }
  }

  function later(milliseconds: number, input: TurnInput): void {
    if (milliseconds === Infinity) return;
    background.run(function* () {
      yield* sleep(Math.min(milliseconds, longestTimer));
      kept.dispatch(input);
    });
  }

  const conversation = {
    /** The current or last turn. */
    current: now,
    /** Roughly how many characters it keeps. */
    size: () => log.size() + kept.size(),
    /**
     * Take a request in, and read the events after its revision.
     *
     * @throws {MovedError} if another process goes on with the conversation
     */
    async post(body: PostBody, { owner, messages, isCurrent }: PostOptions): Promise<Reading> {
      refuseGone();
      const { host, revision } = body;
      if (host === undefined && log.pages() >= limits.perOwner) throw tooManyStreams();
      // A host offers its tools itself, whatever a page can show.
      if (policy.runsModel) shows = { enabledPlugins: body.enabledPlugins, capabilities: body.capabilities };
      const reader = crypto.randomUUID();
      const newest = isCurrent || host !== undefined ? log.revision() : undefined;
      const after = host === undefined ? (revision ?? newest) : newest;
      // Leave an infinite `keepAlive` out: JSON has no infinity. A client with a revision already knows the server.
      const capabilities = keepAlive < Infinity ? { keepAlive } : {};
      const greeting = revision === undefined ? ({ type: 'session_info', capabilities } as const) : undefined;
      const reading = log.read({ reader, isHost: host !== undefined, after, owner, greeting });
      const to = { turn: now(), key, policy, isVolatile: conversations.store.isVolatile === true };
      const { inputs, replies } = inputsOf(body, messages, { owner, reader }, to);
      inputs.forEach(kept.dispatch);
      await flush();
      await taking;
      // Nothing of the request was recorded, and no byte of the response was sent.
      refuseGone();
      for (const event of replies) reading.reply(tellable(event));
      return reading;
    },
    isCurrent: kept.isCurrent,
    /** Resolves when everything up to now is recorded. */
    settled: flush,
    /** Replace the conversation with the history that the host sent. */
    replace(next: Turn): void {
      kept.replace(next);
      log.restart();
    },
    look: kept.look,
    dueAt: calls.dueAt,
    rested: kept.rested,
    /**
     * Let go of a conversation at rest, so that only its record is left.
     *
     * @returns false if something runs
     */
    async park(): Promise<boolean> {
      if (gone() !== undefined || !kept.isAtRest()) return false;
      await leave(new MovedError(), function* () {
        yield* calls.park();
        yield* halt();
      });
      return true;
    },
    /** Halt everything that runs here, and end every reader. What was halted goes on in another process. */
    async close(): Promise<void> {
      // A store that does not answer holds nothing up for longer than a tool's clean-up may.
      const inTime = (work: Promise<void>) => run(() => within(cleanupTime, () => until(work)));
      await inTime(tenant.settled());
      if (gone() === undefined) await leave(new MovedError(), halt);
      log.close();
      await inTime(tenant.settled().then(tenant.abandon));
    },
  };
  return {
    conversation,
    tenantOf: calls.tenantOf,
    takeOver: () => tenant.hold(),
    /** Give up what was to be opened. */
    discard: () => drop(new MovedError(), false),
    /** Go on with a turn that was read from its record. */
    restore(known: Turn, messages: readonly ChatMessage[], open: ReadonlyMap<string, OpenCall>, goesOn: boolean) {
      for (const [callId, { session }] of open) if (session !== undefined) calls.adopt(callId, session);
      kept.restore(known, messages);
      for (const [callId, { fault: error }] of open) {
        if (error === undefined) continue;
        const isLost = error instanceof StoreLostError;
        onEvent({ type: 'error', where: isLost ? 'store' : 'session', error });
        if (!isLost) kept.dispatch({ type: 'call_failed', callId, message: error.message, by: 'server' });
      }
      if (goesOn) kept.dispatch({ type: 'resumed' });
    },
  };
}
