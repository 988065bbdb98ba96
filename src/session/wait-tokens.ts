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
export interface KnownToken {
  readonly token: string;
  readonly state: 'open' | 'used' | 'late';
}

/** The tokens that a call has made. */
export function tokensOf(journal: readonly JournalEntry[], way: Way): readonly KnownToken[] {
  const { passed } = way;
  const made = journal.filter(({ kind }) => kind === 'token');
  if (made.length === 0) return [];
  const counts = new Set(passed.map(({ entry }) => entry));
  return made.map((entry): KnownToken => {
    const { token, waits } = valueOf(entry.outcome) as TokenValue;
    if (!counts.has(entry)) return { token, state: 'late' };
    const closing = closingOf(way, waits);
    const hasCome = passed.some((one) => one.entry.key === cameKey(waits));
    if (closing !== undefined) return { token, state: actionOf(closing) === 'accept' || hasCome ? 'used' : 'late' };
    return { token, state: hasCome ? 'used' : 'open' };
  });
}

/** The outcome of a value that changes nothing. Undefined if its wait is open. */
export function resolveOutcomeOf(known: KnownTokens | null, token: string): ResolveOutcome | undefined {
  const { state } = known?.tokens?.find((made) => isSameSecret(made.token, token)) ?? {};
  if (known === null || state === undefined) return { outcome: 'unknown' };
  if (state !== 'open') return { outcome: state === 'used' ? 'repeated' : 'late' };
  const { status } = known;
  const isOver = status === 'completed' || status === 'failed' || status === 'aborted';
  return isOver ? { outcome: 'ended', status } : undefined;
}

interface KnownTokens {
  readonly status: PluginSessionStatus;
  readonly tokens?: readonly KnownToken[] | undefined;
}

/** A token as the journal holds it. */
export function madeToken(journal: readonly JournalEntry[], token: string): TokenValue | undefined {
  const values = journal.flatMap(({ kind, outcome }) => (kind === 'token' ? [valueOf(outcome) as TokenValue] : []));
  return values.find((made) => isSameSecret(made.token, token));
}

/** The outcome of a value for a call that goes on nowhere. */
export function* resolvedBefore(token: string, recall: () => Operation<KnownTokens | null>): Operation<ResolveOutcome> {
  return resolveOutcomeOf(yield* recall(), token) ?? { outcome: 'unknown' };
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
