import { canonicalJson, type JsonValue } from '../protocol/json.ts';

/**
 * One completed operation of a run. A run is a function of its parameters and these, in order:
 * running the tool again and feeding them back leads to the same place.
 */
export interface JournalEntry {
  /** The operation's index in the run, from 0. */
  key: string;
  kind: OperationKind;
  /** The question's key or the step's name; empty for the other kinds. */
  name: string;
  /** Of the canonical JSON of the arguments. */
  hash: string;
  /** Of a question, an `ElicitResult`. */
  outcome: OperationOutcome;
  /** Of an elicit only: which question this closed, and by which answer. */
  question?: ClosedQuestion | undefined;
}

/** The question that a journal entry closed. */
export interface ClosedQuestion {
  elicitId: string;
  /** The attempt that was answered; absent where no answer closed the question. */
  attempt?: number | undefined;
  /** Names the answer. */
  answerId?: string | undefined;
  /** Who answered, as the host identified them. */
  owner?: string | undefined;
  /** The content is as it was sent, since what the schema made of it is not JSON. It is parsed again on replay. */
  asSent?: true | undefined;
}

/** What a tool may ask of its context and have recorded. */
export type OperationKind = 'elicit' | 'sample' | 'step' | 'now' | 'uuid' | 'sleep';

/** How an operation ended; `value` is absent where it gave nothing. */
export type OperationOutcome = { ok: true; value?: JsonValue | undefined } | { ok: false; error: RecordedError };

/** An error as the journal keeps it. */
export interface RecordedError {
  name: string;
  message: string;
  code?: string | undefined;
}

/**
 * A short fingerprint of a JSON value (53 bits, FNV-like mixing). It tells changed code from
 * unchanged code; it protects from nothing.
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

/** Keep of an error what can be fed back to the tool on another day. */
export function recordError(error: unknown): RecordedError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { name: error.name, message: error.message, ...(code !== undefined && { code }) };
}
