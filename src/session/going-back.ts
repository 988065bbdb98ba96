import { action, race, withResolvers, type Operation } from 'effection';
import type { KeptBecause, Revised } from '../protocol/chat-event.ts';
import type { ElicitResult } from '../protocol/elicit-result.ts';
import { canonicalJson } from '../protocol/json.ts';
import type { BridgeElicit } from '../runtime/bridge-event.ts';
import type { BridgeHost } from '../runtime/bridge-host.ts';
import type { Checked } from '../runtime/check-answer.ts';
import { StepInterruptedError } from '../runtime/errors.ts';
import { recordError, type JournalEntry, type OperationOutcome, type RecordedError } from '../runtime/journal.ts';
import { everySample } from '../runtime/recorder.ts';
import { actionOf, type Passed } from '../runtime/way-of.ts';
import { checkWithin } from './check-within.ts';
import type { RespondToElicitOutcome } from './plugin-session.ts';
import type { TellOfSession } from './server-event.ts';
import type { SessionEnding } from './session-ending.ts';
import { runOver, type ToolRun } from './tool-run.ts';
import type { SessionAnswer } from './call-entry.ts';
import type { CallRecord } from './call-record.ts';

/** Takes a call back to an earlier answer. */
export interface GoingBack {
  /** Take the call back to an answered question, and on from there with another answer. */
  revise(answer: SessionAnswer): Operation<RespondToElicitOutcome>;
  /** Wait while the call is on its way back. @throws if that fails */
  settled(): Operation<void>;
  /** A run is parked for it, or replays for it. */
  isTurning(): boolean;
  /** Go on with a way back that was left in the middle, once this run is there. */
  resume(begun: ToolRun): void;
}

/** The call that is taken back. */
export interface GoingBackOptions {
  readonly callId: string;
  /** The record outlives the process, so that an undo is noted before it begins. */
  readonly isDurable: boolean;
  readonly ending: SessionEnding;
  /** How long a check may take, in milliseconds. */
  readonly checkTime: number;
  readonly call: CallRecord;
  /** Resolves when the entry is kept. What `onAppended` tells is heard then. */
  append(entry: JournalEntry, onAppended?: () => void): Operation<unknown>;
  /** The answer to this question can be changed now. */
  isChangeable(elicitId: string): boolean;
  /** Check an answer to an answered question, by its key in the journal, with what the tool knew when it asked. */
  checkAt(key: string, sent: ElicitResult<unknown>): Operation<Checked | undefined>;
  /** The run in which a waiting question waits. */
  askingOf(elicitId: string): Operation<{ begun: ToolRun; asking: BridgeElicit } | undefined>;
  /** What became of an answer that changed nothing. */
  lookUp(answer: SessionAnswer): Operation<RespondToElicitOutcome>;
  leave(begun: ToolRun): Operation<void>;
  start(): Operation<void>;
  /** Do this to its end, even if the caller is halted. */
  background(work: () => Operation<unknown>): void;
  /** These questions wait no more. */
  withdraw(elicitIds: readonly string[]): void;
  /** Tell readers which answer counts, and which questions count no more. */
  tellStanding(): void;
  readonly tell: TellOfSession;
  onToolError(error: unknown): void;
}

export function createGoingBack(call: GoingBackOptions): GoingBack {
  const { callId, isDurable, ending, append, leave, start, tell } = call;
  const { entry: record, way } = call.call;
  /** Call these when the call has gone back, or could not. */
  const onBack = new Set<(failure: Error | undefined) => void>();
  let isTurning = false;

  function* revise(answer: SessionAnswer): Operation<RespondToElicitOutcome> {
    const { elicitId, attempt, owner, answerId, result, revises } = answer;
    const isMine = record.owner === undefined || record.owner === owner;
    if (!isMine) return yield* call.lookUp(answer);
    // It may be this answer that takes it back.
    yield* settled();
    const [waits] = record.pending;
    const found = waits && (yield* call.askingOf(waits.elicitId));
    if (isTurning) return yield* revise(answer);
    const standing = way.now().passed.find(({ entry }) => entry.question?.elicitId === elicitId)?.entry;
    if (ending.isOver) yield* ending.concluded();
    if (ending.isOver || standing === undefined) return yield* call.lookUp(answer);
    const stands = { action: actionOf(standing), answerId: standing.question?.answerId };
    if (answerId !== undefined && stands.answerId === answerId) return { outcome: 'repeated', ...stands };
    const kept = (because: KeptBecause) => ({ outcome: 'kept' as const, because, ...stands });
    const isChangeable = () =>
      !ending.isOver &&
      call.isChangeable(elicitId) &&
      record.journal.findLast(({ question }) => question?.elicitId === elicitId)?.question?.answerId === revises;
    if (found === undefined || result.action !== 'accept' || !isChangeable()) return kept('late');
    const asked = {
      question: { key: standing.name },
      check: (sent: ElicitResult<unknown>) => call.checkAt(standing.key, sent),
      abandoned: found.asking.abandoned,
    };
    const checked = yield* checkWithin(call.checkTime, asked, result, call.onToolError);
    if (checked === undefined) return kept('late');
    if (!checked.ok) return { ...kept('invalid'), issues: checked.issues };
    const { settlement } = checked;
    if (settlement.action !== 'accept') return kept('late');
    const { kept: content, asSent } = settlement;
    const outcome: OperationOutcome = { ok: true, value: { action: 'accept', content } };
    if (canonicalJson(outcome) === canonicalJson(standing.outcome)) return kept('same');
    // Another change may have begun meanwhile.
    if (isTurning) return yield* revise(answer);
    const revised = yield* turn(found.begun, function* () {
      // From here on nothing reaches the tool, so an answer to what waits cannot cross this one.
      const isParked = yield* found.begun.host.park(everySample);
      if (isParked === undefined) {
        // Its run is over: it was let go of, or it has ended.
        yield* runOver(found.begun);
        return 'again';
      }
      if (!isParked) return undefined;
      if (!isChangeable()) {
        yield* leave(found.begun);
        yield* start();
        return undefined;
      }
      const withdrawn = record.pending.map((waiting) => waiting.elicitId);
      const about = { elicitId, attempt, owner, answerId, withdrawn };
      const entry: JournalEntry = {
        key: `revise:${record.journal.length}`,
        kind: 'revise',
        name: standing.name,
        hash: standing.hash,
        outcome,
        question: { ...about, ...(asSent && { asSent }), ...(standing.question?.isFinal && { isFinal: true }) },
      };
      yield* append(entry, () => {
        call.tellStanding();
        call.withdraw(withdrawn);
      });
      if (ending.isOver) return undefined;
      return yield* finish(found.begun);
    });
    if (revised === 'again') return yield* revise(answer);
    return revised === undefined ? kept('late') : { outcome: 'revised', revised };
  }

  /**
   * Turn with this run, whatever becomes of the caller. Nothing else turns meanwhile. If it fails, the record says how
   * to go on.
   *
   * @returns undefined if the call ends first
   */
  function turn<T>(begun: ToolRun, work: () => Operation<T>): Operation<T | undefined> {
    const { operation, resolve, reject } = withResolvers<T | undefined>();
    isTurning = true;
    call.background(function* () {
      let failure: Error | undefined;
      try {
        resolve(yield* race<Operation<T | undefined>>([work(), stopped()]));
      } catch (error) {
        failure = error as Error;
        yield* leave(begun);
        reject(failure);
      } finally {
        isTurning = false;
        for (const onTurned of onBack) onTurned(failure);
      }
    });
    return operation;
  }

  function* stopped(): Operation<undefined> {
    yield* ending.concluded();
    return undefined;
  }

  function resume(begun: ToolRun): void {
    const resumed = turn(begun, function* () {
      // Code that no longer fits its journal ends the call.
      yield* begun.replayed;
      return yield* finish(begun);
    });
    call.background(() => resumed);
  }

  function* settled(): Operation<void> {
    // A call that is being stopped turns until its clean-up is done.
    while (isTurning || (!ending.isOver && way.now().toUndo.length > 0)) {
      if (!isTurning) yield* start();
      if (isTurning) yield* turned();
    }
  }

  function turned(): Operation<void> {
    return action((resolve, reject) => {
      const onTurned = (failure: Error | undefined) => (failure === undefined ? resolve() : reject(failure));
      onBack.add(onTurned);
      return () => onBack.delete(onTurned);
    });
  }

  /** Undo what still lies on the way back, then go on from where it leads. @returns undefined if the call was stopped */
  function* finish(begun: ToolRun): Operation<Revised | undefined> {
    const undone: string[] = [];
    let failed: { failed: string; error: RecordedError } | undefined;
    for (let [step] = way.now().toUndo; step !== undefined; [step] = way.now().toUndo) {
      const { entry, at } = step;
      const outcome = yield* undo(begun.host, step);
      // What a call has done before it was stopped stays done.
      if (ending.isOver) return undefined;
      const { name, hash } = entry;
      yield* append({ key: `undo:${at}`, kind: 'undo', name, hash, outcome });
      if (outcome.ok) undone.push(name);
      else failed = { failed: name, error: outcome.error };
    }
    yield* leave(begun);
    if (undone.length > 0 || failed !== undefined) call.tellStanding();
    const { revised, passed } = way.now();
    if (revised !== undefined) {
      const { elicitId, gone } = revised;
      const key = passed.find(({ entry }) => entry.question?.elicitId === elicitId)?.entry.name ?? '';
      tell({ type: 'revised', elicitId, key, gone, undone, ...failed });
    }
    yield* start();
    return revised;
  }

  /** Undo a step once, with the same rules as for doing it. */
  function* undo(host: BridgeHost, { entry, at }: Passed): Operation<OperationOutcome> {
    const key = `undo:${at}.started`;
    const hasBegun = record.journal.some((noted) => noted.key === key);
    if (hasBegun && !host.isRepeatable(entry)) {
      return { ok: false, error: recordError(new StepInterruptedError(`${entry.name} (undo)`)) };
    }
    if (isDurable && !hasBegun) {
      yield* append({ key, kind: 'started', name: entry.name, hash: entry.hash, outcome: { ok: true } });
    }
    return yield* host.undo(entry, `${callId}:undo:${at}`);
  }

  return { revise, settled, resume, isTurning: () => isTurning };
}
