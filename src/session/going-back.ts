import { action, type Operation } from 'effection';
import type { KeptBecause, Revised } from '../protocol/chat-event.ts';
import type { ElicitResult } from '../protocol/elicit-result.ts';
import { canonicalJson } from '../protocol/json.ts';
import type { BridgeElicit } from '../runtime/bridge-event.ts';
import type { BridgeHost } from '../runtime/bridge-host.ts';
import type { Checked } from '../runtime/check-answer.ts';
import { StepInterruptedError } from '../runtime/errors.ts';
import { recordError, type JournalEntry, type OperationOutcome, type RecordedError } from '../runtime/journal.ts';
import { actionOf, wayOf, type Passed } from '../runtime/way-of.ts';
import { checkWithin } from './check-within.ts';
import type { RespondToElicitOutcome } from './plugin-session.ts';
import type { TellOfSession } from './server-event.ts';
import type { SessionEnding } from './session-ending.ts';
import { runOver, type ToolRun } from './tool-run.ts';
import type { OpenEntry, SessionAnswer } from './tool-session-store.ts';

/** Takes a call back to an earlier answer. */
export interface GoingBack {
  /** Take the call back to an answered question, and on from there with another answer. */
  revise(answer: SessionAnswer): Operation<RespondToElicitOutcome>;
  /** Wait while the call is on its way back. */
  settled(): Operation<void>;
  /** Undo what still lies on the way back, then go on from where it leads. @returns undefined if the call was stopped */
  finish(begun: ToolRun): Operation<Revised | undefined>;
  /** The call has ended. */
  over(): void;
}

/** The call that is taken back. */
export interface GoingBackOptions {
  readonly callId: string;
  /** The record outlives the process, so that an undo is noted before it begins. */
  readonly isDurable: boolean;
  readonly ending: SessionEnding;
  /** How long a check may take, in milliseconds. */
  readonly checkTime: number;
  record(): OpenEntry;
  /** @throws if it cannot be written */
  append(entry: JournalEntry): Operation<void>;
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
  /** These questions wait no more. */
  withdraw(elicitIds: readonly string[]): void;
  /** Tell readers which answer counts, and which questions count no more. */
  tellStanding(): void;
  readonly tell: TellOfSession;
  onToolError(error: unknown): void;
}

export function createGoingBack(call: GoingBackOptions): GoingBack {
  const { callId, isDurable, ending, record, append, leave, start, tell } = call;
  /** Call these when the call has gone back, or has ended. */
  const onBack = new Set<() => void>();

  function* revise(answer: SessionAnswer): Operation<RespondToElicitOutcome> {
    const { elicitId, attempt, owner, answerId, result, revises } = answer;
    // It may be this answer that takes it back.
    yield* settled();
    const [waits] = record().pending;
    const found = waits && (yield* call.askingOf(waits.elicitId));
    const standing = wayOf(record().journal).passed.find(({ entry }) => entry.question?.elicitId === elicitId)?.entry;
    const isMine = record().owner === undefined || record().owner === owner;
    if (ending.isOver) yield* ending.concluded();
    if (ending.isOver || !isMine || standing === undefined) return yield* call.lookUp(answer);
    const stands = { action: actionOf(standing), answerId: standing.question?.answerId };
    if (answerId !== undefined && stands.answerId === answerId) return { outcome: 'repeated', ...stands };
    const kept = (because: KeptBecause) => ({ outcome: 'kept' as const, because, ...stands });
    const isChangeable = () =>
      !ending.isOver &&
      call.isChangeable(elicitId) &&
      record().journal.findLast(({ question }) => question?.elicitId === elicitId)?.question?.answerId === revises;
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
    // From here on nothing reaches the tool, so an answer to what waits cannot cross this one.
    const isParked = yield* found.begun.host.park();
    if (isParked === undefined) {
      // Its run is over: it was let go of, or it has ended.
      yield* runOver(found.begun);
      return yield* revise(answer);
    }
    if (!isParked) return kept('late');
    if (!isChangeable()) {
      yield* leave(found.begun);
      yield* start();
      return kept('late');
    }
    const withdrawn = record().pending.map((waiting) => waiting.elicitId);
    const about = { elicitId, attempt, owner, answerId, withdrawn };
    yield* append({
      key: `revise:${record().journal.length}`,
      kind: 'revise',
      name: standing.name,
      hash: standing.hash,
      outcome,
      question: { ...about, ...(asSent && { asSent }), ...(standing.question?.isFinal && { isFinal: true }) },
    });
    call.tellStanding();
    call.withdraw(withdrawn);
    const revised = yield* finish(found.begun);
    return revised === undefined ? kept('late') : { outcome: 'revised', revised };
  }

  function* settled(): Operation<void> {
    const isUnderWay = () => !ending.isOver && wayOf(record().journal).toUndo.length > 0;
    if (isUnderWay()) yield* start();
    while (isUnderWay()) yield* backOrOver();
  }

  function backOrOver(): Operation<void> {
    return action((resolve) => {
      onBack.add(resolve);
      return () => onBack.delete(resolve);
    });
  }

  function tellBack(): void {
    for (const resolve of onBack) resolve();
  }

  function* finish(begun: ToolRun): Operation<Revised | undefined> {
    const undone: string[] = [];
    let failed: { failed: string; error: RecordedError } | undefined;
    for (let [step] = wayOf(record().journal).toUndo; step !== undefined; [step] = wayOf(record().journal).toUndo) {
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
    const { revised, passed } = wayOf(record().journal);
    if (revised !== undefined) {
      const { elicitId, gone } = revised;
      const key = passed.find(({ entry }) => entry.question?.elicitId === elicitId)?.entry.name ?? '';
      tell({ type: 'revised', elicitId, key, gone, undone, ...failed });
    }
    tellBack();
    yield* start();
    return revised;
  }

  /** Undo a step once, with the same rules as for doing it. */
  function* undo(host: BridgeHost, { entry, at }: Passed): Operation<OperationOutcome> {
    const key = `undo:${at}.started`;
    const hasBegun = record().journal.some((noted) => noted.key === key);
    if (hasBegun && !host.isRepeatable(entry)) {
      return { ok: false, error: recordError(new StepInterruptedError(`${entry.name} (undo)`)) };
    }
    if (isDurable && !hasBegun) {
      yield* append({ key, kind: 'started', name: entry.name, hash: entry.hash, outcome: { ok: true } });
    }
    return yield* host.undo(entry, `${callId}:undo:${at}`);
  }

  return { revise, settled, finish, over: tellBack };
}
