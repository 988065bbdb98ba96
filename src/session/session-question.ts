import { race, type Operation } from 'effection';
import type { ElicitIssue, ElicitRequest } from '../protocol/elicit-request.ts';
import type { ElicitResult } from '../protocol/elicit-result.ts';
import type { JsonValue } from '../protocol/json.ts';
import type { BridgeElicit } from '../runtime/bridge-event.ts';
import { checkWithin } from './check-within.ts';
import { elicitRequestOf } from './elicit-request-of.ts';
import { createMutex } from './mutex.ts';
import type { PluginSessionEvent, RespondOptions, RespondToElicitOutcome } from './plugin-session.ts';
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
  let askedAt = record.current.createdAt;
  let interrupted = false;
  if (record.current.pending !== undefined) wait(record.current.pending);

  function* ask(run: ToolRun, event: BridgeElicit): Operation<void> {
    const recorded = yield* record.answerTo(event.elicitId);
    if (recorded !== undefined) {
      // Recorded while the tool was cold, or before a restart.
      event.respond({ ok: true, value: recorded as unknown as JsonValue });
      return;
    }
    const request = elicitRequestOf(event, record.current);
    askedAt = Date.now();
    yield* record.write({ status: 'awaiting_elicit', pending: request });
    run.park(event);
    if (interrupted) yield* settle({ action: 'cancel', reason: 'interrupted' });
    else announce(request);
  }

  function announce(request: ElicitRequest): void {
    wait(request);
    emit({ type: 'elicit_request', request });
    tell({ type: 'asked', elicitId: request.elicitId, key: request.key, attempt: request.attempt });
  }

  function wait({ elicitId, expiresAt }: ElicitRequest): void {
    times.waiting(elicitId, expiresAt);
  }

  /** Record what came of the question that is asked, and tell it to the tool. */
  function* settle(
    result: ElicitResult<unknown>,
    { owner = record.current.owner, answerId }: Pick<RespondOptions, 'owner' | 'answerId'> = {},
  ): Operation<RespondToElicitOutcome> {
    const { pending } = record.current;
    if (pending === undefined || ending.isOver) return { outcome: 'unknown' };
    const { elicitId, attempt, key } = pending;
    const outcome = yield* record.answer({ elicitId, attempt, owner, result, answerId });
    // One that was recorded by a process which came no further counts, and nobody else will tell it to the tool.
    const counted = outcome.outcome === 'repeated' ? yield* record.answerTo(elicitId) : result;
    if ((outcome.outcome !== 'recorded' && outcome.outcome !== 'repeated') || counted === undefined) return outcome;
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
    // A cold tool, or one that has not come to its question again yet, finds the answer in the store.
    asking?.respond({ ok: true, value: counted as unknown as JsonValue });
    yield* parts.start();
    return outcome;
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
    if (asking === undefined) return yield* record.lookUp(answer);
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
    yield* record.write({ pending: again });
    announce(again);
    return { outcome: 'refused' };
  }

  return {
    *ask(run, event) {
      // Asked again by a repeated run. Whoever brings the answer may be waiting for just this, so take no turn.
      if (record.current.pending?.elicitId !== event.elicitId) return yield* turns.run(() => ask(run, event));
      run.park(event);
      const recorded = yield* record.answerTo(event.elicitId);
      if (recorded !== undefined) yield* turns.run(() => settle(recorded));
    },
    *withdraw(run, elicitId) {
      if (run.asking?.elicitId !== elicitId) return;
      // At once: an answer that is just being checked comes too late.
      run.asking = undefined;
      yield* turns.run(function* () {
        if (record.current.pending?.elicitId === elicitId) yield* settle({ action: 'cancel', reason: 'interrupted' });
      });
    },
    expire: (elicitId) =>
      turns.run(function* () {
        if (record.current.pending?.elicitId === elicitId) yield* settle({ action: 'cancel', reason: 'expired' });
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
