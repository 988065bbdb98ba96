import { byteLength } from '../base/byte-length.ts';
import { race, scoped, spawn, suspend, until, withResolvers, type Operation, type Scope, type Task } from 'effection';
import type { ElicitIssue, ElicitRequest } from '../protocol/elicit-request.ts';
import type { ElicitResult } from '../protocol/elicit-result.ts';
import { mostEntries } from '../protocol/wire-schemas.ts';
import type { BridgeElicit, BridgeEvent, BridgeSample } from '../runtime/bridge-event.ts';
import { createBridgeHost, type BridgeHost, type BridgeHostOptions } from '../runtime/bridge-host.ts';
import type { Checked, Settlement } from '../runtime/check-answer.ts';
import { JournalFullError } from '../runtime/errors.ts';
import { sleepsUntil, type ClosedQuestion, type JournalEntry, type OperationOutcome } from '../runtime/journal.ts';
import { changeableOf, wayOf, type Passed } from '../runtime/way-of.ts';
import { MovedError } from '../store/tenant.ts';
import type { Writer } from '../store/tenant.ts';
import type { AnyMcpTool } from '../tool/tool-facts.ts';
import { checkWithin } from './check-within.ts';
import { elicitRequestOf, offered } from './elicit-request-of.ts';
import { createEventLog } from './event-log.ts';
import { createGoingBack } from './going-back.ts';
import { runToOutcome, serverFailed } from './run-outcome.ts';
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
import { findPending, outcomeOf, remainsOf, type SessionAnswer, type SessionRemains } from './call-entry.ts';
import type { CallRecord } from './call-record.ts';
import { nextAsked, over, runOver, stopRun, tellAsked, type ToolRun } from './tool-run.ts';
import { within } from '../base/wait.ts';

export interface SessionOptions {
  /** Runs live here, so they outlast the request that started them. */
  scope: Scope;
  call: CallRecord;
  host: CallHost & Required<Pick<CallHost, 'sample'>>;
  /** Undefined only for a call that has ended. */
  tool: AnyMcpTool | undefined;
  /** The arguments as the tool's schema parsed them, if this process has just parsed them. */
  parsed?: { readonly value: unknown } | undefined;
  limits: SessionLimits;
  onEvent: OnServerEvent;
  /** Who writes the record. @default nobody: it is in memory alone */
  tenant?: CallTenant | undefined;
  /** Called once, when the call has ended. */
  onEnded(): void;
}

/** What the host of a call does for it besides asking the person. */
export interface CallHost {
  /** What is there for tools that require it. @default all */
  readonly can?: BridgeHostOptions['can'];
  /** A script answers: questions have no deadlines, and the tool's time goes on while they wait. @default false */
  readonly isScripted?: boolean | undefined;
  /** How many events are kept for readers. @default 1000 */
  readonly mostEvents?: number | undefined;
  /**
   * Answer for the model. What this throws ends the call, and the tool does not hear of it. @default the manager's
   *
   * @param asks - say whether somebody outside is asked, so that nothing comes of this before they answer
   */
  sample?(event: BridgeSample, asks: (isAsked: boolean) => void): Operation<OperationOutcome>;
}

/** Has the right to write a call's record, such as the call's conversation. */
export interface CallTenant {
  /** The call was left by a process that is gone, in the middle of its work. */
  readonly takesOver: boolean;
  /** The next commit writes the call's first record. */
  begin?(): void;
  /** Resolves when this process may write. Rejects as `commit`. */
  hold(): Promise<void>;
  /** The commit that holds how the call ended tells it in another record, too: the call is held once less. */
  tellsEnd?(): boolean;
  /**
   * Write what has changed.
   *
   * @param events - what this means for the call's readers. They hear it when it is kept
   * @returns resolves when it is kept. Rejects if this process may write no more: then the call is dropped. Undefined if
   *   there is nothing to write
   */
  commit(writer: Writer | undefined, events: readonly PluginSessionEvent[]): Promise<void> | undefined;
}

/** A session that the manager can start. The tool runs from the beginning, replaying its journal if it has one. */
export interface StartableSession extends PluginSession {
  readonly call: CallRecord;
  start(): Operation<void>;
  /** End the call, which does not run here. Its readers hear when that is kept. */
  end(outcome: SessionOutcome): void;
  /** Resolves when a call that is ending has ended. Undefined for one that is not. */
  ending(): Operation<void> | undefined;
  /**
   * Let go of the call here while it rests, as `cool` does, and stop its timers. The next run asks the model again.
   *
   * @returns false if something runs, or the call has ended
   */
  park(): Operation<boolean>;
  /**
   * Let go of the call here. Its record stays as it is, and no reader hears of it.
   *
   * @param error - why, for those who wait for something. @default another process goes on with it
   * @param outcome - how it is over for this process's readers. @default it goes on elsewhere
   */
  drop(error?: unknown, outcome?: SessionOutcome): Operation<void>;
  /** Resolves when all that has changed is kept, or cannot be. */
  settled(): Operation<void>;
  /** What is known of the call. */
  remains(): SessionRemains;
  /** What came of an answer that changed nothing. */
  lookUp(answer: SessionAnswer): Operation<RespondToElicitOutcome>;
  /** Change the count of holders. A call that has ended is deleted with the last one. */
  hold(delta: number): Promise<void> | undefined;
}

/**
 * Make a session from its stored entry. It is cold: its tool does not run until `start`.
 *
 * Only one thing closes a question: the run appends an entry to the journal while the question waits. An answer, a
 * deadline, an interruption and a lost race all go this way, and the first one counts.
 */
export function createPluginSession(options: SessionOptions): StartableSession {
  const { scope, call, host: by, tool, limits, onEvent, onEnded } = options;
  const { tenant } = options;
  let { parsed } = options;
  const record = call.entry;
  const { id, callId, toolName, createdAt } = record;
  const events = createEventLog(by.mostEvents);
  const ending = createSessionEnding(record.outcome !== undefined, conclude);
  const toolLimits = record.limits ?? toolLimitsOf(limits);
  const times = createSessionTimes({
    toolName,
    isScripted: by.isScripted,
    sessionTtl: limits.sessionTtl,
    toolRunTime: toolLimits.timeout,
    changedAt: record.changedAt,
    onOver: (reason) => background(() => abort(reason, 'timeout')),
    onExpired: (elicitId) => background(() => settle(elicitId, { action: 'cancel', reason: 'expired' })),
    // This changes nothing if the sleep had lost its race before.
    onSlept: () => background(start),
  });
  const onToolError = (error: unknown) => onEvent({ type: 'error', where: 'tool', error });
  const tell: TellOfSession = (event) => onEvent({ sessionId: id, toolName, ...event });
  let run: ToolRun | undefined;
  let isInterrupted = false;
  let isWaiting = false;
  let samples = 0;
  /** The samples that somebody outside is asked. */
  const outside = new Set<BridgeSample>();
  /** Bytes of the first entries of the journal, and how many these are. */
  let bytes = 0;
  let counted = 0;
  const inBackground = new Set<Task<unknown>>();
  let isDropped = false;
  const runsOnce = tool?.runsOnce === true;
  /** Rejects when this process may write no more of the call. */
  const lost = withResolvers<never>();
  /** When this process asked, by `elicitId`. Another process asked what waits now when it wrote the record last. */
  const askedAt = new Map<string, number>();
  const openedAt = record.changedAt ?? createdAt;
  let hasStepped = false;
  const ended = (outcome: SessionOutcome): PluginSessionEvent => {
    const isChanged = hasStepped || record.journal.some(isEffect);
    return { type: 'ended', outcome, ...(isChanged && { hasStepped: true }) };
  };
  if (record.outcome !== undefined) {
    if (tenant?.tellsEnd?.() === true) call.hold(-1);
    void tellReaders(ended(record.outcome));
  }
  for (const { elicitId, expiresAt } of record.pending) times.waits(elicitId, expiresAt);
  if (record.pending.length > 0) times.sleeps(sleepsUntil(wayOf(record.journal).passed.map(({ entry }) => entry)));
  if (record.outcome === undefined && record.pending.length === 0) {
    // The process that wrote this entry may have died before it told its readers.
    const closing = record.journal.at(-1);
    if (closing?.kind === 'revise' || closing?.kind === 'undo') tellStanding();
    else if (closing?.question !== undefined) void tellReaders(settledEvent(closing));
  }

  const goingBack = createGoingBack({
    callId,
    isDurable: call.writer !== undefined,
    ending,
    checkTime: limits.checkTime,
    record,
    append,
    isChangeable: (elicitId) =>
      record.pending.some((waiting) => withChangeable(waiting).changeable?.includes(elicitId)),
    checkAt,
    askingOf,
    lookUp,
    leave,
    start,
    background,
    withdraw,
    tellStanding,
    tell,
    onToolError,
  });

  /**
   * Tell readers, when all that has changed before is kept.
   *
   * @returns resolves then. Undefined if there is nothing to wait for
   */
  function tellReaders(...news: readonly PluginSessionEvent[]): Promise<void> | undefined {
    const keeping = tenant?.commit(call.writer, news);
    whenKept(keeping, () => news.forEach((event) => events.add(event)));
    return keeping;
  }

  /** Wait until it is kept. If this process may write no more, nothing that happens here counts: the call is dropped. */
  function* kept(keeping: Promise<void> | undefined): Operation<void> {
    if (keeping === undefined) return;
    const failure = yield* until(keeping.then(noFailure, (error: Error) => ({ error })));
    if (failure === undefined) return;
    lost.reject(failure.error);
    yield* suspend();
  }

  /** Wait for something, until this process has the call no more: then this throws why. */
  const unlessLost = <T>(operation: Operation<T>) => race<Operation<T>>([operation, lost.operation]);

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

  /**
   * Append an entry to the journal. An entry that closes a question counts only while that question waits.
   *
   * @param onAppended - tells what follows from it, which is heard when it is kept
   */
  function* append(entry: JournalEntry, onAppended?: () => void): Operation<JournalEntry | undefined> {
    const { question } = entry;
    if (ending.isOver) return undefined;
    if (question === undefined || entry.kind === 'revise') {
      call.change({ append: entry });
      onAppended?.();
      yield* kept(tellReaders());
      return entry;
    }
    const pending = findPending(record, question.elicitId);
    const { attempt = pending?.attempt } = question;
    if (pending?.attempt !== attempt || pending === undefined) return undefined;
    call.change({ append: entry });
    yield* closed(entry, pending);
    // The call was stopped during the write, so there is no tool left to tell.
    return ending.isOver ? undefined : entry;
  }

  /** Report that a question is closed. */
  function* closed(entry: JournalEntry, { elicitId, key }: ElicitRequest): Operation<void> {
    const settled = settledEvent(entry);
    const { action, reason } = settled;
    run?.asking.delete(elicitId);
    tellAsked(run);
    isWaiting = false;
    times.closed(elicitId);
    if (record.pending.length === 0) times.running();
    // It can be changed while others wait.
    const changeable = record.pending.map(withChangeable).filter((waits) => waits.changeable?.includes(elicitId));
    const again = changeable.map((request): PluginSessionEvent => ({ type: 'elicit_request', request }));
    yield* kept(tellReaders(settled, ...again));
    const duration = Date.now() - (askedAt.get(elicitId) ?? openedAt);
    tell({ type: 'settled', elicitId, key, action, reason, duration });
    askedAt.delete(elicitId);
  }

  function announce(request: ElicitRequest): void {
    const { elicitId, key, attempt, expiresAt } = request;
    times.waiting(elicitId, expiresAt);
    const keeping = tellReaders({ type: 'elicit_request', request: withChangeable(request) });
    whenKept(keeping, () => tell({ type: 'asked', elicitId, key, attempt }));
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
      owner: record.owner,
      parent: record.parent,
      can: by.can,
      clock: times.clock,
      limits: toolLimits,
      maxContextBytes: limits.contextBytes,
      isDurable: call.writer !== undefined,
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

  /** These questions wait no more. */
  function withdraw(elicitIds: readonly string[]): void {
    isWaiting = false;
    times.running();
    for (const elicitId of elicitIds) {
      times.closed(elicitId);
      // For clients that do not know `elicit_revised`.
      void tellReaders({ type: 'elicit_settled', elicitId, action: 'cancel' });
    }
  }

  /** Run the tool and handle its events. A failing handler ends the call, since the tool would go unheard. */
  function* runHandled(begun: ToolRun): Operation<SessionOutcome> {
    try {
      return yield* scoped(function* () {
        yield* spawn(function* () {
          for (;;) yield* handle(begun, (yield* begun.host.events.next()).value);
        });
        return yield* runToOutcome(begun.host, (error) => tell({ type: 'tool_failed', error }));
      });
    } catch (error) {
      report(error);
      return serverFailed(error);
    }
  }

  function* handle(begun: ToolRun, event: BridgeEvent): Operation<void> {
    switch (event.type) {
      case 'log':
      case 'progress':
        void tellReaders(event);
        return;
      case 'sample':
        yield* spawn(() => sample(event));
        return;
      case 'elicit':
        yield* ask(begun, event);
        return;
      case 'idle':
        isWaiting = !event.isSampling;
        if (rests()) void tellReaders({ type: 'waiting' });
    }
  }

  function* sample(event: BridgeSample): Operation<void> {
    samples += 1;
    const asks = (isAsked: boolean) => {
      if (!isAsked) outside.delete(event);
      else if (outside.add(event) && rests()) void tellReaders({ type: 'waiting' });
    };
    try {
      const outcome = yield* race([by.sample(event, asks), event.abandoned]);
      // A script answers in the order in which it is asked.
      while (by.isScripted === true && run !== undefined && record.pending.length > 0) yield* nextAsked(run);
      if (outcome !== undefined) event.respond(outcome);
    } finally {
      outside.delete(event);
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
        call.change({ ask: request });
        if (isInterrupted) void tellReaders();
        else announce(request);
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

  function* settled(): Operation<void> {
    const keeping = tellReaders();
    if (keeping !== undefined) yield* until(keeping.catch(noFailure));
  }

  function* lookUp(answer: SessionAnswer): Operation<RespondToElicitOutcome> {
    yield* kept(tellReaders());
    return outcomeOf(remainsOf(record), answer);
  }

  /** Tell which answer counts, and which questions count no more. */
  function tellStanding(): void {
    const { revised } = wayOf(record.journal);
    if (revised !== undefined) void tellReaders({ type: 'elicit_revised', ...revised });
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
    const checked = yield* checkWithin(limits.checkTime, found.asking, result, onToolError);
    if (checked === undefined) {
      // Wait until the entry that closed the question is written, then look it up.
      yield* found.asking.hold(nothing);
    } else if (checked.ok) {
      const isFirst = yield* settle(elicitId, checked.settlement, { attempt, owner, answerId });
      if (isFirst) return { outcome: 'recorded' };
    } else if (yield* askAgain(pending, found.asking, checked.issues)) {
      return { outcome: 'refused' };
    }
    return yield* lookUp(answer);
  }

  /** @returns false if the question no longer waits for this attempt */
  function* askAgain(pending: ElicitRequest, asking: BridgeElicit, issues: readonly ElicitIssue[]): Operation<boolean> {
    const { elicitId, attempt, key } = pending;
    let isRefused = false;
    const refuse = () => {
      isRefused = true;
      whenKept(tellReaders(), () => tell({ type: 'refused', elicitId, key, attempt }));
    };
    if (isInterrupted || attempt >= limits.attempts) {
      refuse();
      yield* settle(elicitId, isInterrupted ? interruption : { action: 'cancel', reason: 'failed' }, { attempt });
      return true;
    }
    // With what the tool offers now: its code may have changed since it asked first.
    const again = { ...pending, ...offered(asking), attempt: attempt + 1, issues };
    function* ask(): Operation<void> {
      if (!call.change({ asked: { elicitId, attempt }, ask: again })) return;
      refuse();
      // After an interruption the question is closed next, so don't ask it again.
      if (!isInterrupted) announce(again);
    }
    yield* act(elicitId, (asking) => asking.hold(ask));
    yield* kept(tellReaders());
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
    yield* unlessLost(stopping);
  }

  /** Let the tool get to where it was, so that its clean-up knows of it. What goes back is let finish. */
  function* warmUp(): Operation<void> {
    yield* goingBack.settled();
    if (record.pending.length > 0) yield* start();
    if (run !== undefined) yield* race([run.replayed, over(run)]);
  }

  function* conclude(outcome: SessionOutcome): Operation<void> {
    times.stop();
    call.change({ outcome });
    if (tenant?.tellsEnd?.() === true) call.hold(-1);
    const end = ended(outcome);
    const keeping = tenant?.commit(call.writer, [end]);
    whenKept(keeping, () => {
      // Who lets go of a call tells so. Before readers hear of the end, the call takes no place any more.
      if (!isDropped) tellEnded(outcome);
      events.add(end);
    });
    yield* kept(keeping);
  }

  function tellEnded(outcome: SessionOutcome): void {
    onEnded();
    const { status } = outcome;
    const by = outcome.status === 'aborted' ? outcome.by : undefined;
    const code = outcome.status === 'failed' ? outcome.error.code : undefined;
    tell({ type: 'session_ended', status, by, code, duration: Date.now() - createdAt });
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
    onEvent({ type: 'error', where: 'session', error });
  }

  /** Halt what deadlines have begun. Do not wait for it: it may be what drops the call. */
  function haltBackground(): void {
    isDropped = true;
    for (const task of inBackground) task.halt().catch(() => undefined);
  }

  const isCold = () => run === undefined || run.isParked;
  const askedOutside = () => new Set([...outside].map(({ sampleId }) => sampleId));
  const isAtWork = () => !isCold() && run!.host.isAtWork(askedOutside());

  function rests(): boolean {
    if (ending.isOver) return false;
    return outside.size > 0 ? !isAtWork() : record.pending.length > 0 && (isWaiting || isCold());
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
    call,
    callId,
    toolName,
    runsOnce,
    start,
    end: (outcome) => background(() => ending.end(outcome)),
    ending: () => (ending.isOver ? ending.concluded() : undefined),
    *status() {
      // An end that is not kept is none.
      yield* settled();
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
      const answer = { elicitId, result, attempt, owner, answerId, revises };
      const answered = yield* unlessLost(respond(answer));
      const { outcome } = answered;
      if (outcome !== 'recorded' && outcome !== 'refused' && outcome !== 'revised') {
        tell({ type: 'answer_ignored', elicitId, outcome });
      }
      return answered;
    },
    *interrupt() {
      isInterrupted = true;
      for (const { elicitId } of record.pending) {
        yield* unlessLost(settle(elicitId, interruption));
      }
    },
    abort: (reason, by = 'user') => abort(reason, by),
    *cool() {
      const begun = run;
      const [asking] = begun?.asking.values() ?? [];
      if (runsOnce || ending.isOver || begun === undefined || asking === undefined) return false;
      if (!(yield* asking.park())) return false;
      // It may have been parked before it could say so.
      void tellReaders({ type: 'waiting' });
      yield* leave(begun);
      return !ending.isOver;
    },
    *park() {
      const asked = askedOutside();
      const waits = record.pending.length > 0 || asked.size > 0;
      if (runsOnce || ending.isOver || !waits || goingBack.isTurning() || isAtWork()) return false;
      // From now on no deadline sets anything going.
      times.stop();
      if (run !== undefined && !run.isParked) {
        const [asking] = run.asking.values();
        const parking = asked.size > 0 ? run.host.park(asked) : asking?.park();
        try {
          if (parking === undefined || !(yield* unlessLost(parking))) return false;
        } catch {
          return false;
        }
        yield* leave(run);
      }
      haltBackground();
      return !ending.isOver;
    },
    *drop(error = new MovedError(), outcome) {
      times.stop();
      isDropped = true;
      lost.reject(error as Error);
      if (outcome !== undefined) events.add(ended(outcome));
      if (run !== undefined) yield* leave(run);
      haltBackground();
    },
    isCold,
    rests,
    settled,
    remains: () => remainsOf(record),
    lookUp: (answer) => unlessLost(lookUp(answer)),
    hold(delta) {
      call.hold(delta);
      return tellReaders();
    },
    due: () => Math.min(times.due(), run === undefined || run.isParked ? Infinity : run.host.sleepsUntil()),
  };
}

const interruption: Settlement = { action: 'cancel', reason: 'interrupted' };

/** How many answers of a call can be changed at a time: the last ones. */
const mostChangeable = mostEntries.changeable;

/** The step may have changed something outside. */
function isEffect({ kind, back, key }: JournalEntry): boolean {
  return (kind === 'step' && back !== 'free') || (kind === 'started' && !key.startsWith('undo:'));
}

const noFailure = () => undefined;

/** Do this when it is kept. */
function whenKept(keeping: Promise<void> | undefined, work: () => void): void {
  if (keeping === undefined) work();
  else keeping.then(work, () => undefined);
}

function* nothing(): Operation<void> {}

/** The result with which an entry closed its question. */
function resultOf({ outcome }: JournalEntry): ElicitResult<unknown> {
  return (outcome.ok ? outcome.value : undefined) as unknown as ElicitResult<unknown>;
}

function settledEvent(entry: JournalEntry): Extract<PluginSessionEvent, { type: 'elicit_settled' }> {
  const { elicitId = '', answerId } = entry.question ?? {};
  const result = resultOf(entry);
  const reason = result.action === 'cancel' ? result.reason : undefined;
  return { type: 'elicit_settled', elicitId, action: result.action, reason, answerId };
}
