import { escapeMessage, writeContext } from '../protocol/context-data.ts';
import type { ElicitRequest } from '../protocol/elicit-request.ts';
import { canonicalJson } from '../protocol/json.ts';
import type { AskedTo } from '../protocol/person.ts';
import { lastMoment } from '../protocol/wire-schemas.ts';
import type { BridgeElicit } from '../runtime/bridge-event.ts';
import { schemaForOthers } from '../tool/approval.ts';
import { ElicitToError, isSameWhom } from '../tool/ask-whom.ts';
import type { InnerCall } from './call.ts';

/** Without an owner, everybody could be the person who must not answer. */
export function isForNobody({ record, host }: InnerCall, to: AskedTo | undefined): boolean {
  return to?.notOwner === true && record.entry.owner === undefined && host.answers === undefined;
}

export function nobodyError({ record }: InnerCall, key: string): ElicitToError {
  const what = 'nobody can answer it: with notOwner, the server must know who asks. Let identify name them.';
  return new ElicitToError(`${record.entry.toolName}'s question "${key}"`, what);
}

/** Turn a tool's question into the request that travels to the client, as attempt 1. */
export function elicitRequestOf(
  event: BridgeElicit,
  call: Pick<InnerCall, 'record' | 'host' | 'limits'>,
): ElicitRequest {
  const { entry } = call.record;
  return {
    sessionId: entry.id,
    callId: entry.id,
    toolName: entry.toolName,
    elicitId: event.elicitId,
    key: event.question.key,
    message: escapeMessage(event.message),
    ...shownBy(event, event.to),
    seq: event.seq,
    attempt: 1,
    params: entry.params,
    ...(event.handoff !== undefined && { handoff: event.handoff }),
    ...(event.url !== undefined && { mode: 'url', url: event.url }),
    ...(event.to && { to: knownTo(call, event.to) }),
    ...(event.until !== undefined && { until: event.until }),
    ...timeOf(event, call.limits.sessionTtl),
  };
}

/** Whom it is for, and whether that is the person of the call. */
export function knownTo(
  { record, host }: Pick<InnerCall, 'record' | 'host'>,
  to: AskedTo,
): AskedTo & { readonly at: number } {
  const { owner } = record.entry;
  const isNamed = owner !== undefined && to.notOwner !== true && to.who.some(({ id }) => id === owner);
  return { ...to, ...((isNamed || host.answers === 'all') && { withOwner: true }), at: Date.now() };
}

/**
 * Until when a question waits, which is no longer than the call does. JSON has no infinity, and no calendar what is
 * further away than its end: no deadline means the same.
 */
function timeOf({ timeout: wanted = Infinity, fixed }: BridgeElicit, sessionTtl: number): Partial<ElicitRequest> {
  const timeout = Math.min(wanted, sessionTtl);
  const expiresAt = Date.now() + timeout;
  if (wanted === Infinity || expiresAt > lastMoment) return {};
  return { expiresAt, timeout, ...(fixed !== true && { extensions: mostExtensions }) };
}

/** WCAG 2.2, criterion 2.2.1: who needs more time can ask for it at least ten times. */
const mostExtensions = 10;

/**
 * What a form and the words beside it are made of, by the tool's code as it is now.
 *
 * @param to - whom the question is for now
 */
export function shownBy(
  { question, context, offer: { plain, inWords } = {}, to: named }: BridgeElicit,
  to: AskedTo | undefined,
): Pick<ElicitRequest, 'schema' | 'plain' | 'inWords'> {
  const schema = writeContext(question.json, context);
  return {
    schema: isSameWhom(to, named) ? schema : schemaForOthers(question, schema),
    ...(plain !== undefined && { plain }),
    ...(inWords !== undefined && { inWords: escapeMessage(inWords) }),
  };
}

/**
 * A question as somebody hears it. What was wrong with an answer may quote it, so only who gave it is told.
 *
 * @param isAlone - nobody else can have answered
 */
export function heardBy(
  { issues, issuesFor, ...asked }: ElicitRequest,
  who: string | undefined,
  isAlone = false,
): ElicitRequest {
  return issues !== undefined && (isAlone || issuesFor === who) ? { ...asked, issues } : asked;
}

/** The question that waits, as its next attempt, if the tool asks it otherwise since it was deployed anew. */
export function askedNow(
  event: BridgeElicit,
  { schema, plain, inWords, ...pending }: ElicitRequest,
): ElicitRequest | undefined {
  const now = shownBy(event, pending.to);
  if (canonicalJson(now) === canonicalJson({ schema, plain, inWords })) return undefined;
  const { issues: _issues, issuesFor: _for, ...again } = pending;
  return { ...again, ...now, attempt: pending.attempt + 1 };
}
