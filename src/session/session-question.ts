import { race, type Operation } from 'effection';
import type { ElicitIssue, ElicitRequest } from '../protocol/elicit-request.ts';
import type { ElicitResult } from '../protocol/elicit-result.ts';
import type { JsonValue } from '../protocol/json.ts';
import type { BridgeElicit } from '../runtime/bridge-event.ts';
import type { OperationOutcome } from '../runtime/journal.ts';
import { createMutex } from '../runtime/mutex.ts';
import { checkWithin } from './check-within.ts';
import { elicitRequestOf } from './elicit-request-of.ts';
import type { PluginSessionEvent, RespondToElicitOutcome } from './plugin-session.ts';
import type { SessionEnding } from './session-ending.ts';
import type { TellOfSession } from './server-event.ts';
import type { SessionLimits } from './session-limits.ts';
import type { SessionRecord } from './session-record.ts';
import type { SessionTimes } from './session-times.ts';
import { runOver, type ToolRun } from './tool-run.ts';
import type { SessionAnswer } from './tool-session-store.ts';

export interface SessionQuestionParts {
  record: SessionRecord;
  limits: SessionLimits;
  times: SessionTimes;
  ending: SessionEnding;
  /** The tool's run, where there is one: a cold call has none. */
  run(): ToolRun | undefined;
  /** Run a cold tool again, up to its question. */
  start(): Operation<void>;
  emit(event: PluginSessionEvent): void;
  tell: TellOfSession;
  onToolError(error: unknown): void;
  onStoreError(error: unknown): void;
}

/** The one question a call may be asking: it is put, answered, put again, and settled once. */
export interface SessionQuestion {
  /** The tool asks, for the first time or again in a repeated run. */
  ask(run: ToolRun, event: BridgeElicit): Operation<void>;
  /** The tool wants no answer any more. */
  withdraw(run: ToolRun, elicitId: string): Operation<void>;
  /** Its time is up. */
  expire(elicitId: string): Operation<void>;
  respond(answer: SessionAnswer): Operation<RespondToElicitOutcome>;
  /** Cancel it, and whatever is asked later: nobody listens any more. */
  interrupt(): Operation<void>;
  /** Do something that nothing which settles a question may come between. */
  undisturbed<Result>(work: () => Operation<Result>): Operation<Result>;
}

export function createSessionQuestion(parts: SessionQuestionParts): SessionQuestion {
  const { record, limits, times, ending, emit, tell } = parts;
  // Whatever may settle a question takes its turn here, so that no two do at once.
  const turns = createMutex();
  // Taken last of all, with or without a turn.
  const writes = createMutex();
  let askedAt = record.current.createdAt;
  let interrupted = false;
  let withdrawn: string | undefined;
  if (record.current.pending !== undefined) wait(record.current.pending);

  function* ask(run: ToolRun, event: BridgeElicit): Operation<void> {
    if (record.current.pending !== undefined) yield* write({ action: 'cancel', reason: 'interrupted' });
    const { isWanted, recorded } = yield* tellRecorded(event);
    if (!isWanted || recorded !== undefined) return;
    const request = elicitRequestOf(event, record.current);
    askedAt = Date.now();
    yield* record.write({ status: 'awaiting_elicit', pending: request });
    run.park(event);
    if (interrupted) yield* settle({ action: 'cancel', reason: 'interrupted' });
    else announce(request);
  }

  /** Tell the tool what was recorded while it was cold, or before a restart, before it hears of anything else. */
  function* tellRecorded(event: BridgeElicit) {
    let recorded: ElicitResult<unknown> | undefined;
    const isWanted = yield* event.settle(function* () {
      recorded = yield* record.answerTo(event.elicitId);
      if (recorded === undefined) return undefined;
      if (record.current.pending?.elicitId === event.elicitId) yield* write(recorded);
      return heardAs(recorded);
    });
    return { isWanted, recorded };
  }

  function announce(request: ElicitRequest): void {
    wait(request);
    emit({ type: 'elicit_request', request });
    tell({ type: 'asked', elicitId: request.elicitId, key: request.key, attempt: request.attempt });
  }

  function wait({ elicitId, expiresAt }: ElicitRequest): void {
    times.waiting(elicitId, expiresAt);
  }

  /** Record what came of the question that is asked, and tell it to the tool before it hears of anything else. */
  function* settle(result: ElicitResult<unknown>, answer?: SessionAnswer): Operation<RespondToElicitOutcome> {
    const run = parts.run();
    const asking = run?.asking;
    let settled: Settled = { outcome: { outcome: 'unknown' } };
    function* settleNow() {
      settled = yield* write(result, answer);
      return settled.heard;
    }
    let isWanted = withdrawn === undefined || withdrawn !== record.current.pending?.elicitId;
    if (isWanted && asking !== undefined) isWanted = yield* asking.settle(settleNow);
    else if (isWanted) yield* settleNow();
    if (!isWanted) {
      // The tool has gone on just now.
      if (run !== undefined) run.asking = undefined;
      yield* write({ action: 'cancel', reason: 'interrupted' });
      return answer === undefined ? settled.outcome : yield* record.lookUp(answer);
    }
    // The tool came to its question while this was being written, too early to find it.
    if (asking === undefined && settled.heard !== undefined) settled.asking?.respond(settled.heard);
    // A cold tool, or one that has not come to its question again yet, finds the answer in the store.
    if (settled.heard !== undefined) yield* parts.start();
    return settled.outcome;
  }

  /** Write down what came of the question that is asked; only the first counts. */
  const write = (result: ElicitResult<unknown>, answer?: SessionAnswer): Operation<Settled> =>
    writes.run(() => writeOnce(result, answer));

  function* writeOnce(
    result: ElicitResult<unknown>,
    { owner = record.current.owner, answerId }: Partial<SessionAnswer> = {},
  ): Operation<Settled> {
    const { pending } = record.current;
    if (pending === undefined || ending.isOver) return { outcome: { outcome: 'unknown' } };
    const { elicitId, attempt, key } = pending;
    const outcome = yield* record.answer({ elicitId, attempt, owner, result, answerId });
    // Stopped meanwhile: no tool will hear of it.
    if (ending.isOver) return { outcome };
    // One that was recorded by a process which came no further counts, and nobody else will tell it to the tool.
    const counted = outcome.outcome === 'repeated' ? yield* record.answerTo(elicitId) : result;
    if ((outcome.outcome !== 'recorded' && outcome.outcome !== 'repeated') || counted === undefined) return { outcome };
    try {
      yield* record.write({ status: 'running', pending: undefined, ...(outcome.outcome === 'recorded' && { owner }) });
    } catch (error) {
      // It is recorded, and the person is told so: the tool has to hear of it.
      parts.onStoreError(error);
    }
    const { action } = counted;
    emit({ type: 'elicit_settled', elicitId, action, answerId: 'answerId' in outcome ? outcome.answerId : answerId });
    const reason = action === 'cancel' ? counted.reason : undefined;
    tell({ type: 'settled', elicitId, key, action, reason, duration: Date.now() - askedAt });
    const run = parts.run();
    const asking = run?.asking;
    if (run !== undefined) run.asking = undefined;
    times.running();
    return { outcome, heard: heardAs(counted), asking };
  }

  function* respond(answer: SessionAnswer): Operation<RespondToElicitOutcome> {
    const { pending, owner } = record.current;
    const isMine = owner === undefined || owner === answer.owner;
    // Anything but the first answer to what is asked now changes nothing: the store says what it is.
    if (ending.isOver || pending?.elicitId !== answer.elicitId || pending.attempt !== answer.attempt || !isMine) {
      return yield* record.lookUp(answer);
    }
    if (answer.result.action !== 'accept') return yield* settle(answer.result, answer);
    const asking = yield* parked();
    if (asking === undefined) {
      // The tool has gone on from it, or has ended.
      yield* write({ action: 'cancel', reason: 'interrupted' });
      return yield* record.lookUp(answer);
    }
    const { content } = answer.result;
    const issues = yield* race([checkWithin(limits.checkTime, asking, content, parts.onToolError), ending.wait()]);
    // Stopped or withdrawn meanwhile: the tool will not hear of it.
    if (issues === undefined || ending.isOver || parts.run()?.asking !== asking) return yield* record.lookUp(answer);
    return issues.length === 0 ? yield* settle(answer.result, answer) : yield* askAgain(pending, issues);
  }

  /** The question as the running tool holds it, since only the tool can check an answer; a cold one is run for it. */
  function* parked(): Operation<BridgeElicit | undefined> {
    if (parts.run()?.asking === undefined) {
      yield* parts.start();
      const run = parts.run();
      if (run !== undefined) yield* race([run.asked, runOver(run)]);
    }
    return parts.run()?.asking;
  }

  function* askAgain(pending: ElicitRequest, issues: readonly ElicitIssue[]): Operation<RespondToElicitOutcome> {
    tell({ type: 'refused', elicitId: pending.elicitId, key: pending.key, attempt: pending.attempt });
    if (interrupted || pending.attempt >= limits.attempts) {
      yield* settle({ action: 'cancel', reason: interrupted ? 'interrupted' : 'failed' });
      return { outcome: 'refused' };
    }
    const again = { ...pending, attempt: pending.attempt + 1, issues };
    try {
      yield* record.write({ pending: again });
    } catch (error) {
      // Nobody was told: it is the same attempt still, and the answer can be sent again.
      record.keep({ pending });
      throw error;
    }
    announce(again);
    return { outcome: 'refused' };
  }

  return {
    *ask(run, event) {
      // Asked again by a repeated run. Whoever brings the answer may be waiting for just this, so take no turn.
      if (record.current.pending?.elicitId !== event.elicitId) {
        run.pass();
        return yield* turns.run(() => ask(run, event));
      }
      run.park(event);
      yield* tellRecorded(event);
    },
    *withdraw(run, elicitId) {
      if (run.asking?.elicitId !== elicitId) return;
      // At once: an answer that is just being checked, or waits for its turn, comes too late.
      run.asking = undefined;
      withdrawn = elicitId;
      yield* turns.run(function* () {
        if (record.current.pending?.elicitId === elicitId) yield* settle({ action: 'cancel', reason: 'interrupted' });
      });
    },
    expire: (elicitId) =>
      turns.run(function* () {
        if (record.current.pending?.elicitId !== elicitId) return;
        try {
          yield* settle({ action: 'cancel', reason: 'expired' });
        } catch (error) {
          times.waiting(elicitId, Date.now() + anotherTry);
          throw error;
        }
      }),
    respond: (answer) => turns.run(() => respond(answer)),
    *interrupt() {
      interrupted = true;
      yield* turns.run(function* () {
        if (record.current.pending !== undefined) yield* settle({ action: 'cancel', reason: 'interrupted' });
      });
    },
    undisturbed: (work) => turns.run(work),
  };
}

/** How soon an end is tried again that could not be written, in milliseconds. */
const anotherTry = 1000;

/** What came of settling a question. */
interface Settled {
  outcome: RespondToElicitOutcome;
  /** What the tool is to hear of it, where it counts. */
  heard?: OperationOutcome;
  /** The question as the tool held it when it was written. */
  asking?: BridgeElicit | undefined;
}

function heardAs(result: ElicitResult<unknown>): OperationOutcome {
  return { ok: true, value: result as unknown as JsonValue };
}
