import type { ElicitResult } from '../protocol/elicit-result.ts';
import { reasonOf } from '../protocol/coded-error.ts';
import type { JsonObject } from '../protocol/json.ts';
import { toWire, type ActiveCall, type CallQuestion, type Card, type QuestionDesk } from './question-desk.ts';

/** An attempt that did not get there, and may be made again. */
export interface Failed {
  readonly kind: 'failed';
  readonly cause: unknown;
}

export interface TogetherParts<Step extends { readonly kind: string }> {
  readonly desk: QuestionDesk;
  readonly call: ActiveCall;
  readonly questions: readonly CallQuestion[];
  /** Bring the answers to the server. What it throws fails the call. */
  readonly bring: (answers: ReadonlyMap<string, JsonObject>) => Promise<Step | Failed>;
  /** Go on from what the server said. It must ask before it first waits: the cards stay until then. */
  readonly goOn: (step: Step) => Promise<unknown>;
}

/**
 * Ask several things at once. Their answers travel together once the last is there: if that fails, each card keeps its
 * answer, and Retry on one of them sends all of them again. Cancelling a card that failed gives up.
 *
 * @returns what `goOn` gives
 */
export function askTogether<Step extends { readonly kind: string }>(parts: TogetherParts<Step>): Promise<unknown> {
  const { desk, call, questions, bring, goOn } = parts;
  const results = new Map<CallQuestion, ElicitResult<unknown>>();
  const cards = new Map<CallQuestion, Card>();
  let failure: Failed | undefined;
  let isOnItsWay = false;
  let delivery = withResolvers();

  return new Promise((resolve, reject) => {
    const send = async () => {
      isOnItsWay = true;
      for (const card of cards.values()) card.retry();
      try {
        const answers = [...results].map(([{ key, question }, result]) => [key, toWire(question, result)] as const);
        const step = await bring(new Map(answers));
        if (isFailed(step)) {
          const failed = delivery;
          [failure, delivery, isOnItsWay] = [step, withResolvers(), false];
          return failed.reject(new Error(reasonOf(step.cause), { cause: step.cause }));
        }
        resolve(goOn(step));
      } catch (cause) {
        reject(cause);
      }
      for (const [question, card] of cards) card.heard(results.get(question) ?? cancelled);
    };

    const take = (question: CallQuestion, result: ElicitResult<unknown>): Promise<void> => {
      if (isOnItsWay) return delivery.promise;
      const { action } = result;
      if (failure !== undefined && action === 'cancel' && results.get(question)?.action !== action) {
        cards.get(question)?.heard(result);
        reject(call.signal.aborted ? call.signal.reason : failure.cause);
        return delivery.promise;
      }
      results.set(question, result);
      // Without its page the call cannot go on, whatever becomes of the others.
      const isVain = question.isPage && action !== 'accept';
      if (results.size === questions.length || isVain) void send();
      return delivery.promise;
    };

    for (const question of questions) {
      const card = desk.askFor(call, question, (result) => take(question, result));
      if (card === undefined) void take(question, cancelled);
      else {
        cards.set(question, card);
        void card.ended.then((result) => take(question, result));
      }
    }
  });
}

function isFailed(step: { readonly kind: string }): step is Failed {
  return step.kind === 'failed';
}

const cancelled: ElicitResult<unknown> = { action: 'cancel' };

function withResolvers() {
  let resolve!: () => void;
  let reject!: (cause: unknown) => void;
  const promise = new Promise<void>((onDone, onFailed) => ([resolve, reject] = [onDone, onFailed]));
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}
