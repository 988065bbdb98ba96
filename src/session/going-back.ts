import { race, withResolvers, type Operation } from 'effection';
import { firstOf, unless, type Coming } from '../base/coming.ts';
import type { KeptBecause, Revised } from '../protocol/chat-event.ts';
import type { ElicitResult } from '../protocol/elicit-result.ts';
import type { AnswerSource } from '../protocol/person.ts';
import { canonicalJson } from '../protocol/json.ts';
import { canChange, seqOf } from '../protocol/question-keys.ts';
import type { BridgeHost } from '../runtime/bridge-host.ts';
import { ToolRunError } from '../runtime/errors.ts';
import {
  failure,
  keptSource,
  type JournalEntry,
  type OperationOutcome,
  type RecordedError,
} from '../runtime/journal.ts';
import { interrupted } from '../runtime/recorded-operation.ts';
import { everySample } from '../runtime/recorder.ts';
import { actionOf, closingOf, type Passed } from '../runtime/way-of.ts';
import { checkWithin, type Cut } from './call-answers.ts';
import { sourceIn, type SessionAnswer } from './call-entry.ts';
import type { InnerCall } from './call.ts';
import { isAllowed } from './may-answer.ts';
import type { RespondToElicitOutcome } from './plugin-session.ts';
import { checkAt, over, type ToolRun } from './tool-runs.ts';

/** Takes a call back to an earlier answer. */
export function createGoingBack(call: InnerCall) {
  const { news, runs } = call;
  const { entry } = call.record;
  const turns = createTurning(call);

  /** Take the call back to an answered question, and on from there with another answer. */
  function* revise(answer: SessionAnswer): Operation<RespondToElicitOutcome> {
    const { elicitId, attempt, by, answerId, receipt, result, revises } = answer;
    const isMine = entry.owner === undefined || entry.owner === by?.id;
    if (!isMine) return yield* call.answers.lookUp(answer);
    // It may be this answer that takes it back.
    yield* turns.settled();
    const [waits] = entry.pending;
    const found = waits && (yield* runs.askingOf(waits.elicitId));
    if (turns.isTurning()) return yield* revise(answer);
    const standing = closingOf(call.record.way.now(), elicitId);
    if (call.state() === 'over') yield* call.concluded();
    if (call.state() === 'over' || standing === undefined) return yield* call.answers.lookUp(answer);
    const to = standing.question?.to;
    const stands = { action: actionOf(standing), answerId: standing.question?.answerId };
    if (answerId !== undefined && stands.answerId === answerId) return { outcome: 'repeated', ...stands };
    const kept = (because: KeptBecause) => ({ outcome: 'kept' as const, because, ...stands });
    const isChangeable = () =>
      call.state() !== 'over' &&
      news.pending().some((question) => canChange(question, seqOf(elicitId))) &&
      entry.journal.findLast(({ question }) => question?.elicitId === elicitId)?.question?.answerId === revises;
    if (found === undefined || result.action !== 'accept' || !isChangeable()) return kept('late');
    const asked = {
      question: { key: standing.name },
      check: (sent: ElicitResult<unknown>, source: AnswerSource, cut: Coming<Cut>) =>
        unless(checkAt(call, standing.key, sent, source), cut),
      abandoned: found.asking.abandoned,
    };
    if (!(yield* isAllowed(call, { elicitId, key: standing.name, to }, by))) return kept('late');
    const checked = yield* checkWithin(call, asked, result, sourceIn(answer));
    if (checked === undefined) return kept('late');
    if (!checked.ok) return { ...kept('invalid'), issues: checked.issues };
    const { settlement } = checked;
    if (settlement.action !== 'accept') return kept('late');
    const { kept: content, asSent } = settlement;
    const outcome: OperationOutcome = { ok: true, value: { action: 'accept', content } };
    if (canonicalJson(outcome) === canonicalJson(standing.outcome)) return kept('same');
    // Another change may have begun meanwhile.
    if (turns.isTurning()) return yield* revise(answer);
    const revised = yield* turns.begin(found.run, function* () {
      // From here on nothing reaches the tool, so an answer to what waits cannot cross this one.
      const isParked = yield* found.run.host.park(everySample);
      if (isParked === undefined) {
        // Its run is over: it was let go of, or it has ended.
        yield* firstOf(over(found.run));
        return 'again';
      }
      if (!isParked) return undefined;
      if (!isChangeable()) {
        yield* runs.leave(found.run);
        yield* runs.start();
        return undefined;
      }
      const withdrawn = entry.pending.map((waiting) => waiting.elicitId);
      const about = { elicitId, attempt, ...keptSource(sourceIn(answer)), answerId, receipt, withdrawn };
      const change: JournalEntry = {
        key: `revise:${entry.journal.length}`,
        kind: 'revise',
        name: standing.name,
        hash: standing.hash,
        outcome,
        question: {
          ...about,
          ...(to && { to }),
          ...(asSent && { asSent }),
          ...(standing.question?.isFinal && { isFinal: true }),
        },
      };
      yield* call.append(change, () => news.revised(withdrawn));
      if (call.state() === 'over') return undefined;
      return yield* finish(call, found.run);
    });
    if (revised === 'again') return yield* revise(answer);
    return revised === undefined ? kept('late') : { outcome: 'revised', revised };
  }

  return {
    revise,
    isTurning: turns.isTurning,
    settled: turns.settled,
    /** Go on with a way back that was left in the middle, once this run is there. */
    resume(run: ToolRun): void {
      const resumed = turns.begin(run, function* () {
        // Code that no longer fits its journal ends the call.
        yield* firstOf(run.replayed);
        return yield* finish(call, run);
      });
      call.background(() => resumed);
    },
  };
}

/** The turn that a call takes, if any. */
function createTurning(call: InnerCall) {
  const { runs } = call;
  const { way } = call.record;
  /** Resolves when the call has gone back, and throws if it could not. Undefined while it does not turn. */
  let turning: Operation<unknown> | undefined;

  /**
   * Turn with this run, whatever becomes of the caller. Nothing else turns meanwhile. If it fails, the record says how
   * to go on.
   *
   * @returns undefined if the call ends first
   */
  function begin<T>(run: ToolRun, work: () => Operation<T>): Operation<T | undefined> {
    const { operation, resolve, reject } = withResolvers<T | undefined>();
    turning = operation;
    call.background(function* () {
      try {
        resolve(yield* race<Operation<T | undefined>>([work(), stopped(call)]));
      } catch (error) {
        yield* runs.leave(run);
        reject(error as Error);
      } finally {
        turning = undefined;
        resolve(undefined);
      }
    });
    return operation;
  }

  /** Wait while the call is on its way back. @throws if that fails */
  function* settled(): Operation<void> {
    // A call that is being stopped turns until its clean-up is done.
    while (turning !== undefined || (call.state() !== 'over' && way.now().toUndo.length > 0)) {
      if (turning === undefined) yield* runs.start();
      if (turning !== undefined) yield* turning;
    }
  }

  return {
    begin,
    settled,
    /** A run is parked for it, or replays for it. */
    isTurning: () => turning !== undefined,
  };
}

function* stopped(call: InnerCall): Operation<undefined> {
  yield* call.concluded();
  return undefined;
}

/** Undo what still lies on the way back, then go on from where it leads. @returns undefined if the call was stopped */
function* finish(call: InnerCall, run: ToolRun): Operation<Revised | undefined> {
  const { news, runs, record } = call;
  const { way } = record;
  const undone: string[] = [];
  let failed: { failed: string; error: RecordedError } | undefined;
  for (let [step] = way.now().toUndo; step !== undefined; [step] = way.now().toUndo) {
    const outcome = yield* undo(call, run.host, step);
    // What a call has done before it was stopped stays done.
    if (call.state() === 'over') return undefined;
    const { name, hash } = step.entry;
    yield* call.append({ key: `undo:${step.at}`, kind: 'undo', name, hash, outcome });
    if (outcome.ok) undone.push(name);
    else failed = { failed: name, error: outcome.error };
  }
  yield* runs.leave(run);
  if (undone.length > 0 || failed !== undefined) news.standing();
  const { revised } = way.now();
  if (revised !== undefined) {
    const { elicitId, gone } = revised;
    const key = closingOf(way.now(), elicitId)?.name ?? '';
    call.tellHost({ type: 'revised', elicitId, key, gone, undone, ...failed });
  }
  yield* runs.start();
  return revised;
}

/** Undo a step once, with the same rules as for doing it. The outcome says whether that worked. */
function* undo(call: InnerCall, host: BridgeHost, { entry: step, at }: Passed): Operation<OperationOutcome> {
  const { entry, isDurable } = call.record;
  const { name, hash, outcome } = step;
  const asked = host.operation(step.key);
  const key = `undo:${at}.started`;
  const hasBegun = entry.journal.some((noted) => noted.key === key);
  if (hasBegun && asked?.once?.isRepeatable !== true) return interrupted(`${name} (undo)`);
  if (isDurable && !hasBegun) {
    yield* call.append({ key, kind: 'started', name, hash, outcome: { ok: true } });
  }
  // The code that began the call could undo it. This one cannot.
  if (asked?.undo === undefined) return failure(new ToolRunError('UNDO_MISSING', entry.toolName, name));
  return yield* asked.undo(outcome.ok ? structuredClone(outcome.value) : undefined, `${entry.id}:undo:${at}`);
}
