import type { Operation } from 'effection';
import type { PluginSessionStatus } from '../protocol/chat-event.ts';
import type { ElicitRequest } from '../protocol/elicit-request.ts';
import type { ElicitAction, ElicitResult } from '../protocol/elicit-result.ts';
import type { JsonValue } from '../protocol/json.ts';
import type { JournalEntry } from '../runtime/journal.ts';
import type { SessionOutcome } from './plugin-session.ts';

/**
 * Where sessions are kept: all that is needed to go on with a call whose process is gone.
 *
 * An answer is a journal entry: it counts once `commit` has appended it, and at no other moment.
 */
export interface ToolSessionStore {
  /** @returns false, with nothing written, where the id is in use or was deleted a short time ago */
  create(session: ToolSessionEntry): Operation<boolean>;
  get(sessionId: string): Operation<ToolSessionEntry | null>;
  /**
   * Change a session in one atomic step: all of it or, where it throws or gives false, nothing.
   *
   * @returns false where the session is not there, or where `change.asked` does not wait any more
   */
  commit(sessionId: string, change: SessionChange): Operation<boolean>;
  /** What is known of a session even after it was deleted; null where nothing is. */
  recall(sessionId: string): Operation<SessionRemains | null>;
  /** Forget the session, but keep its remains for a day. */
  delete(sessionId: string): Operation<void>;
  /** @returns the new count; 0 for a session that is not there */
  updateRefCount(sessionId: string, delta: number): Operation<number>;
}

/** The shape of a `ToolSessionEntry`. Raise it when an older record would be read wrongly. */
export const sessionFormat = 2;

/** One call of a tool, as JSON. */
export interface ToolSessionEntry {
  /** The shape of this record: only the version that wrote it reads it. */
  format: typeof sessionFormat;
  id: string;
  toolName: string;
  callId: string;
  /** Whom the session belongs to; bound by the first identified answer where it began without one. */
  owner?: string | undefined;
  /** The tool's arguments as they came. */
  params: JsonValue;
  /** The arguments as the tool's schema parsed them; absent where that is not JSON, and they are parsed again. */
  parsed?: JsonValue | undefined;
  /** How many hold the session; at 0 it is deleted when it has ended. */
  refCount: number;
  /** In milliseconds since the Unix epoch. */
  createdAt: number;
  journal: readonly JournalEntry[];
  /** The question that waits for the person. */
  pending?: ElicitRequest | undefined;
  /** How the call ended; absent while it has not. */
  outcome?: SessionOutcome | undefined;
}

/** What is written of a session: only what changed. */
export interface SessionChange {
  /** Write only while this question, in this attempt, waits. */
  asked?: { elicitId: string; attempt: number } | undefined;
  /** One more entry of the journal. */
  append?: JournalEntry | undefined;
  /** The question that waits from now on; null for none. */
  pending?: ElicitRequest | null | undefined;
  outcome?: SessionOutcome | undefined;
}

/** Of a session, all but its content. */
export interface SessionRemains {
  owner?: string | undefined;
  /** `running` or `awaiting_elicit` while the session lives. */
  status: PluginSessionStatus;
  /** The question that waits. */
  pending?: { elicitId: string; attempt: number } | undefined;
  /** The questions that are closed, and how. */
  closed: readonly { elicitId: string; action: ElicitAction; answerId?: string | undefined }[];
}

/** An answer as it reaches a session. */
export interface SessionAnswer {
  elicitId: string;
  attempt: number;
  owner: string | undefined;
  result: ElicitResult<unknown>;
  /** Names the answer; kept with its action, and given to every repetition. */
  answerId?: string | undefined;
}

/** What came of an answer. */
export type SessionAnswerOutcome =
  | { outcome: 'recorded' }
  /** The question is closed already, in this way; nothing was changed. `answerId` is that answer's, if one closed it. */
  | { outcome: 'repeated'; action: ElicitAction; answerId?: string | undefined }
  /** It answers an earlier attempt of the question; nothing was changed. */
  | { outcome: 'stale' }
  /** The session is over, and this question was never answered. */
  | { outcome: 'ended'; status: PluginSessionStatus }
  /** No such session or question, or not this owner's. */
  | { outcome: 'unknown' };

/**
 * Apply a change to a session: what every store does in `commit`.
 *
 * @returns false, with nothing changed, where the question that it is about does not wait any more
 */
export function applyChange(session: OpenEntry, { asked, append, pending, outcome }: SessionChange): boolean {
  const waits = session.pending;
  if (asked && (waits?.elicitId !== asked.elicitId || waits.attempt !== asked.attempt)) return false;
  if (append !== undefined) session.journal.push(append);
  if (pending !== undefined) session.pending = pending ?? undefined;
  if (outcome !== undefined) session.outcome = outcome;
  // A session that is nobody's becomes theirs who answers first.
  session.owner ??= append?.question?.owner;
  return true;
}

/** A session whose journal can grow. */
export interface OpenEntry extends ToolSessionEntry {
  journal: JournalEntry[];
}

export function openEntry(session: ToolSessionEntry): OpenEntry {
  return { ...session, journal: [...session.journal] };
}

/** What is known of a session when its content is gone. */
export function remainsOf({ owner, outcome, pending, journal }: ToolSessionEntry): SessionRemains {
  return {
    owner,
    status: outcome?.status ?? (pending === undefined ? 'running' : 'awaiting_elicit'),
    pending: pending && { elicitId: pending.elicitId, attempt: pending.attempt },
    closed: journal.flatMap(({ question, outcome: closing }) => {
      if (question === undefined || !closing.ok) return [];
      const { elicitId, answerId } = question;
      const { action } = closing.value as unknown as ElicitResult<unknown>;
      return [{ elicitId, action, ...(answerId !== undefined && { answerId }) }];
    }),
  };
}

/** What is to be said of an answer that is not recorded. */
export function outcomeOf(known: SessionRemains | null, { elicitId, owner }: SessionAnswer): SessionAnswerOutcome {
  if (known === null || (known.owner !== undefined && known.owner !== owner)) return { outcome: 'unknown' };
  const first = known.closed.find((question) => question.elicitId === elicitId);
  if (first !== undefined) return { outcome: 'repeated', action: first.action, answerId: first.answerId };
  const { status, pending } = known;
  if (status === 'completed' || status === 'failed' || status === 'aborted') return { outcome: 'ended', status };
  return { outcome: pending?.elicitId === elicitId ? 'stale' : 'unknown' };
}
