import { until, type Operation } from 'effection';
import type { ChatProviderResult } from '../protocol/chat-provider.ts';
import type { ElicitIssue, ElicitRequest } from '../protocol/elicit-request.ts';
import type { ElicitResult } from '../protocol/elicit-result.ts';
import type { ChangeNews } from '../protocol/mcp-meta.ts';
import type { PluginSession, SessionOutcome } from '../session/plugin-session.ts';
import type { SessionRemains } from '../session/call-entry.ts';
import type { AskedSample, CallWatch } from './call-watch.ts';
import { answerIdOf, issuesIn, newsOf, offerNamed, offersOf, readChange, type ChangeOffer } from './change-offers.ts';

/** What a request brings to a call. */
export interface Visit {
  readonly owner: string | undefined;
  /** The answer to a question that waits. Undefined if the request brings none. */
  answerTo(question: ElicitRequest): ElicitResult<unknown> | undefined;
  /** For a client that can change answers. */
  readonly changes?: { readonly brought?: BroughtChange | undefined } | undefined;
  /** The answers of the client's model. */
  readonly samples: ReadonlyMap<string, ChatProviderResult>;
  /** Why the client cannot be asked these. Undefined if it can. */
  refuses(questions: readonly ElicitRequest[], samples: readonly AskedSample[]): Error | undefined;
}

/** The answer to an offer of a change, as it came. */
export interface BroughtChange {
  readonly key: string;
  readonly given: unknown;
}

/** Where a call stands when nothing more comes of it by itself. */
export type Rest = (
  | { readonly type: 'asks'; readonly questions: readonly ElicitRequest[]; readonly samples: readonly AskedSample[] }
  | { readonly type: 'ended'; readonly outcome: SessionOutcome }
  /** The client cannot be asked what the call asks for. */
  | { readonly type: 'refused'; readonly error: Error }
) &
  Partial<Changes>;

/** What a client that can change answers hears besides. */
export interface Changes {
  readonly offers: readonly ChangeOffer[];
  /** What came of the change that its request brought. */
  readonly news: ChangeNews | undefined;
}

/** What is known of the call by now. */
export type Recall = () => Operation<SessionRemains | null>;

/** Bring a request's answers to a call, and wait until the call rests. Answers that come again change nothing. */
export function* attendCall(session: PluginSession, watch: CallWatch, visit: Visit, recall: Recall): Operation<Rest> {
  // What has expired comes before an answer that came after it.
  const expired = session.pending().filter(({ expiresAt = Infinity }) => expiresAt <= Date.now());
  const hasExpired = () => expired.every(({ elicitId }) => watch.isSettled(elicitId)) && session.due() > Date.now();
  yield* watch.until(() => watch.outcome !== undefined || hasExpired());

  const { owner, changes } = visit;
  const refused = changes?.brought && (yield* changeAnswer(session, watch, changes.brought, owner, recall));
  for (const question of session.pending()) {
    const { elicitId, attempt } = question;
    const result = visit.answerTo(question);
    if (result === undefined) continue;
    const named = changes && { answerId: answerIdOf(question) };
    const { outcome } = yield* session.respondToElicit(elicitId, result, { attempt, owner, ...named });
    if (outcome === 'unknown') continue;
    const isAskedAgain = outcome === 'refused' || outcome === 'stale';
    // The call's own event may still be on its way. Until it comes, the call is at work.
    yield* watch.until(
      () =>
        watch.outcome !== undefined ||
        watch.isSettled(elicitId) ||
        (isAskedAgain && watch.attemptOf(elicitId) > attempt),
    );
  }
  yield* watch.until(() => {
    // A tool that runs again from its journal asks for these as it comes to them.
    for (const { key } of watch.samples()) {
      const result = visit.samples.get(key);
      if (result !== undefined) watch.give(key, result);
    }
    return watch.isResting(session);
  });
  if (watch.outcome !== undefined) {
    return { type: 'ended', outcome: watch.outcome, ...(yield* changesOf(visit, [], recall, refused)) };
  }
  const questions = session.pending();
  const samples = watch.samples();
  const error = visit.refuses(questions, samples);
  if (error !== undefined) return { type: 'refused', error };
  return { type: 'asks', questions, samples, ...(yield* changesOf(visit, questions, recall, refused)) };
}

/** What to say of changes while these questions wait. Nothing to a client that cannot change answers. */
export function* changesOf(
  { changes }: Visit,
  waiting: readonly ElicitRequest[],
  recall: Recall,
  refused?: readonly ElicitIssue[],
): Operation<Changes | undefined> {
  const { brought } = changes ?? {};
  if (changes === undefined || (brought === undefined && !waiting.some((asked) => asked.changeable))) return undefined;
  const remains = yield* recall();
  const offers = offersOf(waiting, remains);
  if (brought === undefined) return { offers, news: undefined };
  const change = yield* until(readChange(brought.given, offerNamed(brought.key, remains)));
  return { offers, news: newsOf(change, remains, refused) };
}

/** Change an answer. One that is changed already stays as it is. @returns what is wrong with the new one */
function* changeAnswer(
  session: PluginSession,
  watch: CallWatch,
  { key, given }: BroughtChange,
  owner: string | undefined,
  recall: Recall,
): Operation<readonly ElicitIssue[] | undefined> {
  const change = yield* until(readChange(given, offerNamed(key, yield* recall())));
  if (change === undefined) return undefined;
  const { elicitId, result, answerId, revises } = change;
  const waiting = session.pending();
  const outcome = yield* session.respondToElicit(elicitId, result, { owner, answerId, revises });
  // As with answers: the events of what waited may still be on their way.
  const isGone = () => waiting.every((asked) => watch.isSettled(asked.elicitId));
  if (outcome.outcome === 'revised') yield* watch.until(() => watch.outcome !== undefined || isGone());
  // To check it, the tool was run up to what waits, which no event tells.
  else yield* session.cool();
  return issuesIn(outcome);
}
