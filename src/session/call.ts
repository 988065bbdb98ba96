import { withResolvers, type Operation, type Scope } from 'effection';
import { firstOf } from '../base/coming.ts';
import { within } from '../base/wait.ts';
import type { Settlement } from '../runtime/check-answer.ts';
import { readAnswerer } from '../protocol/person.ts';
import type { JournalEntry } from '../runtime/journal.ts';
import { MovedError } from '../store/tenant.ts';
import type { AnyMcpTool } from '../tool/tool-facts.ts';
import { createBackground } from './background.ts';
import { createCallAnswers } from './call-answers.ts';
import { findPending, statusOf, type SessionAnswer } from './call-entry.ts';
import { createCallWaits } from './call-waits.ts';
import { createCallNews, settledEvent, type CallTenant } from './call-news.ts';
import type { CallRecord } from './call-record.ts';
import { createGoingBack } from './going-back.ts';
import { createJournalBudget } from './journal-budget.ts';
import type { AbortedBy, Call, RespondToElicitOutcome, SessionOutcome } from './plugin-session.ts';
import { aboutSession, type OnServerEvent, type TellOfSession } from './server-event.ts';
import type { CallBounds } from './session-limits.ts';
import { createSessionTimes } from './session-times.ts';
import { createToolRuns, over, stopRun, type CallHost } from './tool-runs.ts';

export interface CallParts {
  /** Runs live here, so they outlast the request that started them. */
  readonly scope: Scope;
  readonly record: CallRecord;
  readonly host: CallHost & Required<Pick<CallHost, 'sample'>>;
  /** Undefined only for a call that has ended. */
  readonly tool: AnyMcpTool | undefined;
  /** The arguments as the tool's schema parsed them, if this process has just parsed them. */
  readonly parsed?: { readonly value: unknown } | undefined;
  readonly limits: CallBounds;
  readonly onEvent: OnServerEvent;
  /** Who writes the record. @default nobody: it is in memory alone */
  readonly tenant?: CallTenant | undefined;
  /** Called once, when the call has ended. */
  onEnded(): void;
}

/** A call that the manager can start. The tool runs from the beginning, replaying its journal if it has one. */
export interface StartableCall extends Call, Pick<InnerCall, 'record' | 'news'> {
  start(): Operation<void>;
  /** End the call, which does not run here. Its readers hear when that is kept. */
  end(outcome: SessionOutcome): void;
  /**
   * Let go of the call here while it rests. The next run asks the model again for what somebody outside was asked.
   *
   * @param keepsTimers - drop only its run: its deadlines still pass here, and an answer starts it again. @default false
   * @returns false if something runs, or the call has ended
   */
  park(keepsTimers?: boolean): Operation<boolean>;
  /**
   * Let go of the call here. Its record stays as it is, and no reader hears of it.
   *
   * @param error - why, for those who wait for something. @default another process goes on with it
   * @param outcome - how it is over for this process's readers. @default it goes on elsewhere
   */
  drop(error?: unknown, outcome?: SessionOutcome): Operation<void>;
  /** The process closes: stop the call, or leave it to the next process. */
  close(): Operation<void>;
  /** What came of an answer that changed nothing. */
  lookUp(answer: SessionAnswer): Operation<RespondToElicitOutcome>;
}

/** A call as its parts see it. */
export interface InnerCall extends CallParts {
  times: ReturnType<typeof createSessionTimes>;
  budget: ReturnType<typeof createJournalBudget>;
  news: ReturnType<typeof createCallNews>;
  runs: ReturnType<typeof createToolRuns>;
  answers: ReturnType<typeof createCallAnswers>;
  waits: ReturnType<typeof createCallWaits>;
  goingBack: ReturnType<typeof createGoingBack>;
  /** Ends every question at once. Undefined until the call is interrupted. */
  readonly interruption: Settlement | undefined;
  readonly tellHost: TellOfSession;
  /** Tell of a fault that is neither the tool's nor the person's. */
  report(error: unknown): void;
  /**
   * Append an entry to the journal. An entry that closes a question counts only while that question waits.
   *
   * @param onAppended - tells what follows from it, which is heard when it is kept
   * @returns the entry when it is kept. Undefined if it does not count
   */
  append(entry: JournalEntry, onAppended?: () => void): Operation<JournalEntry | undefined>;
  /**
   * `stopping`: it is taken to where its clean-up can run. `over`: it has ended, or is being ended. `parked`: only its
   * record is left, and whoever opens that goes on. `dropped`: this process has it no more, and what happens here does
   * not count.
   */
  state(): 'open' | 'stopping' | 'over' | 'parked' | 'dropped';
  /**
   * End the call. Does nothing for one that is over or dropped: the first end counts.
   *
   * @param stop - comes before. It says whether it stopped a step in the middle
   */
  end(outcome: SessionOutcome, stop?: () => Operation<boolean>): Operation<void>;
  /** Wait until everything that follows the end, such as clean-up, is done. */
  concluded(): Operation<void>;
  abort(reason: string | undefined, by: AbortedBy): Operation<void>;
  /** Do this to its end, even if the caller is halted. */
  background(work: () => Operation<unknown>): void;
}

/**
 * Make a call from its stored entry. It is cold: its tool does not run until `start`.
 *
 * Only one thing closes a question: the run appends an entry to the journal while the question waits. An answer, a
 * deadline, an interruption and a lost race all go this way, and the first one counts.
 */
export function createCall(options: CallParts): StartableCall {
  const { scope, record, tool, limits, onEvent } = options;
  const { entry } = record;
  const { id, toolName, createdAt } = entry;
  const runsOnce = tool?.runsOnce === true;
  const inBackground = createBackground(scope, (error) => {
    if ((state === 'open' || state === 'stopping') && !news.isLoss(error)) report(error);
  });
  let interruption: Settlement | undefined;
  let state: ReturnType<InnerCall['state']> = entry.outcome === undefined ? 'open' : 'over';
  const concluded = withResolvers<void>();
  if (state === 'over') concluded.resolve();
  const tellHost: TellOfSession = (event) => onEvent({ ...aboutSession(entry), ...event });
  const report = (error: unknown) => onEvent({ type: 'error', where: 'session', error });
  const call = {
    ...options,
    state: () => state,
    end,
    concluded: () => concluded.operation,
    get interruption() {
      return interruption;
    },
    tellHost,
    report,
    append,
    abort,
    background: inBackground.run,
  } as InnerCall;
  // Keep this order: each part takes some of those before it at once, and finds the others when it acts.
  const times = (call.times = createSessionTimes(call));
  call.budget = createJournalBudget(call);
  const news = (call.news = createCallNews(call));
  const runs = (call.runs = createToolRuns(call));
  const answers = (call.answers = createCallAnswers(call));
  const goingBack = (call.goingBack = createGoingBack(call));
  const waits = (call.waits = createCallWaits(call));
  // The process that wrote this may have died before it told its readers.
  const last = entry.pending.length === 0 ? entry.journal.at(-1) : undefined;
  if (entry.outcome !== undefined) void news.ended(entry.outcome, false);
  else if (last?.kind === 'revise' || last?.kind === 'undo') news.standing();
  else if (last?.question !== undefined) void news.tell([settledEvent(last, entry.owner)]);

  function* append(added: JournalEntry, onAppended?: () => void): Operation<JournalEntry | undefined> {
    const { question } = added;
    if (call.state() === 'over') return undefined;
    if (question === undefined || added.kind === 'revise') {
      record.change({ append: added });
      onAppended?.();
      yield* news.kept(news.tell([]));
      return added;
    }
    const pending = findPending(entry, question.elicitId);
    const { attempt = pending?.attempt } = question;
    if (pending?.attempt !== attempt || pending === undefined) return undefined;
    // Whom it was asked first counts, and the tool may have been deployed anew.
    const { to } = pending;
    const closing = to === undefined ? added : { ...added, question: { ...question, to } };
    record.change({ append: closing });
    runs.closed(question.elicitId);
    yield* news.closed(closing, pending);
    // The call was stopped during the write, so there is no tool left to tell.
    return call.state() === 'over' ? undefined : closing;
  }

  function* abort(reason: string | undefined, by: AbortedBy): Operation<void> {
    function* stop(): Operation<boolean> {
      const run = runs.now();
      const hasStopped = run?.host.isStepping() === true;
      if (run !== undefined) yield* within(limits.cleanupTime, () => stopRun(run));
      return hasStopped;
    }
    // A call that is being parked is stopped all the same.
    if (state === 'open' || state === 'parked') state = 'stopping';
    // Run this in the call's scope, so that it finishes even if the caller is halted.
    const stopping = scope.run(function* () {
      try {
        yield* within(limits.cleanupTime, warmUp);
      } catch (error) {
        report(error);
      }
      yield* end({ status: 'aborted', by, reason }, stop);
      // If another caller stopped the call first, wait until that is done.
      yield* concluded.operation;
    });
    // A call that is lost here never concludes here.
    yield* news.unlessLost(stopping);
  }

  /** Let the tool get to where it was, so that its clean-up knows of it. What goes back is let finish. */
  function* warmUp(): Operation<void> {
    yield* goingBack.settled();
    if (entry.pending.length > 0) yield* runs.start();
    const run = runs.now();
    if (run !== undefined) yield* firstOf<void | 'over'>(run.replayed, over(run));
  }

  function* end(outcome: SessionOutcome, stop?: () => Operation<boolean>): Operation<void> {
    if (state === 'over' || state === 'dropped') return;
    state = 'over';
    try {
      const hasStopped = stop !== undefined && (yield* stop());
      times.stop();
      record.change({ outcome });
      yield* news.kept(news.ended(outcome, hasStopped, () => tellEnded(outcome)));
    } finally {
      concluded.resolve();
    }
  }

  function tellEnded(outcome: SessionOutcome): void {
    // Who drops a call tells so.
    if (state === 'dropped') return;
    // Before readers hear of the end, the call takes no place any more.
    options.onEnded();
    const { status } = outcome;
    const by = status === 'aborted' ? outcome.by : undefined;
    const code = status === 'failed' ? outcome.error.code : undefined;
    tellHost({ type: 'session_ended', status, by, code, duration: Date.now() - createdAt });
  }

  function* park(keepsTimers = false): Operation<boolean> {
    const run = runs.now();
    const isWaiting = keepsTimers ? run !== undefined : runs.rests() || entry.pending.length > 0;
    // A value that came before its wait is being given to it.
    const isGiven = entry.pending.some(waits.has);
    if (runsOnce || state !== 'open' || !isWaiting || isGiven || goingBack.isTurning()) return false;
    // A deadline must not set anything going that nobody waits for.
    if (!keepsTimers) times.stop();
    if (run !== undefined && !(yield* runs.park(run))) {
      if (call.state() === 'open') times.goOn();
      return false;
    }
    if (call.state() !== 'open') return false;
    if (!keepsTimers) yield* leave('parked');
    else if (run !== undefined) {
      // It may have been parked before it could say so.
      void news.tell([{ type: 'waiting' }]);
      yield* runs.leave(run);
    }
    // Whoever goes on does so from the record.
    yield* news.settled();
    return call.state() === (keepsTimers ? 'open' : 'parked');
  }

  /** From now on nothing of the call happens here. */
  function* leave(as: 'parked' | 'dropped'): Operation<void> {
    state = as;
    times.stop();
    const run = runs.now();
    if (run !== undefined) yield* runs.leave(run);
    // Halt what deadlines have begun. Do not wait for it: it may be what drops the call.
    inBackground.halt();
  }

  function* drop(error: unknown = new MovedError(), outcome?: SessionOutcome): Operation<void> {
    news.lose(error, outcome);
    yield* leave('dropped');
  }

  function* close(): Operation<void> {
    if (runsOnce || !record.isDurable) return yield* abort('The server is closing.', 'server');
    // One that is being stopped does not go on.
    const isEnding = state === 'over' || state === 'stopping';
    yield* within(limits.cleanupTime, function* () {
      if (isEnding) return yield* concluded.operation;
      // What a step has done is kept for the process that goes on.
      const run = runs.now();
      if (run !== undefined) yield* run.host.finish();
      yield* news.settled();
    });
    if (!isEnding) yield* drop();
  }

  return {
    id,
    record,
    news,
    callId: id,
    toolName,
    runsOnce,
    start: runs.start,
    end: (outcome) => inBackground.run(() => end(outcome)),
    *status() {
      // An end that is not kept is none.
      yield* news.settled();
      const status = statusOf(entry);
      return status === 'running' && (runs.now()?.samples.size ?? 0) > 0 ? 'awaiting_sample' : status;
    },
    pending: news.pending,
    remains: record.remains,
    getEvents: (after = 0) => news.after(after),
    *respondToElicit(elicitId, result, { by, via = 'server', ...about } = {}) {
      const { attempt = findPending(entry, elicitId)?.attempt ?? 1 } = about;
      const answer = { ...about, by: readAnswerer(by), via, elicitId, result, attempt };
      const answered = yield* answers.respond(answer);
      const { outcome } = answered;
      if (outcome !== 'recorded' && outcome !== 'extended' && outcome !== 'refused' && outcome !== 'revised') {
        tellHost({ type: 'answer_ignored', elicitId, outcome });
      }
      return answered;
    },
    resolve: (token, value) => news.unlessLost(waits.resolve(token, value)),
    *interrupt() {
      interruption = { action: 'cancel', reason: 'interrupted' };
      for (const { elicitId } of entry.pending) {
        yield* answers.settle(elicitId, interruption);
      }
    },
    abort: (reason, by = 'user') => abort(reason, by),
    cool: () => park(true),
    park,
    drop,
    close,
    isCold: () => runs.now() === undefined,
    rests: runs.rests,
    lookUp: answers.lookUp,
    due: () => Math.min(times.due(), runs.now()?.host.sleepsUntil() ?? Infinity),
  };
}
