import type { Operation } from 'effection';
import type { JsonValue } from '../protocol/json.ts';
import type { Once } from '../base/coming.ts';
import type { BridgeElicit } from './bridge-event.ts';
import type { Check, Settlement } from './check-answer.ts';
import { ToolRunError } from './errors.ts';
import {
  failure,
  type ClosedQuestion,
  type JournalEntry,
  type OperationKind,
  type OperationOutcome,
} from './journal.ts';

/** An operation that the tool requests. */
export interface RecordedOperation {
  /** See `JournalEntry.key`. */
  key: string;
  kind: OperationKind;
  /** See `JournalEntry.name`. @default '' */
  name?: string | undefined;
  /** The arguments, as JSON. A replay must request the operation with the same ones. @default null */
  args?: unknown;
  /** Set for a question. It is journalled even if the tool goes on without it, since a person may be looking at it. */
  elicitId?: string | undefined;
  /**
   * The operation acts on the world: with a durable journal, note that it has begun. If it began and its process died,
   * what came of it is not known. It is done again only if it `isRepeatable`.
   */
  once?: { readonly isRepeatable: boolean } | undefined;
  /** See `JournalEntry.sleeps`. */
  sleeps?: number | undefined;
  /** Set for a sleep: when it is over, in milliseconds since the Unix epoch. */
  until?: number | undefined;
  /** See `JournalEntry.back`. */
  back?: JournalEntry['back'];
  /** Take back what it did, given its value. */
  undo?: ((value: JsonValue | undefined, idempotencyKey: string) => Operation<OperationOutcome>) | undefined;
  /** Check an answer to a question. */
  check?: Check | undefined;
  /** See `ClosedQuestion`. */
  isFinal?: true | undefined;
  /**
   * Do the operation and return its outcome, or start it and report the outcome later through `end`. Called once in
   * a call's life, unless the process dies meanwhile.
   */
  perform(end: OperationEnd): Operation<OperationOutcome | undefined>;
}

/** Controls an operation that continues after `perform`. */
export interface OperationEnd extends Pick<BridgeElicit, 'settle' | 'hold' | 'park' | 'abandoned'> {
  /** Report the outcome. Only the first one counts. */
  complete(outcome: OperationOutcome): void;
}

/** An operation's outcome as the tool gets it. */
export interface Recorded {
  readonly outcome: OperationOutcome;
  /** The parsed content of an accepted answer, if it was checked in this run. */
  readonly checked?: { readonly content: unknown } | undefined;
  /** The question that it closed. */
  readonly question?: ClosedQuestion | undefined;
}

/** An operation that is under way in a run. */
export interface UnderWay {
  readonly operation: RecordedOperation;
  readonly hash: string;
  /** What came of it is kept. */
  readonly given: Once<Recorded>;
  /** See `OperationEnd`. */
  readonly abandoned: Once<void>;
  /** Nothing has come of it yet. */
  isOpen: boolean;
  begunAt: number;
  outcome?: OperationOutcome | undefined;
}

/** The entry that keeps what came of it. */
export function entryOf(
  { operation, hash }: UnderWay,
  outcome: OperationOutcome,
  question?: ClosedQuestion,
): JournalEntry {
  const { key, kind, name = '', back, sleeps } = operation;
  const more = { ...(question && { question }), ...(back && { back }), ...(sleeps !== undefined && { sleeps }) };
  return { key, kind, name, hash, outcome, ...more };
}

/** The entry that closes its question. */
export function closing(one: UnderWay, settlement: Settlement, answer?: Partial<ClosedQuestion>): JournalEntry {
  const { elicitId = '', isFinal } = one.operation;
  const asSent = settlement.action === 'accept' && settlement.asSent && { asSent: true as const };
  const value = settlement.action === 'accept' ? { action: 'accept', content: settlement.kept } : { ...settlement };
  const outcome = { ok: true, value: value as JsonValue } as const;
  return entryOf(one, outcome, { elicitId, ...answer, ...(isFinal && { isFinal }), ...asSent });
}

/** A step as it ended. */
export interface SteppedOperation {
  name: string;
  /** `stopped`: it was halted, so that it has no outcome. */
  status: 'completed' | 'failed' | 'stopped';
  /** The code of the error with which it failed, or the error's name. */
  code?: string | undefined;
  /** In milliseconds. */
  duration: number;
}

/** What comes of it is not in the journal yet. */
export const isWork = ({ kind }: RecordedOperation) => kind === 'step' || kind === 'sample';

/** It is work, or a question that waits. */
export const isAsking = (operation: RecordedOperation) => operation.elicitId !== undefined || isWork(operation);

export const interrupted = (step: string) => failure(new ToolRunError('STEP_OUTCOME_UNKNOWN', step));

export function stepped(name: string, outcome: OperationOutcome | undefined, begunAt: number): SteppedOperation {
  const duration = Date.now() - begunAt;
  if (outcome === undefined) return { name, status: 'stopped', duration };
  return outcome.ok
    ? { name, status: 'completed', duration }
    : { name, status: 'failed', code: outcome.error.code ?? outcome.error.name, duration };
}

/** An entry as the tool gets it. What it may change is a copy, so that the journal stays as it is. */
export function recordedOf({ outcome, question }: JournalEntry, checked?: Recorded['checked']): Recorded {
  const kept = checked === undefined ? (JSON.parse(JSON.stringify(outcome)) as OperationOutcome) : outcome;
  return { outcome: kept, checked, question };
}
