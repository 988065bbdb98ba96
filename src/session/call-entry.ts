import type { KeptBecause, PluginSessionStatus, Revised } from '../protocol/chat-event.ts';
import type { ElicitIssue, ElicitRequest } from '../protocol/elicit-request.ts';
import type { ElicitAction, ElicitResult, MoreTime } from '../protocol/elicit-result.ts';
import type { JsonValue } from '../protocol/json.ts';
import { isWait, isWaitId } from '../protocol/question-keys.ts';
import type { JournalEntry } from '../runtime/journal.ts';
import { actionOf, type Way } from '../runtime/way-of.ts';
import type { ParentChat } from '../runtime/parent-chat.ts';
import type { ToolLimits } from '../tool/tool-limits.ts';
import type { SessionOutcome } from './plugin-session.ts';
import { tokensOf, type KnownToken } from './wait-tokens.ts';

/** The version of `ToolSessionEntry`. Raise it when older records would be misread. */
export const sessionFormat = 4;

/** One call of a tool. It can be stored as JSON. */
export interface ToolSessionEntry {
  /** The version of this record's shape. Records of another version are refused. */
  format: typeof sessionFormat;
  id: string;
  toolName: string;
  /** The version of the tool that began the call. Absent if that tool has none. */
  toolVersion?: string | undefined;
  callId: string;
  /** The session's owner. If it began without one, the first identified person who answers becomes its owner. */
  owner?: string | undefined;
  /** The tool's arguments as they came. */
  params: JsonValue;
  /** The arguments as the tool's schema parsed them. Absent if the result is not JSON: then a replay parses again. */
  parsed?: JsonValue | undefined;
  /** The chat before the call, if its tool requires that. */
  parent?: ParentChat | undefined;
  /** The trace in which the call began. See `GiveTraceparent`. */
  traceparent?: string | undefined;
  /** What the call may use, as it was when the call began. A deploy does not change it. */
  limits?: ToolLimits | undefined;
  /** The count of holders. An ended session is deleted when it reaches 0. */
  refCount: number;
  /** In milliseconds since the Unix epoch. */
  createdAt: number;
  /** When its record last changed, in milliseconds since the Unix epoch. */
  changedAt?: number | undefined;
  journal: readonly JournalEntry[];
  /** The questions that wait for the person, in the order in which they were first asked. */
  pending: readonly ElicitRequest[];
  /** How the call ended. Absent until then. */
  outcome?: SessionOutcome | undefined;
}

/** A change to a stored session. Absent fields stay as they are. */
export interface SessionChange {
  /** Write only if this attempt of this question waits. */
  asked?: { elicitId: string; attempt: number } | undefined;
  /** Append this entry to the journal. The question that it closes waits no more. */
  append?: JournalEntry | undefined;
  /** A question that waits from now on, in place of an earlier attempt of it. */
  ask?: ElicitRequest | undefined;
  /** How the call ended. No question waits any more. */
  outcome?: SessionOutcome | undefined;
}

/** A session without its content. */
export interface SessionRemains {
  owner?: string | undefined;
  /** `running` or `awaiting_elicit` while the session lives. */
  status: PluginSessionStatus;
  /** The questions that wait. */
  pending: readonly { elicitId: string; attempt: number }[];
  /** The closed questions, and how each was closed. */
  closed: readonly { elicitId: string; action: ElicitAction; answerId?: string | undefined }[];
  /** How the call went back last, or goes back now, with all questions that count no more. */
  revised?: Revised | undefined;
  /** The tokens that `ctx.waitFor.token` has made. */
  tokens?: readonly KnownToken[] | undefined;
}

/** An answer as it reaches a session. */
export interface SessionAnswer {
  elicitId: string;
  attempt: number;
  owner: string | undefined;
  result: ElicitResult<unknown> | MoreTime;
  /** Names the answer. It is kept with the action and returned for every repeat. */
  answerId?: string | undefined;
  /** See `PluginElicitResponse.revises`. */
  revises?: string | undefined;
  /** See `RespondOptions.ofWait`. */
  ofWait?: true | undefined;
}

/** What came of an answer. */
export type SessionAnswerOutcome =
  | { outcome: 'recorded' }
  /** The person has more time. */
  | { outcome: 'extended' }
  /** No effect: the question was already closed with this `action`, by answer `answerId` if an answer closed it. */
  | { outcome: 'repeated'; action: ElicitAction; answerId?: string | undefined }
  /** It replaced an earlier answer, or was to: the call could not go back all the way. */
  | { outcome: 'revised'; revised: Revised }
  /** No effect: it was to replace an earlier answer, which still counts. */
  | {
      outcome: 'kept';
      because: KeptBecause;
      issues?: readonly ElicitIssue[] | undefined;
      action: ElicitAction;
      answerId?: string | undefined;
    }
  /** No effect: it answers an attempt of the question that is not the current one, or the call went back past it. */
  | { outcome: 'stale' }
  /** The session is over, and this question was never closed. */
  | { outcome: 'ended'; status: PluginSessionStatus }
  /** No such session or question, or it belongs to another owner. */
  | { outcome: 'unknown' };

/**
 * Apply a change to a session.
 *
 * @returns false, with nothing changed, if `asked` no longer waits
 */
export function applyChange(session: OpenEntry, { asked, append, ask, outcome }: SessionChange): boolean {
  if (asked && findPending(session, asked.elicitId)?.attempt !== asked.attempt) return false;
  if (append !== undefined) session.journal.push(append);
  if (append?.kind === 'revise') session.pending = [];
  else if (append?.question !== undefined) {
    const { elicitId } = append.question;
    session.pending = session.pending.filter((waits) => waits.elicitId !== elicitId);
  }
  if (ask !== undefined) {
    const isKnown = findPending(session, ask.elicitId) !== undefined;
    session.pending = isKnown
      ? session.pending.map((waits) => (waits.elicitId === ask.elicitId ? ask : waits))
      : [...session.pending, ask];
  }
  if (outcome !== undefined) {
    session.outcome = outcome;
    session.pending = [];
  }
  session.changedAt = Date.now();
  // A session without an owner belongs to the first identified person who answers.
  session.owner ??= append?.question?.owner;
  return true;
}

/** A question of a session that waits. */
export function findPending<Asked extends { elicitId: string }>(
  { pending }: { pending: readonly Asked[] },
  elicitId: string,
): Asked | undefined {
  return pending.find((waits) => waits.elicitId === elicitId);
}

/** A session with a mutable journal. */
export interface OpenEntry extends ToolSessionEntry {
  journal: JournalEntry[];
}

export function statusOf({ outcome, pending }: ToolSessionEntry): PluginSessionStatus {
  return outcome?.status ?? (pending.length === 0 ? 'running' : 'awaiting_elicit');
}

/** Strip a session of its content. */
export function remainsOf(entry: ToolSessionEntry, way: Way): SessionRemains {
  const { passed, revised } = way;
  const { owner, pending } = entry;
  const tokens = tokensOf(entry.journal, way);
  return {
    owner,
    status: statusOf(entry),
    pending: pending.filter((asked) => !isWait(asked)).map(({ elicitId, attempt }) => ({ elicitId, attempt })),
    closed: passed.flatMap(({ entry }) => {
      if (entry.question === undefined || !entry.outcome.ok) return [];
      const { elicitId, answerId } = entry.question;
      if (isWaitId(elicitId)) return [];
      return [{ elicitId, action: actionOf(entry), ...(answerId !== undefined && { answerId }) }];
    }),
    ...(revised && { revised }),
    ...(tokens.length > 0 && { tokens }),
  };
}

/** The outcome of an answer that was not recorded. */
export function outcomeOf(known: SessionRemains | null, { elicitId, owner }: SessionAnswer): SessionAnswerOutcome {
  if (known === null || (known.owner !== undefined && known.owner !== owner)) return { outcome: 'unknown' };
  const first = known.closed.find((question) => question.elicitId === elicitId);
  if (first !== undefined) return { outcome: 'repeated', action: first.action, answerId: first.answerId };
  const { status } = known;
  if (status === 'completed' || status === 'failed' || status === 'aborted') return { outcome: 'ended', status };
  const isStale = findPending(known, elicitId) !== undefined || known.revised?.gone.includes(elicitId) === true;
  return { outcome: isStale ? 'stale' : 'unknown' };
}
