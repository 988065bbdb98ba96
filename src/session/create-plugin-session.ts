import { byteLength } from '../base/byte-length.ts';
import { race, scoped, spawn, suspend, until, withResolvers, type Operation, type Scope, type Task } from 'effection';
import type { ChatProvider } from '../protocol/chat-provider.ts';
import type { ElicitIssue, ElicitRequest } from '../protocol/elicit-request.ts';
import type { ElicitResult } from '../protocol/elicit-result.ts';
import { mostEntries } from '../protocol/wire-schemas.ts';
import type { BridgeElicit, BridgeEvent, BridgeSample } from '../runtime/bridge-event.ts';
import { createBridgeHost, type BridgeHost, type BridgeHostOptions } from '../runtime/bridge-host.ts';
import type { Checked, Settlement } from '../runtime/check-answer.ts';
import { JournalFullError } from '../runtime/errors.ts';
import { sleepsUntil, type ClosedQuestion, type JournalEntry } from '../runtime/journal.ts';
import { changeableOf, wayOf, type Passed } from '../runtime/way-of.ts';
import type { StoreCommit } from '../store/durable-store.ts';
import { StoreLostError } from '../store/store-lost.ts';
import type { AnyMcpTool } from '../tool/tool-facts.ts';
import { answerSample } from './answer-sample.ts';
import { checkWithin } from './check-within.ts';
import { elicitRequestOf } from './elicit-request-of.ts';
import { createEventLog } from './event-log.ts';
import { createGoingBack } from './going-back.ts';
import { internalError, JournalError, runToOutcome } from './run-outcome.ts';
import type {
  AbortedBy,
  PluginSession,
  PluginSessionEvent,
  RespondToElicitOutcome,
  SessionOutcome,
} from './plugin-session.ts';
import type { OnServerEvent, TellOfSession } from './server-event.ts';
import { createSessionEnding } from './session-ending.ts';
import { toolLimitsOf, type SessionLimits } from './session-limits.ts';
import { createSessionTimes } from './session-times.ts';
import {
  applyChange,
  findPending,
  openEntry,
  outcomeOf,
  remainsOf,
  type SessionAnswer,
  type SessionChange,
  type ToolSessionEntry,
  type ToolSessionStore,
} from './tool-session-store.ts';
import { nextAsked, over, runOver, stopRun, tellAsked, type ToolRun } from './tool-run.ts';
import { within } from '../base/wait.ts';

export interface SessionOptions {
  /** Runs live here, so they outlast the request that started them. */
  scope: Scope;
  store: ToolSessionStore;
  provider: ChatProvider;
  /** Undefined only for a call that has ended. */
  tool: AnyMcpTool | undefined;
  entry: ToolSessionEntry;
  /** The arguments as the tool's schema parsed them, if this process has just parsed them. */
  parsed?: { readonly value: unknown } | undefined;
  limits: SessionLimits;
  onEvent: OnServerEvent;
  /** Who may write to the record. @default this process */
  holder?: SessionHolder | undefined;
  /** Called once, when the call has ended. */
  onEnded(): Operation<void>;
}

/** Holds the right to go on with calls, such as the lease of their conversation. */
export interface SessionHolder {
  /** The calls were left by a process that is gone, in the middle of its work. */
  readonly takesOver: boolean;
  /** Resolves when this process may write. Rejects if another one has the calls. */
  hold(): Promise<void>;
  /**
   * Write a call's first record, and note in the same commit that it has begun.
   *
   * @returns the version of what is written
   * @throws as `hold`
   */
  begin?(callId: string, record: StoreCommit): Promise<string>;
  /** A record could not be written. The holder drops the calls: their records say how to go on. */
  lost(error: unknown): void;
}

/** A session that the manager can start. The tool runs from the beginning, replaying its journal if it has one. */
export interface StartableSession extends PluginSession {
  readonly owner: string | undefined;
  readonly createdAt: number;
  start(): Operation<void>;
  /**
   * Let go of the call here while it waits for the person, as `cool` does, and stop its timers.
   *
   * @param asked - ids of samples that may be under way: the next run asks the model again. @default none
   * @returns false if something else runs, or the call has ended
   */
  park(asked?: ReadonlySet<string>): Operation<boolean>;
  /** Let go of the call here. Its record stays as it is, and no reader hears of it. */
  drop(): Operation<void>;
}

/**
 * Make a session from its stored entry. It is cold: its tool does not run until `start`.
 *
 * Only one thing closes a question: the run appends an entry to the journal while the question waits. An answer, a
 * deadline, an interruption and a lost race all go this way, and the first one counts.
 */
export function createPluginSession(options: SessionOptions): StartableSession {
  const { scope, store, provider, tool, limits, onEvent, holder, onEnded } = options;
  const { id, callId, toolName, createdAt } = options.entry;
  const events = createEventLog();
  const ending = createSessionEnding(options.entry.outcome !== undefined, conclude);
  // A record of an earlier version has none.
  const toolLimits = options.entry.limits ?? toolLimitsOf(limits);
  const times = createSessionTimes({
    toolName,
    sessionTtl: limits.sessionTtl,
    toolRunTime: toolLimits.timeout,
    changedAt: options.entry.changedAt,
    onOver: (reason) => background(() => abort(reason, 'timeout')),
    onExpired: (elicitId) => background(() => expire(elicitId)),
    // This changes nothing if the sleep had lost its race before.
    onSlept: () => background(start),
  });
  const tell: TellOfSession = (event) => onEvent({ sessionId: id, toolName, ...event });
  /** As this process wrote it last. */
  let record = openEntry(options.entry);
  let { parsed } = options;
  let run: ToolRun | undefined;
  let isInterrupted = false;
  let samples = 0;
  /** Bytes of the first entries of the journal, and how many these are. */
  let bytes = 0;
  let counted = 0;
  const inBackground = new Set<Task<unknown>>();
  let isDropped = false;
  /** A write failed, and the store may have it or not. */
  let isUnsure = false;
  const runsOnce = tool?.runsOnce === true;
  /** Something waits for ever, since the holder has lost the call. */
  const lost = withResolvers<void>();
  /** When this process asked, by `elicitId`. Another process asked what waits now when it wrote the record last. */
  const askedAt = new Map<string, number>();
  const openedAt = options.entry.changedAt ?? createdAt;
  let hasStepped = false;
  const ended = (outcome: SessionOutcome): PluginSessionEvent => {
    const isChanged = hasStepped || record.journal.some(isEffect);
    return { type: 'ended', outcome, ...(isChanged && { hasStepped: true }) };
  };
  if (record.outcome !== undefined) events.add(ended(record.outcome));
  for (const { elicitId, expiresAt } of record.pending) times.waits(elicitId, expiresAt);
  if (record.pending.length > 0) times.sleeps(sleepsUntil(wayOf(record.journal).passed.map(({ entry }) => entry)));
  if (record.outcome === undefined && record.pending.length === 0) {
    // The process that wrote this entry may have died before it told its readers.
    const closing = record.journal.at(-1);
    if (closing?.kind === 'revise' || closing?.kind === 'undo') tellStanding();
    else if (closing?.question !== undefined) events.add(settledEvent(closing));
  }

  const goingBack = createGoingBack({
    callId,
    isDurable: store.isDurable === true,
    ending,
    checkTime: limits.checkTime,
    record: () => record,
    *append(entry) {
      if (!(yield* commit({ append: entry }))) throw gone();
    },
    isChangeable: (elicitId) =>
      record.pending.some((waiting) => withChangeable(waiting).changeable?.includes(elicitId)),
    checkAt,
    askingOf,
    lookUp,
    leave,
    start,
    background,
    mistrust: () => (isUnsure = true),
    withdraw,
    tellStanding,
    tell,
    onToolError: (error) => onEvent({ type: 'error', where: 'tool', error }),
  });

  function* commit(change: SessionChange): Operation<boolean> {
    try {
      if (holder !== undefined) yield* orDropped(holder, () => until(holder.hold()));
      const write = () => store.commit(id, change);
      const isDone = yield* holder !== undefined && store.isDurable === true ? orDropped(holder, write) : write();
      if (isDone) applyChange(record, change);
      return isDone;
    } catch (cause) {
      // Hide the store's own message from the model and the person.
      throw new JournalError({ cause });
    }
  }

  /**
   * Do this, or never go on: if it fails, the holder drops the call. Nothing that happens here counts any more, so
   * nobody is told of a failure.
   */
  function* orDropped<T>(by: SessionHolder, work: () => Operation<T>): Operation<T> {
    try {
      return yield* work();
    } catch (error) {
      by.lost(error);
      lost.resolve();
      yield* suspend();
      throw error;
    }
  }

  function gone(): JournalError {
    return new JournalError({ cause: new Error(`The store does not hold the session ${id} any more.`) });
  }

  /** Why the call may begin nothing new: its journal is full. */
  function refusal(): JournalFullError | undefined {
    const limit = reached(1);
    const most = limit === 'journalEntries' ? `${limits.journalEntries} outcomes` : `${limits.journalBytes} bytes`;
    return limit && new JournalFullError(toolName, most, limit);
  }

  /** The limit that the journal has reached this part of. */
  function reached(part: number): 'journalEntries' | 'journalBytes' | undefined {
    const { journalEntries, journalBytes } = limits;
    if (record.journal.length >= journalEntries * part) return 'journalEntries';
    for (; counted < record.journal.length; counted += 1) bytes += byteLength(JSON.stringify(record.journal[counted]));
    return bytes >= journalBytes * part ? 'journalBytes' : undefined;
  }

  /** Append an entry to the journal. An entry that closes a question counts only while that question waits. */
  function* append(entry: JournalEntry): Operation<JournalEntry | undefined> {
    const { question } = entry;
    if (ending.isOver) return undefined;
    if (question === undefined) {
      if (yield* commit({ append: entry })) return entry;
      throw gone();
    }
    const pending = findPending(record, question.elicitId);
    if (pending === undefined) return undefined;
    const { elicitId, attempt } = pending;
    if (question.attempt !== undefined && question.attempt !== attempt) return undefined;
    const isFirst = yield* commit({ asked: { elicitId, attempt }, append: entry });
    // The call was stopped during the write, so there is no tool left to tell.
    if (ending.isOver) return undefined;
    return isFirst ? closed(entry, pending) : yield* catchUp(pending);
  }

  /** Adopt what the store holds: our own write whose reply was lost, or another process's write. */
  function* catchUp(asked: ElicitRequest): Operation<JournalEntry | undefined> {
    const stored = yield* store.get(id);
    if (stored === null) return undefined;
    record = openEntry(stored);
    const entry = stored.journal.find(({ question }) => question?.elicitId === asked.elicitId);
    if (entry !== undefined) return closed(entry, asked);
    const again = findPending(stored, asked.elicitId);
    if (again !== undefined) announce(again);
    return undefined;
  }

  /** Report that a question is closed. */
  function closed(entry: JournalEntry, { elicitId, key }: ElicitRequest): JournalEntry {
    const result = resultOf(entry);
    const { action } = result;
    const reason = action === 'cancel' ? result.reason : undefined;
    run?.asking.delete(elicitId);
    tellAsked(run);
    times.closed(elicitId);
    if (record.pending.length === 0) times.running();
    events.add(settledEvent(entry));
    // It can be changed while others wait.
    for (const waits of record.pending.map(withChangeable)) {
      if (waits.changeable?.includes(elicitId)) events.add({ type: 'elicit_request', request: waits });
    }
    tell({
      type: 'settled',
      elicitId,
      key,
      action,
      reason,
      duration: Date.now() - (askedAt.get(elicitId) ?? openedAt),
    });
    askedAt.delete(elicitId);
    return entry;
  }

  function announce(request: ElicitRequest): void {
    const { elicitId, key, attempt, expiresAt } = request;
    times.waiting(elicitId, expiresAt);
    events.add({ type: 'elicit_request', request: withChangeable(request) });
    tell({ type: 'asked', elicitId, key, attempt });
  }

  function withChangeable(request: ElicitRequest): ElicitRequest {
    // Half of the journal is for the way on, which a call that is full could not go.
    const isClosed = runsOnce || isInterrupted || reached(1 / 2) !== undefined;
    const changeable = isClosed ? [] : changeableOf(wayOf(record.journal)).slice(0, mostChangeable);
    return changeable.length === 0 ? request : { ...request, changeable };
  }

  function hostOf(of: AnyMcpTool, passed: readonly Passed[], more: Partial<BridgeHostOptions>): BridgeHost {
    return createBridgeHost({
      tool: of,
      params: record.params,
      parsed: parsed ?? (record.parsed === undefined ? undefined : { value: structuredClone(record.parsed) }),
      callId,
      owner: options.entry.owner,
      parent: options.entry.parent,
      clock: times.clock,
      limits: toolLimits,
      maxContextBytes: limits.contextBytes,
      isDurable: store.isDurable,
      journal: passed.map(({ entry }) => entry),
      ...more,
    });
  }

  /** Check an answer to a question of the journal with what the tool knew when it asked. Another run may wait. */
  function* checkAt(replayTo: string, sent: ElicitResult<unknown>): Operation<Checked | undefined> {
    if (tool === undefined) return undefined;
    const asked = withResolvers<void>();
    const host = hostOf(tool, wayOf(record.journal).passed, { replayTo, replayOnly: true, onReplayed: asked.resolve });
    // The call goes on in another run, whatever becomes of the check.
    host.leave();
    return yield* scoped(function* () {
      yield* spawn(host.run);
      yield* asked.operation;
      return yield* host.check(replayTo, sent);
    });
  }

  function* start(): Operation<void> {
    if (run?.isParked) {
      const parked = run;
      // It may hold something that it never gives back.
      yield* within(limits.cleanupTime, () => runOver(parked));
      if (run === parked) run = undefined;
    }
    if (isDropped) yield* suspend();
    if (isUnsure) yield* readAgain();
    if (run !== undefined || ending.isOver || tool === undefined) return;
    const { passed, turns, toUndo } = wayOf(record.journal);
    const replayed = withResolvers<void>();
    const host = hostOf(tool, passed, {
      append,
      refusal,
      onStepped: (ended) => tell({ type: 'step_ended', ...ended }),
      ...(turns > 0 && { mark: `~${turns}` }),
      onReplayed: replayed.resolve,
      replayOnly: toUndo.length > 0,
    });
    // Use the parsed value for the first run only: the tool may change it.
    parsed = undefined;
    const { operation } = replayed;
    const begun: ToolRun = { host, replayed: operation, asking: new Map(), onAsked: new Set(), isParked: false };
    run = begun;
    times.sleeps(Infinity);
    if (record.pending.length === 0) times.running();
    begun.task = scope.run(function* () {
      const outcome = yield* runHandled(begun);
      yield* ending.end(outcome);
    });
    // Its process ended on the way back.
    if (toUndo.length > 0) goingBack.resume(begun);
  }

  /** Adopt what the store holds: it may have what seemed to fail. */
  function* readAgain(): Operation<void> {
    const stored = yield* store.get(id);
    isUnsure = false;
    if (stored === null) return;
    const withdrawn = record.pending.filter(({ elicitId }) => findPending(stored, elicitId) === undefined);
    record = openEntry(stored);
    if (withdrawn.length === 0) return;
    tellStanding();
    withdraw(withdrawn.map(({ elicitId }) => elicitId));
  }

  /** These questions wait no more. */
  function withdraw(elicitIds: readonly string[]): void {
    times.running();
    for (const elicitId of elicitIds) {
      times.closed(elicitId);
      // For clients that do not know `elicit_revised`.
      events.add({ type: 'elicit_settled', elicitId, action: 'cancel' });
    }
  }

  /** Run the tool and handle its events. A failing handler ends the call, since the tool would go unheard. */
  function* runHandled(begun: ToolRun): Operation<SessionOutcome> {
    try {
      return yield* scoped(function* () {
        yield* spawn(function* () {
          for (;;) yield* handle(begun, (yield* begun.host.events.next()).value);
        });
        return yield* runToOutcome(begun.host, (error) => tell({ type: 'tool_failed', error }), report);
      });
    } catch (error) {
      report(error);
      return { status: 'failed', error: internalError };
    }
  }

  function* handle(begun: ToolRun, event: BridgeEvent): Operation<void> {
    switch (event.type) {
      case 'log':
      case 'progress':
        events.add(event);
        return;
      case 'sample':
        yield* spawn(() => sample(event));
        return;
      case 'elicit':
        yield* ask(begun, event);
        return;
      case 'idle':
        events.add({ type: 'waiting' });
    }
  }

  function* sample(event: BridgeSample): Operation<void> {
    samples += 1;
    try {
      const outcome = yield* race([answerSample(provider, callId, event, limits, onEvent), event.abandoned]);
      if (outcome !== undefined) event.respond(outcome);
    } finally {
      samples -= 1;
    }
  }

  /** Handle a question from the tool: a new one, or the pending one in a replay. */
  function* ask(begun: ToolRun, event: BridgeElicit): Operation<void> {
    const isNew = findPending(record, event.elicitId) === undefined;
    const isAsked = yield* event.hold(function* () {
      if (isNew) {
        const request = elicitRequestOf(event, record);
        askedAt.set(event.elicitId, Date.now());
        // A question that is not stored could never be answered.
        if (!(yield* commit({ ask: request }))) throw gone();
        if (!isInterrupted) announce(request);
      }
      begun.asking.set(event.elicitId, event);
    });
    tellAsked(begun);
    if (isAsked && isInterrupted) yield* event.settle(interruption);
  }

  /** Find the question in the running tool, which alone can check an answer. Start the tool if it is cold. */
  function* askingOf(elicitId: string): Operation<{ begun: ToolRun; asking: BridgeElicit } | undefined> {
    yield* start();
    const begun = run;
    while (begun !== undefined && findPending(record, elicitId) !== undefined && !begun.asking.has(elicitId)) {
      if ((yield* race([nextAsked(begun), over(begun)])) === 'over') break;
    }
    const asking = begun?.asking.get(elicitId);
    return begun !== undefined && asking !== undefined ? { begun, asking } : undefined;
  }

  /**
   * Act on the pending question, or on its next run if one was dropped meanwhile.
   *
   * @returns undefined if the question no longer waits
   */
  function* act<T>(elicitId: string, on: (asking: BridgeElicit) => Operation<T | undefined>): Operation<T | undefined> {
    for (;;) {
      const found = yield* askingOf(elicitId);
      if (found === undefined) return undefined;
      const done = yield* on(found.asking);
      if (done !== undefined) return done;
      yield* runOver(found.begun);
      if (ending.isOver) return undefined;
    }
  }

  /** Close the pending question. @returns false if something else closed it */
  function* settle(elicitId: string, end: Settlement, answer?: Omit<ClosedQuestion, 'elicitId'>): Operation<boolean> {
    return (yield* act(elicitId, (asking) => asking.settle(end, answer))) ?? false;
  }

  function* expire(elicitId: string): Operation<void> {
    try {
      yield* settle(elicitId, { action: 'cancel', reason: 'expired' });
    } catch (error) {
      if (findPending(record, elicitId) !== undefined) times.waiting(elicitId, Date.now() + anotherTry);
      throw error;
    }
  }

  function* lookUp(answer: SessionAnswer): Operation<RespondToElicitOutcome> {
    return outcomeOf(yield* store.recall(id), answer);
  }

  /** Tell which answer counts, and which questions count no more. */
  function tellStanding(): void {
    const { revised } = wayOf(record.journal);
    if (revised !== undefined) events.add({ type: 'elicit_revised', ...revised });
  }

  function* respond(answer: SessionAnswer): Operation<RespondToElicitOutcome> {
    const { elicitId, attempt, owner, answerId, result, revises } = answer;
    const pending = findPending(record, elicitId);
    if (revises !== undefined && pending === undefined) return yield* goingBack.revise(answer);
    const isMine = record.owner === undefined || record.owner === owner;
    // Only an answer to the current attempt of the pending question can change anything.
    const isOpen = !ending.isOver && isMine && pending?.attempt === attempt;
    const found = isOpen ? yield* askingOf(elicitId) : undefined;
    if (!isOpen || found === undefined) {
      // Its end says what became of the answer.
      if (ending.isOver) yield* ending.concluded();
      return yield* lookUp(answer);
    }
    const onToolError = (error: unknown) => onEvent({ type: 'error', where: 'tool', error });
    const checked = yield* checkWithin(limits.checkTime, found.asking, result, onToolError);
    if (checked === undefined) {
      // Wait until the entry that closed the question is written, then look it up.
      yield* found.asking.hold(nothing);
    } else if (checked.ok) {
      const isFirst = yield* settle(elicitId, checked.settlement, { attempt, owner, answerId });
      if (isFirst) return { outcome: 'recorded' };
    } else if (yield* askAgain(pending, checked.issues)) {
      return { outcome: 'refused' };
    }
    return yield* lookUp(answer);
  }

  /** @returns false if the question no longer waits for this attempt */
  function* askAgain(pending: ElicitRequest, issues: readonly ElicitIssue[]): Operation<boolean> {
    const { elicitId, attempt, key } = pending;
    let isRefused = false;
    const refuse = () => {
      isRefused = true;
      tell({ type: 'refused', elicitId, key, attempt });
    };
    if (isInterrupted || attempt >= limits.attempts) {
      refuse();
      yield* settle(elicitId, isInterrupted ? interruption : { action: 'cancel', reason: 'failed' }, { attempt });
      return true;
    }
    const again = { ...pending, attempt: attempt + 1, issues };
    function* ask(): Operation<void> {
      if (!(yield* commit({ asked: { elicitId, attempt }, ask: again }))) return;
      refuse();
      // After an interruption the question is closed next, so don't ask it again.
      if (!isInterrupted) announce(again);
    }
    yield* act(elicitId, (asking) => asking.hold(ask));
    return isRefused;
  }

  function* abort(reason: string | undefined, by: AbortedBy): Operation<void> {
    function* stop(): Operation<void> {
      const begun = run;
      // A step that is stopped in the middle is not in the journal.
      hasStepped ||= begun?.host.isStepping() === true;
      if (begun !== undefined) yield* within(limits.cleanupTime, () => stopRun(begun));
    }
    // Run this in the session's scope, so that it finishes even if the caller is halted.
    const stopping = scope.run(function* () {
      try {
        yield* within(limits.cleanupTime, warmUp);
      } catch (error) {
        report(error);
      }
      yield* ending.end({ status: 'aborted', by, reason }, stop);
      // If another caller stopped the session first, wait until that is done.
      yield* ending.concluded();
    });
    // A call that is lost here never concludes here.
    yield* race([stopping, lost.operation]);
  }

  /** Let the tool get to where it was, so that its clean-up knows of it. What goes back is let finish. */
  function* warmUp(): Operation<void> {
    yield* goingBack.settled();
    if (record.pending.length > 0) yield* start();
    if (run !== undefined) yield* race([run.replayed, over(run)]);
  }

  function* conclude(outcome: SessionOutcome): Operation<void> {
    times.stop();
    const change: SessionChange = { outcome };
    applyChange(record, change);
    // The call is over even if its end cannot be written.
    for (const write of [() => commit(change), onEnded]) {
      try {
        yield* write();
      } catch (error) {
        report(error);
      }
    }
    events.add(ended(outcome));
    const { status } = outcome;
    const by = outcome.status === 'aborted' ? outcome.by : undefined;
    const code = outcome.status === 'failed' ? outcome.error.code : undefined;
    // Who lets go of a call tells so.
    if (!isDropped) tell({ type: 'session_ended', status, by, code, duration: Date.now() - createdAt });
  }

  function background(work: () => Operation<unknown>): void {
    const task = scope.run(work);
    inBackground.add(task);
    const onOver = () => inBackground.delete(task);
    task.then(onOver, (error: unknown) => {
      onOver();
      if (!ending.isOver && !isDropped) report(error);
    });
  }

  function report(error: unknown): void {
    const thrown = error instanceof JournalError ? error.cause : error;
    onEvent({ type: 'error', where: thrown instanceof StoreLostError ? 'store' : 'session', error: thrown });
  }

  /** Halt what deadlines have begun. Do not wait for it: it may be what drops the call. */
  function haltBackground(): void {
    isDropped = true;
    for (const task of inBackground) task.halt().catch(() => undefined);
  }

  function isAtWork(asked: ReadonlySet<string>): boolean {
    return run !== undefined && !run.isParked && run.host.isAtWork(asked);
  }

  function* leave(begun: ToolRun): Operation<void> {
    times.sleeps(begun.host.sleepsUntil());
    begun.asking.clear();
    begun.isParked = true;
    // A run that cannot be repeated has nobody who goes on.
    if (!runsOnce) begun.host.leave();
    yield* scope.run(() => within(limits.cleanupTime, () => stopRun(begun)));
  }

  return {
    id,
    callId,
    createdAt,
    toolName,
    runsOnce,
    get owner() {
      return record.owner;
    },
    start,
    *status() {
      const { status } = remainsOf(record);
      return status === 'running' && samples > 0 ? 'awaiting_sample' : status;
    },
    pending: () => record.pending.map(withChangeable),
    getEvents: (after = 0) => events.after(after),
    *respondToElicit(
      elicitId,
      result,
      { attempt = findPending(record, elicitId)?.attempt ?? 1, owner, answerId, revises } = {},
    ) {
      const answered = yield* ofStore(() => respond({ elicitId, result, attempt, owner, answerId, revises }));
      const { outcome } = answered;
      if (outcome !== 'recorded' && outcome !== 'refused' && outcome !== 'revised') {
        tell({ type: 'answer_ignored', elicitId, outcome });
      }
      return answered;
    },
    *interrupt() {
      isInterrupted = true;
      for (const { elicitId } of record.pending) yield* ofStore(() => settle(elicitId, interruption));
    },
    abort: (reason, by = 'user') => abort(reason, by),
    *cool() {
      const begun = run;
      const [asking] = begun?.asking.values() ?? [];
      if (runsOnce || ending.isOver || begun === undefined || asking === undefined) return false;
      if (!(yield* asking.park())) return false;
      // It may have been parked before it could say so.
      events.add({ type: 'waiting' });
      yield* leave(begun);
      return !ending.isOver;
    },
    *park(asked = noSamples) {
      const isWaiting = record.pending.length > 0 || asked.size > 0;
      if (runsOnce || ending.isOver || !isWaiting || goingBack.isTurning() || isAtWork(asked)) return false;
      // From now on no deadline sets anything going.
      times.stop();
      if (run !== undefined && !run.isParked) {
        const [asking] = run.asking.values();
        const parking = asked.size > 0 ? run.host.park(asked) : asking?.park();
        if (parking === undefined || !(yield* race([parking, lost.operation]))) return false;
        yield* leave(run);
      }
      haltBackground();
      return !ending.isOver;
    },
    *drop() {
      times.stop();
      isDropped = true;
      if (run !== undefined) yield* leave(run);
      haltBackground();
    },
    isCold: () => run === undefined || run.isParked,
    isAtWork,
    due: () => Math.min(times.due(), run === undefined || run.isParked ? Infinity : run.host.sleepsUntil()),
  };
}

const noSamples: ReadonlySet<string> = new Set();

const interruption: Settlement = { action: 'cancel', reason: 'interrupted' };

/** How many answers of a call can be changed at a time: the last ones. */
const mostChangeable = mostEntries.changeable;

/** The step may have changed something outside. */
function isEffect({ kind, back, key }: JournalEntry): boolean {
  return (kind === 'step' && back !== 'free') || (kind === 'started' && !key.startsWith('undo:'));
}

/** Wait this long, in milliseconds, before closing an expired question again after a failure. */
const anotherTry = 1000;

function* nothing(): Operation<void> {}

/** Unwrap a `JournalError`, so that the host gets the error that the store threw. */
function* ofStore<T>(operation: () => Operation<T>): Operation<T> {
  try {
    return yield* operation();
  } catch (error) {
    throw error instanceof JournalError ? error.cause : error;
  }
}

/** The result with which an entry closed its question. */
function resultOf({ outcome }: JournalEntry): ElicitResult<unknown> {
  return (outcome.ok ? outcome.value : undefined) as unknown as ElicitResult<unknown>;
}

function settledEvent(entry: JournalEntry): PluginSessionEvent {
  const { elicitId = '', answerId } = entry.question ?? {};
  return { type: 'elicit_settled', elicitId, action: resultOf(entry).action, answerId };
}
