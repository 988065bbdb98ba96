import type { Operation } from 'effection';
import type { ElicitIssue, ElicitRequest } from '../protocol/elicit-request.ts';
import type { BridgeElicit } from '../runtime/bridge-event.ts';
import type { Settlement } from '../runtime/check-answer.ts';
import type { ClosedQuestion } from '../runtime/journal.ts';
import { findPending, outcomeOf, type SessionAnswer } from './call-entry.ts';
import type { InnerCall } from './call.ts';
import { checkWithin } from './check-within.ts';
import type { RespondToElicitOutcome } from './plugin-session.ts';
import { over } from './tool-runs.ts';

/** Closes the questions of a call. */
export interface CallAnswers {
  respond(answer: SessionAnswer): Operation<RespondToElicitOutcome>;
  /** Close the question that waits. @returns false if something else closed it */
  settle(elicitId: string, end: Settlement, answer?: Omit<ClosedQuestion, 'elicitId'>): Operation<boolean>;
  /** What came of an answer that changed nothing. */
  lookUp(answer: SessionAnswer): Operation<RespondToElicitOutcome>;
}

export function createCallAnswers(call: InnerCall): CallAnswers {
  const { record, limits, news, runs } = call;
  const { entry } = record;

  /**
   * Act on the question that waits, or on its next run if one was dropped meanwhile.
   *
   * @returns undefined if the question no longer waits
   */
  function* act<T>(elicitId: string, on: (asking: BridgeElicit) => Operation<T | undefined>): Operation<T | undefined> {
    for (;;) {
      const found = yield* runs.askingOf(elicitId);
      if (found === undefined) return undefined;
      const done = yield* on(found.asking);
      if (done !== undefined) return done;
      yield* over(found.run);
      if (call.state() === 'over') return undefined;
    }
  }

  const settle: CallAnswers['settle'] = function* (elicitId, end, answer) {
    return (yield* act(elicitId, (asking) => asking.settle(end, answer))) ?? false;
  };

  function* lookUp(answer: SessionAnswer): Operation<RespondToElicitOutcome> {
    yield* news.kept(news.tell([]));
    return outcomeOf(record.remains(), answer);
  }

  /** Refuse an answer. @returns false if the question no longer waits for this attempt */
  function* askAgain(pending: ElicitRequest, issues: readonly ElicitIssue[]): Operation<boolean> {
    const { elicitId, attempt } = pending;
    if (call.interruption !== undefined || attempt >= limits.attempts) {
      news.refused(pending);
      yield* settle(elicitId, call.interruption ?? { action: 'cancel', reason: 'failed' }, { attempt });
      return true;
    }
    const again = { ...pending, attempt: attempt + 1, issues };
    let isRefused = false;
    function* ask(): Operation<void> {
      if (!record.change({ asked: { elicitId, attempt }, ask: again })) return;
      isRefused = true;
      news.refused(pending);
      // After an interruption the question is closed next, so don't ask it again.
      if (call.interruption === undefined) news.asked(again, true);
    }
    yield* act(elicitId, (asking) => asking.hold(ask));
    yield* news.kept(news.tell([]));
    return isRefused;
  }

  return {
    settle,
    lookUp,
    *respond(answer) {
      const { elicitId, attempt, owner, answerId, result, revises } = answer;
      const pending = findPending(entry, elicitId);
      if (revises !== undefined && pending === undefined) return yield* call.goingBack.revise(answer);
      const isMine = entry.owner === undefined || entry.owner === owner;
      // Only an answer to the current attempt of a question that waits can change anything.
      const isOpen = call.state() !== 'over' && isMine && pending?.attempt === attempt;
      const found = isOpen ? yield* runs.askingOf(elicitId) : undefined;
      if (!isOpen || found === undefined) {
        // Its end says what became of the answer.
        if (call.state() === 'over') yield* call.concluded();
        return yield* lookUp(answer);
      }
      const checked = yield* checkWithin(call, found.asking, result);
      if (checked === undefined) {
        // Wait until the entry that closed the question is written, then look it up.
        yield* found.asking.hold(nothing);
      } else if (checked.ok) {
        const isFirst = yield* settle(elicitId, checked.settlement, { attempt, owner, answerId });
        if (isFirst) return { outcome: 'recorded' };
      } else if (yield* askAgain(pending, checked.issues)) {
        return { outcome: 'refused' };
      }
      return yield* lookUp(answer);
    },
  };
}

function* nothing(): Operation<void> {}
