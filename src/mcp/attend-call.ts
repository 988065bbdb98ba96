import type { Operation } from 'effection';
import type { ChatProviderResult } from '../protocol/chat-provider.ts';
import type { ElicitRequest } from '../protocol/elicit-request.ts';
import type { ElicitResult } from '../protocol/elicit-result.ts';
import type { PluginSession, SessionOutcome } from '../session/plugin-session.ts';
import type { AskedSample, CallWatch } from './call-watch.ts';

/** What a request brings to a call. */
export interface Visit {
  readonly owner: string | undefined;
  /** The answer to a question that waits. Undefined if the request brings none. */
  answerTo(question: ElicitRequest): ElicitResult<unknown> | undefined;
  /** The answers of the client's model. */
  readonly samples: ReadonlyMap<string, ChatProviderResult>;
  /** Why the client cannot be asked these. Undefined if it can. */
  refuses(questions: readonly ElicitRequest[], samples: readonly AskedSample[]): Error | undefined;
}

/** Where a call stands when nothing more comes of it by itself. */
export type Rest =
  | { readonly type: 'asks'; readonly questions: readonly ElicitRequest[]; readonly samples: readonly AskedSample[] }
  | { readonly type: 'ended'; readonly outcome: SessionOutcome }
  /** The client cannot be asked what the call asks for. */
  | { readonly type: 'refused'; readonly error: Error };

/** Bring a request's answers to a call, and wait until the call rests. Answers that come again change nothing. */
export function* attendCall(session: PluginSession, watch: CallWatch, visit: Visit): Operation<Rest> {
  // What has expired comes before an answer that came after it.
  const expired = session.pending().filter(({ expiresAt = Infinity }) => expiresAt <= Date.now());
  const hasExpired = () => expired.every(({ elicitId }) => watch.isSettled(elicitId)) && session.due() > Date.now();
  yield* watch.until(() => watch.outcome !== undefined || hasExpired());

  for (const question of session.pending()) {
    const { elicitId, attempt } = question;
    const result = visit.answerTo(question);
    if (result === undefined) continue;
    const { outcome } = yield* session.respondToElicit(elicitId, result, { attempt, owner: visit.owner });
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
  if (watch.outcome !== undefined) return { type: 'ended', outcome: watch.outcome };
  const questions = session.pending();
  const samples = watch.samples();
  const error = visit.refuses(questions, samples);
  return error === undefined ? { type: 'asks', questions, samples } : { type: 'refused', error };
}
