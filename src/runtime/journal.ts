import type { Answerer, AnswerSource, AnswerVia, AskedTo } from '../protocol/person.ts';
import type { ReceiptWords } from '../protocol/receipt.ts';
import { reasonOf } from '../protocol/coded-error.ts';
import { canonicalJson, type JsonValue } from '../protocol/json.ts';

/**
 * One completed operation of a run. The parameters and these entries determine a run: running the tool again and
 * replaying the entries in order leads to the same state.
 */
export interface JournalEntry {
  /**
   * The operation's index in its branch, from 0, after the path of that branch: `3` is the tool's own fourth operation,
   * and `2.0` the first one of the branch that is its third. A branch's timeout is `2.timeout`. That step `3` has begun
   * is `3.started`, and the end of a sleep that began with `3` is `3.slept`. A value that came early has the id of its
   * wait and `.came`. The undoing of the step in place 7 of the journal is `undo:7`.
   */
  key: string;
  kind: OperationKind;
  /** The question's key or the step's name. Empty for the other kinds. */
  name: string;
  /** The fingerprint of the arguments' canonical JSON. */
  hash: string;
  /** For a question, the value is an `ElicitResult`. */
  outcome: OperationOutcome;
  /** The question that this entry closed, and the answer that closed it. Absent for other kinds. */
  question?: ClosedQuestion | undefined;
  /** A sleep begins with this `now`: for how long, in milliseconds. */
  sleeps?: number | undefined;
  /** How the call can go back over a step. Absent if it cannot. */
  back?: 'free' | 'undo' | undefined;
}

/** The question that a journal entry closed. */
export interface ClosedQuestion {
  elicitId: string;
  /** The attempt that the answer was for. Absent if no answer closed the question. */
  attempt?: number | undefined;
  /** Names the answer. */
  answerId?: string | undefined;
  /** Its words for the pages of the conversation. */
  receipt?: ReceiptWords | undefined;
  /** Who closed it. Absent for somebody whom the host did not identify. */
  by?: Answerer | undefined;
  /** Where it was answered. @default 'page' */
  via?: AnswerVia | undefined;
  /** Whom the question was for, if not the person of the call. */
  to?: AskedTo | undefined;
  /** The content is as sent, because the parsed content is not JSON. A replay parses it again. */
  asSent?: true | undefined;
  /** No answer up to this one can be changed. */
  isFinal?: true | undefined;
  /** In an answer that replaces another: the questions that waited, and wait no more. */
  withdrawn?: readonly string[] | undefined;
}

/** Who closed a question, and where. Undefined if no answer closed it. */
export function sourceOf({ attempt, by, via = 'page' }: Partial<ClosedQuestion> = {}): AnswerSource | undefined {
  return attempt === undefined ? undefined : { ...(by && { by: { ...by } }), via };
}

/** The same as `sourceOf` reads it. */
export function keptSource({ by, via }: AnswerSource): Pick<ClosedQuestion, 'by' | 'via'> {
  return { by, ...(via !== 'page' && { via }) };
}

/**
 * The kinds of operation of a tool's context that are recorded, and four notes: a step has `started`, an answer
 * replaces an earlier one (`revise`), a step is undone (`undo`), and a value `came` before its wait.
 */
export type OperationKind =
  | 'elicit'
  | 'sample'
  | 'step'
  | 'now'
  | 'uuid'
  | 'sleep'
  | 'token'
  | 'wait'
  | 'came'
  | 'timeout'
  | 'commit'
  | 'started'
  | 'revise'
  | 'undo';

/** How an operation ended. `value` is absent if it returned nothing. */
export type OperationOutcome = { ok: true; value?: JsonValue | undefined } | { ok: false; error: RecordedError };

/** The value of a `token`, and the id of the wait that it is for. */
export type TokenValue = { readonly token: string; readonly waits: string };

/** An error as the journal keeps it. */
export interface RecordedError {
  name: string;
  message: string;
  code?: string | undefined;
}

/**
 * A short fingerprint of a JSON value (53 bits, FNV-like mixing). It detects changed code. It is no protection
 * against tampering.
 */
export function fingerprint(value: unknown): string {
  const text = canonicalJson(value) ?? '';
  let low = 0xdeadbeef;
  let high = 0x41c6ce57;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    low = Math.imul(low ^ unit, 2654435761);
    high = Math.imul(high ^ unit, 1597334677);
  }
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  return (4294967296 * (2097151 & high) + (low >>> 0)).toString(16).padStart(14, '0');
}

/**
 * When the first sleep is over that has begun and has not ended, in milliseconds since the Unix epoch. One that lost a
 * race counts, too: only the tool knows of that. `Infinity` for none.
 */
export function sleepsUntil(journal: readonly JournalEntry[]): number {
  const ended = new Set(journal.flatMap(({ kind, key }) => (kind === 'sleep' ? [key] : [])));
  const open = journal.filter(({ key, sleeps }) => sleeps !== undefined && !ended.has(sleepKey(key)));
  return Math.min(Infinity, ...open.map(({ outcome, sleeps = 0 }) => (valueOf(outcome) as number) + sleeps));
}

/** The key of a sleep that began with this `now`. */
export const sleepKey = (key: string) => `${key}.slept`;

/** Reduce what was thrown to what the journal can keep and replay to the tool. */
export function recordError(thrown: unknown): RecordedError {
  const { name, code } = Object(thrown) as { name?: unknown; code?: unknown };
  const named = typeof name === 'string' ? name : 'Error';
  return { name: named, message: reasonOf(thrown), ...(typeof code === 'string' && { code }) };
}

/** An operation failed with this. */
export const failure = (error: unknown): OperationOutcome => ({ ok: false, error: recordError(error) });

/** The value of an operation that does not fail by itself. */
export function valueOf(outcome: OperationOutcome): unknown {
  if (!outcome.ok) throw new Error(outcome.error.message);
  return outcome.value;
}
