import type { Operation } from 'effection';
import { isSameSecret } from '../base/same-secret.ts';
import { readContext } from '../protocol/context-data.ts';
import type { PluginSessionStatus } from '../protocol/chat-event.ts';
import type { ElicitIssue, ElicitRequest } from '../protocol/elicit-request.ts';
import { isWaitId } from '../protocol/question-keys.ts';
import type { ToolReport } from '../protocol/tool-report.ts';
import { valueOf, type JournalEntry, type TokenValue } from '../runtime/journal.ts';
import { actionOf, closingOf, type Way } from '../runtime/way-of.ts';
import { isKeepable } from '../store/durable-store.ts';
import type { SessionRemains } from './call-entry.ts';

/** The outcome of a value for a wait. */
export type ResolveOutcome =
  /** The tool goes on with it. */
  | { outcome: 'recorded' }
  /** The tool does not wait yet. The value is kept, and given when it does. */
  | { outcome: 'early' }
  /** No effect: a value for this wait counts already. */
  | { outcome: 'repeated' }
  /** No effect: it does not fit the wait's schema. The tool waits on. */
  | { outcome: 'invalid'; issues: readonly ElicitIssue[] }
  /** No effect: the wait is over, or the call went back past its token. */
  | { outcome: 'late' }
  /** No effect: the call is over. */
  | { outcome: 'ended'; status: PluginSessionStatus }
  /** No call has this token. */
  | { outcome: 'unknown' };

/** The key of the note that a value came before its wait, or before a question that ends with it. */
export const cameKey = (waits: string): string => `${waits}.came`;

/** A wait, or a question that ends when the value of a wait comes. */
export type Asked = Pick<ElicitRequest, 'elicitId' | 'until'>;

/** The note of a value for this that came before it was asked. */
export function cameFor({ passed }: Way, { elicitId, until = elicitId }: Asked): JournalEntry | undefined {
  // Spare other questions the look through the journal.
  if (!isWaitId(until)) return undefined;
  return passed.find(({ entry: { key } }) => key === cameKey(until))?.entry;
}

/** A token of a call, and whether its value counts. */
export interface KnownToken extends TokenValue {
  readonly state: 'open' | 'used' | 'late';
}

/** The tokens that a call has made. */
export function tokensOf(journal: readonly JournalEntry[], way: Way): readonly KnownToken[] {
  const { passed } = way;
  const made = journal.filter(({ kind }) => kind === 'token');
  if (made.length === 0) return [];
  const counts = new Set(passed.map(({ entry }) => entry));
  return made.map((entry): KnownToken => {
    const made = valueOf(entry.outcome) as TokenValue;
    if (!counts.has(entry)) return { ...made, state: 'late' };
    const closing = closingOf(way, made.waits);
    const isUsed = actionOf(closing) === 'accept' || cameFor(way, { elicitId: made.waits }) !== undefined;
    return { ...made, state: isUsed ? 'used' : closing === undefined ? 'open' : 'late' };
  });
}

/** What a value for this token is for: the wait that is open, or why it changes nothing. */
export function openWaitOf(known: SessionRemains | null, token: string): { waits: string } | ResolveOutcome {
  const made = known?.tokens?.find((one) => isSameSecret(one.token, token));
  if (known === null || made === undefined) return { outcome: 'unknown' };
  if (made.state !== 'open') return { outcome: made.state === 'used' ? 'repeated' : 'late' };
  const { status } = known;
  const isOver = status === 'completed' || status === 'failed' || status === 'aborted';
  return isOver ? { outcome: 'ended', status } : made;
}

/** The outcome of a value for a call that goes on nowhere. */
export function* resolvedBefore(
  token: string,
  recall: () => Operation<SessionRemains | null>,
): Operation<ResolveOutcome> {
  const known = openWaitOf(yield* recall(), token);
  return 'waits' in known ? { outcome: 'unknown' } : known;
}

/** The id of the call that made a token. Undefined for a text that is no token. */
export function callOfToken(token: string): string | undefined {
  // A token comes from outside, and keys of the store are made of the id.
  const callId = /^([^/]{1,300})~[0-9a-f]{32}$/s.exec(token)?.[1];
  return callId !== undefined && isKeepable(callId) ? callId : undefined;
}

/** Tells the person that a wait begins. Nothing, if the tool gave no message. */
export function toldOfWait(request: ElicitRequest): readonly ToolReport[] {
  const message = messageOfWait(request);
  return message === '' ? [] : [{ type: 'progress', message }];
}

export const messageOfWait = ({ message, schema }: ElicitRequest): string => readContext(message, schema).message;
