import type { KeptBecause, PluginSessionStatus, Revised } from '../protocol/chat-event.ts';
import type { ElicitIssue, ElicitRequest } from '../protocol/elicit-request.ts';
import type { ElicitAction, ElicitCancel, ElicitResult, MoreTime } from '../protocol/elicit-result.ts';
import type { JsonValue } from '../protocol/json.ts';
import type { Answerer, AnswerSource, AnswerVia, AskedTo, Person } from '../protocol/person.ts';
import { isWait, isWaitId } from '../protocol/question-keys.ts';
import type { ReceiptWords } from '../protocol/receipt.ts';
import type { JournalEntry } from '../runtime/journal.ts';
import { actionOf, type Way } from '../runtime/way-of.ts';
import type { ParentChat } from '../runtime/parent-chat.ts';
import type { ToolLimits } from '../tool/tool-limits.ts';
import { isAddressed } from './may-answer.ts';
import type { RespondOptions, SessionOutcome } from './plugin-session.ts';
import type { Told } from './told-of-change.ts';
import { tokensOf, type KnownToken } from './wait-tokens.ts';

/** The version of `ToolSessionEntry`. Raise it when older records would be misread. */
export const sessionFormat = 5;

/** One call of a tool. It can be stored as JSON. */
export interface ToolSessionEntry {
  /** The version of this record's shape. Records of another version are refused. */
  format: typeof sessionFormat;
  id: string;
  toolName: string;
  /** The version of the tool that began the call. Absent if that tool has none. */
  toolVersion?: string | undefined;
  /** The id that the host, or the page, gave the call. */
  hostId?: string | undefined;
  /** The session's owner. If it began without one, the first identified person who answers becomes its owner. */
  owner?: string | undefined;
  /** For those whom it asks. */
  ownerName?: string | undefined;
  /** The tool's arguments as they came. */
  params: JsonValue;
  /** The arguments as the tool's schema parsed them. Absent if the result is not JSON: then a replay parses again. */
  parsed?: JsonValue | undefined;
  /** The chat before the call, if its tool requires that. */
  parent?: ParentChat | undefined;
  /** The trace in which the call began. See `GiveTraceparent`. */
  traceparent?: string | undefined;
  /** What the call may use, as it was when the call began. A deploy does not change it. */
  limits: ToolLimits;
  /** Nobody reads the call any more. Once it has ended, it is deleted. */
  isReleased?: true | undefined;
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
  /** For the call's history, before what follows from this change. */
  told?: Told | undefined;
}

/** A session without its content. */
export interface SessionRemains {
  owner?: string | undefined;
  /** `running` or `awaiting_elicit` while the session lives. */
  status: PluginSessionStatus;
  /** The questions that wait. */
  pending: readonly { elicitId: string; attempt: number; to?: AskedTo | undefined }[];
  /** The closed questions, and how each was closed. */
  closed: readonly ClosedRemains[];
  /** How the call went back last, or goes back now, with all questions that count no more. */
  revised?: Revised | undefined;
  /** The tokens that `ctx.waitFor.token` has made. */
  tokens?: readonly KnownToken[] | undefined;
}

/** How a question was closed. */
export interface ClosedRemains {
  elicitId: string;
  action: ElicitAction;
  /** Of a cancel: why. */
  reason?: ElicitCancel['reason'];
  answerId?: string | undefined;
  /** What was said of the answer, unless the question is hidden from the session's owner. */
  receipt?: ReceiptWords | undefined;
  /** Whom it was for, if not the session's owner. */
  to?: AskedTo | undefined;
  /** Who answered, if not the session's owner. */
  by?: Answerer | undefined;
}

/** An answer as it reaches a session. */
export interface SessionAnswer extends Omit<RespondOptions, 'attempt' | 'by' | 'via'> {
  elicitId: string;
  attempt: number;
  /** Who answers. Undefined for somebody whom the host did not identify. */
  by: Person | undefined;
  via: AnswerVia;
  result: ElicitResult<unknown> | MoreTime;
}

/** What came of an answer. */
export type SessionAnswerOutcome =
  /** `owner`: the session had none, and belongs to who answered from now on. */
  | { outcome: 'recorded'; owner?: string | undefined }
  /** The person has more time. */
  | { outcome: 'extended' }
  /** No effect: the question was already closed with this `action`, by answer `answerId` if an answer closed it. */
  | ({ outcome: 'repeated' } & Omit<ClosedRemains, 'elicitId' | 'to'>)
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
  const asks = append?.question && findPending(session, append.question.elicitId);
  if (append?.kind === 'revise') session.pending = [];
  else if (append?.question !== undefined) {
    const { elicitId } = append.question;
    session.pending = session.pending.filter((waits) => waits.elicitId !== elicitId);
  }
  if (ask !== undefined) session.pending = withAsked(session.pending, ask);
  if (outcome !== undefined) {
    session.outcome = outcome;
    session.pending = [];
  }
  session.changedAt = Date.now();
  // A session without an owner belongs to the first identified person who answers.
  const { id: owner, name: ownerName } = append?.question?.by ?? {};
  if (asks?.to === undefined && session.owner === undefined) Object.assign(session, { owner, ownerName });
  return true;
}

/** A question of a session that waits. */
export function findPending<Asked extends { elicitId: string }>(
  { pending }: { pending: readonly Asked[] },
  elicitId: string,
): Asked | undefined {
  return pending.find((waits) => waits.elicitId === elicitId);
}

/** The questions that wait with this one, in place of an earlier attempt of it. */
export function withAsked(pending: readonly ElicitRequest[], ask: ElicitRequest): readonly ElicitRequest[] {
  const isKnown = findPending({ pending }, ask.elicitId) !== undefined;
  return isKnown ? pending.map((waits) => (waits.elicitId === ask.elicitId ? ask : waits)) : [...pending, ask];
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
    pending: pending
      .filter((asked) => !isWait(asked))
      .map(({ elicitId, attempt, to }) => ({ elicitId, attempt, ...(to && { to }) })),
    closed: passed.flatMap(({ entry }) => {
      // What the host brings is no answer of a person.
      const closed = entry.outcome.ok ? closedBy(entry, owner) : undefined;
      return closed === undefined || isWaitId(closed.elicitId) ? [] : [closed];
    }),
    ...(revised && { revised }),
    ...(tokens.length > 0 && { tokens }),
  };
}

/** Who gave an answer, as the journal keeps it. Roles are no part of it: they change. */
export function sourceIn({ by, via }: SessionAnswer): AnswerSource {
  return { ...(by && { by: { id: by.id, ...(by.name !== undefined && { name: by.name }) } }), via };
}

/** How this entry closed its question, if it did. @param owner - the session's */
export function closedBy(entry: JournalEntry, owner: string | undefined): ClosedRemains | undefined {
  const { question } = entry;
  if (question === undefined) return undefined;
  const { elicitId, answerId, receipt, to, by } = question;
  const isOther = to !== undefined && by !== undefined && by.id !== owner;
  const action = actionOf(entry);
  const { reason } = (entry.outcome.ok && action === 'cancel' ? entry.outcome.value : {}) as Partial<ElicitCancel>;
  return {
    elicitId,
    action,
    ...(reason && { reason }),
    ...(answerId !== undefined && { answerId }),
    // Of somebody else's answer, what it says in short.
    ...(receipt && to?.hidden !== true && { receipt: isOther ? { title: receipt.title } : receipt }),
    ...(to && { to }),
    ...(isOther && { by }),
  };
}

/** Whether a question is for a person who neither owns the call nor answered: the host judges what they may hear. */
export function isOnlyAddressed(
  known: SessionRemains,
  { elicitId, by }: Pick<SessionAnswer, 'elicitId' | 'by'>,
): boolean {
  const closed = known.closed.find((question) => question.elicitId === elicitId);
  const { to } = closed ?? findPending(known, elicitId) ?? {};
  return to !== undefined && by !== undefined && by.id !== known.owner && by.id !== closed?.by?.id;
}

/** The outcome of an answer that was not recorded. Who could not have answered hears that there is no such question. */
export function outcomeOf(known: SessionRemains | null, { elicitId, by }: SessionAnswer): SessionAnswerOutcome {
  if (known === null) return { outcome: 'unknown' };
  const closed = known.closed.find((question) => question.elicitId === elicitId);
  const { to } = closed ?? findPending(known, elicitId) ?? {};
  const isOwner = isAddressed(undefined, by, known.owner);
  if (!isOwner && (to === undefined || !isAddressed(to, by, known.owner))) return { outcome: 'unknown' };
  if (closed !== undefined) {
    const { elicitId: _id, to: _to, receipt, ...how } = closed;
    return { outcome: 'repeated', ...how, ...(isOwner && { receipt }) };
  }
  const { status } = known;
  if (status === 'completed' || status === 'failed' || status === 'aborted') return { outcome: 'ended', status };
  const isStale = findPending(known, elicitId) !== undefined || known.revised?.gone.includes(elicitId) === true;
  return { outcome: isStale ? 'stale' : 'unknown' };
}
