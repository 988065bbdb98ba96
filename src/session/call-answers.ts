import { action, type Operation } from 'effection';
import { after, createOnce, firstOf, type Coming } from '../base/coming.ts';
import { constant, nothing } from '../base/wait.ts';
import { CodedError } from '../protocol/coded-error.ts';
import type { ElicitIssue, ElicitRequest } from '../protocol/elicit-request.ts';
import { isNobodysDoing, type ElicitResult } from '../protocol/elicit-result.ts';
import { canonicalJson } from '../protocol/json.ts';
import { isWaitId } from '../protocol/question-keys.ts';
import type { BridgeElicit, InTurn } from '../runtime/bridge-event.ts';
import type { Checked } from '../runtime/check-answer.ts';
import type { AnswerSource, AskedTo } from '../protocol/person.ts';
import { keptSource, type ClosedQuestion } from '../runtime/journal.ts';
import { closingOf } from '../runtime/way-of.ts';
import { isForNobody, knownTo, nobodyError, shownBy } from './asked-request.ts';
import { findPending, isOnlyAddressed, outcomeOf, sourceIn, type SessionAnswer } from './call-entry.ts';
import type { InnerCall } from './call.ts';
import { isAddressed, isAllowed } from './may-answer.ts';
import type { RespondToElicitOutcome } from './plugin-session.ts';
import { refusal } from './told-of-change.ts';
import { over } from './tool-runs.ts';
import { schemaForOthers } from '../tool/approval.ts';

/** Closes the questions of a call. */
export function createCallAnswers(call: InnerCall) {
  const { record, limits, news, runs } = call;
  const { entry } = record;

  /**
   * Act on the question that waits, or on its next run if one was dropped meanwhile.
   *
   * @returns undefined if the question no longer waits
   */
  function* act<T>(elicitId: string, on: (asking: BridgeElicit) => InTurn<T>): Operation<T | undefined> {
    for (;;) {
      const found = yield* runs.askingOf(elicitId);
      if (found === undefined) return undefined;
      const done = yield* firstOf(on(found.asking).coming, news.lost);
      if (done !== undefined) return done;
      yield* firstOf(over(found.run), news.lost);
      if (call.state() === 'over') return undefined;
    }
  }

  /** Close the question that waits. @returns false if something else closed it */
  function* settle(elicitId: string, ...how: Parameters<BridgeElicit['settle']>): Operation<boolean> {
    return (yield* act(elicitId, (asking) => asking.settle(...how))) ?? false;
  }

  /** Refuse an answer. @returns false if the question no longer waits for this attempt */
  function* askAgain(
    pending: ElicitRequest,
    issues: readonly ElicitIssue[],
    answer: SessionAnswer,
  ): Operation<boolean> {
    const { elicitId, attempt } = pending;
    const told = refusal(pending, answer, issues);
    if (call.interruption !== undefined || attempt >= limits.attempts) {
      record.change({ asked: { elicitId, attempt }, told });
      news.refused(pending);
      yield* settle(elicitId, call.interruption ?? { action: 'cancel', reason: 'failed' }, { attempt });
      return true;
    }
    const wrong = { issues, issuesFor: answer.by?.id };
    let isRefused = false;
    function* ask(asking: BridgeElicit): Operation<void> {
      // With what the tool offers now.
      const again = { ...pending, ...shownBy(asking, pending.to), ...wrong, attempt: attempt + 1 };
      if (!record.change({ asked: { elicitId, attempt }, ask: again, told })) return;
      isRefused = true;
      news.refused(pending);
      // After an interruption the question is closed next, so don't ask it again.
      if (call.interruption === undefined) news.asked(again, true);
    }
    yield* act(elicitId, (asking) => asking.hold(() => ask(asking)));
    yield* allKept(call);
    return isRefused;
  }

  return {
    settle,
    lookUp: (answer: SessionAnswer) => lookUp(call, answer),
    *respond(answer: SessionAnswer): Operation<RespondToElicitOutcome> {
      const { elicitId, attempt, revises } = answer;
      if (isWaitId(elicitId) && answer['~ofWait'] !== true) return { outcome: 'unknown' };
      const pending = findPending(entry, elicitId);
      const to = answer['~to'];
      if (to !== undefined && pending !== undefined && call.state() !== 'over' && reassign(call, pending, to)) {
        yield* allKept(call);
        return { outcome: 'extended' };
      }
      if (to !== undefined) return { outcome: 'unknown' };
      if (revises !== undefined && pending === undefined) return yield* news.unlessLost(call.goingBack.revise(answer));
      // Only an answer to the current attempt of a question that waits can change anything.
      const asked = call.state() !== 'over' && pending?.attempt === attempt ? pending : undefined;
      const judgeAgain = pending && judgingSince(call, pending, answer);
      const taken = asked && (yield* admit(call, asked, answer));
      if (asked !== undefined && taken?.action === 'more_time') {
        return (yield* extend(call, asked, answer)) ? { outcome: 'extended' } : yield* lookUp(call, answer);
      }
      const found = taken && (yield* runs.askingOf(elicitId));
      if (asked === undefined || taken === undefined || taken.action === 'more_time' || found === undefined) {
        // Who may not answer is told nothing, whatever becomes of the question.
        if (asked !== undefined && taken === undefined) return { outcome: 'unknown' };
        if (call.state() === 'over') yield* news.unlessLost(call.concluded());
        return yield* lookUp(call, answer);
      }
      const checked = yield* checkWithin(call, found.asking, taken, sourceIn(answer));
      if (checked === undefined) {
        // Wait until the entry that closed the question is written, then look it up.
        yield* firstOf(found.asking.hold(nothing).coming, news.lost);
      } else if (checked.ok) {
        const { owner } = entry;
        const how = closing(asked, { ...answer, result: taken }, owner);
        if (yield* settle(elicitId, checked.settlement, how, judgeAgain)) {
          return { outcome: 'recorded', ...(entry.owner !== owner && { owner: entry.owner }) };
        }
      } else if (yield* askAgain(asked, checked.issues, answer)) {
        return { outcome: 'refused' };
      }
      return yield* lookUp(call, answer);
    },
  };
}

/** All that has changed so far is kept. */
const allKept = ({ news }: InnerCall) => news.unlessLost(news.kept(news.tell([])));

/** Give the person as much time again. @returns false if they may have none */
function* extend(
  call: InnerCall,
  { timeout, extensions = 0, expiresAt = 0, ...pending }: ElicitRequest,
  answer: SessionAnswer,
): Operation<boolean> {
  const { record, news, interruption } = call;
  const { elicitId, key, attempt } = pending;
  if (timeout === undefined || extensions === 0 || interruption !== undefined) return false;
  const until = Math.max(expiresAt, Date.now() + timeout);
  const again = { ...pending, timeout, extensions: extensions - 1, expiresAt: until };
  const told = { what: 'more_time', elicitId, key, attempt, expiresAt: until, ...sourceIn(answer) } as const;
  if (!record.change({ asked: { elicitId, attempt }, ask: again, told })) return false;
  news.extended(again);
  yield* allKept(call);
  return true;
}

/**
 * Put a question to somebody else. Who was asked before cannot answer it any more, and what was kept from the call's
 * person stays so. For those whom it is for already nothing changes.
 *
 * @returns false if nobody could answer it then
 */
function reassign(call: InnerCall, pending: ElicitRequest, to: AskedTo): boolean {
  const { record, news, interruption } = call;
  const { issues: _issues, issuesFor: _for, elicitId, attempt, to: before, ...question } = pending;
  const { notOwner, hidden, at = 0 } = before ?? {};
  const known = knownTo(call, { ...(notOwner && { notOwner }), ...(hidden && { hidden }), ...to });
  if (isForNobody(call, known)) {
    call.report(nobodyError(call, pending.key));
    return false;
  }
  // The same request may come a second time, handed on by another process.
  if (canonicalJson({ ...known, at }) === canonicalJson(before)) return true;
  // Its place in the index and the names of its notices depend on the time, so no two people have the same one.
  const asked = { ...known, at: Math.max(known.at, at + 1) };
  const schema = schemaForOthers(call.tool?.questions.get(pending.key), pending.schema);
  const again = { ...question, schema, elicitId, attempt: attempt + 1, to: asked };
  if (!record.change({ asked: { elicitId, attempt }, ask: again })) return false;
  news.asked(again, interruption === undefined);
  return true;
}

/** What came of an answer that changed nothing, for a person who may hear it. */
function* lookUp(call: InnerCall, answer: SessionAnswer): Operation<RespondToElicitOutcome> {
  const { elicitId, by } = answer;
  const { entry, way } = call.record;
  yield* allKept(call);
  const known = call.record.remains();
  const outcome = outcomeOf(known, answer);
  if (outcome.outcome === 'unknown' || !isOnlyAddressed(known, answer)) return outcome;
  const closed = closingOf(way.now(), elicitId);
  const question = findPending(entry, elicitId) ?? (closed && { elicitId, key: closed.name, to: closed.question?.to });
  return question !== undefined && (yield* isAllowed(call, question, by)) ? outcome : { outcome: 'unknown' };
}

/** Judge an answer again if another one counts since now: the host has not judged it by that one. */
function judgingSince(call: InnerCall, question: ElicitRequest, answer: SessionAnswer): () => Operation<boolean> {
  const { journal } = call.record.entry;
  const { length } = journal;
  return () => (journal.length === length ? constant(true) : isAdmitted(call, question, answer));
}

function* isAdmitted(...given: Parameters<typeof admit>): Operation<boolean> {
  return (yield* admit(...given)) !== undefined;
}

/** What counts of an answer. Undefined if this person may not give it. */
function* admit(
  call: InnerCall,
  question: ElicitRequest,
  answer: SessionAnswer,
): Operation<SessionAnswer['result'] | undefined> {
  const { to } = question;
  const { by, result } = answer;
  const { owner } = call.record.entry;
  if (call.host.answers === 'all') return result;
  if (isAddressed(to, by, owner)) return (yield* isAllowed(call, question, by)) ? claimIn(question, answer) : undefined;
  const isOwner = to !== undefined && isAddressed(undefined, by, owner);
  return isOwner && result.action === 'cancel' ? { action: 'cancel', reason: 'withdrawn' } : undefined;
}

/**
 * What a person may say, who can only dismiss a question. That its time is over counts once the server's clock says so.
 * Code of the server, and ours for hosts of MCP, knows why it cancels.
 */
function claimIn({ expiresAt = Infinity }: ElicitRequest, { result, via }: SessionAnswer): SessionAnswer['result'] {
  const isOurs = via === 'server' || via === 'mcp';
  if (isOurs || result.action !== 'cancel' || result.reason === undefined) return result;
  return result.reason === 'expired' && expiresAt <= Date.now() ? result : { action: 'cancel', reason: 'dismissed' };
}

/** What the journal keeps of who answers this. @param owner - the call's */
function closing(
  { attempt, to }: ElicitRequest,
  answer: SessionAnswer,
  owner: string | undefined,
): Omit<ClosedQuestion, 'elicitId'> {
  const { answerId, receipt, result, by } = answer;
  // A person only dismisses or withdraws a question.
  if (isNobodysDoing(result)) return { attempt, answerId };
  // Nobody takes back what somebody else has agreed to.
  const isOthers = to !== undefined && result.action === 'accept' && by?.id !== owner;
  return { attempt, ...keptSource(sourceIn(answer)), answerId, receipt, ...(isOthers && { isFinal: true }) };
}

/** Why a check was cut short. */
export type Cut = 'late' | 'closed' | 'lost';

interface Asking extends Pick<BridgeElicit, 'abandoned'> {
  readonly question: { readonly key: string };
  check(sent: ElicitResult<unknown>, source: AnswerSource, cut: Coming<Cut>): Operation<Checked | Cut | undefined>;
}

/**
 * Check an answer. If the check fails or times out, return an issue so that the question is asked again. Return
 * undefined if the question is closed first.
 */
export function* checkWithin(
  { limits, news, onEvent }: Pick<InnerCall, 'limits' | 'news' | 'onEvent'>,
  asking: Asking,
  result: ElicitResult<unknown>,
  source: AnswerSource,
): Operation<Checked | undefined> {
  const onError = (error: unknown) => onEvent({ type: 'error', where: 'tool', error });
  const cut = createOnce<Cut>();
  const stops = [
    after(limits.patience, 'late' as const)(cut.resolve, cut.reject),
    asking.abandoned(() => cut.resolve('closed'), cut.reject),
    news.lost(cut.resolve, () => cut.resolve('lost')),
  ];
  let checked: Checked | Cut | undefined = uncheckable;
  try {
    checked = yield* asking.check(result, source, cut.coming);
  } catch (error) {
    onError(error);
  } finally {
    for (const stop of stops) stop();
  }
  if (checked === 'lost') return yield* action(news.lost);
  if (checked === 'closed') return undefined;
  if (typeof checked !== 'string') return checked;
  const what = `The check of the question "${asking.question.key}" took too long. Make it faster, or raise limits.patience.`;
  onError(new CodedError('CHECK_TIMEOUT', `${what} The question was asked again.`));
  return uncheckable;
}

const uncheckable: Checked = {
  ok: false,
  issues: [{ path: [], message: 'This answer could not be checked. Please try again.' }],
};
