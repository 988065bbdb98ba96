import type { ElicitResult } from '../protocol/elicit-result.ts';
import { reasonOf } from '../protocol/coded-error.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { ChangeNews } from '../protocol/mcp-meta.ts';
import type { Offer } from './changes.ts';
import { toWire } from './flat-question.ts';
import type { ActiveCall, CallQuestion, Card, QuestionDesk } from './question-desk.ts';
import type { Step } from './tool-caller.ts';

/** An attempt that did not get there, and may be made again. */
export interface Failed {
  readonly kind: 'failed';
  readonly cause: unknown;
}

/** What the person is asked at once, and how the answers get to the server. */
export interface Asking {
  readonly questions: readonly CallQuestion[];
  /** Bring the answers to the server. What it throws fails the call. */
  readonly bring: (answers: ReadonlyMap<string, JsonObject>) => Promise<Step | Failed>;
  /** Which earlier answers can be changed, by the server's names for their questions. */
  readonly offers: ReadonlyMap<string, AskingOffer>;
}

export interface AskingOffer {
  /** The server's name for it. It stays as long as the answer that counts does. */
  readonly name: string;
  /** Bring another answer to the server, alone. */
  readonly bring: (answer: JsonObject) => Promise<{ step: Step; news: ChangeNews | undefined } | Failed>;
}

/** A change of which it is not known whether the server has it. */
interface Unheard {
  /** The name of the offer. */
  readonly name: string;
  readonly told: Offer | undefined;
  readonly answerIds: Set<string>;
}

export interface TogetherParts {
  readonly desk: QuestionDesk;
  readonly call: ActiveCall;
  readonly asking: Asking;
  /** Go on from what the server said. It must ask before it first waits: the cards stay until then. */
  readonly goOn: (step: Step) => Promise<unknown>;
  /** What the person is asked next. Undefined if it is no round. */
  readonly askingOf: (step: Step) => Asking | undefined;
}

/**
 * Ask several things at once. Their answers travel together once the last is there: if that fails, each card keeps its
 * answer, and Retry on one of them sends all of them again. Cancelling a card that failed gives up.
 *
 * Another answer to an earlier question is sent at once. If the server takes it, these questions are gone. Otherwise it
 * asks the same, and the cards stay.
 *
 * @returns what `goOn` gives
 */
export function askTogether(parts: TogetherParts): Promise<unknown> {
  const { desk, call, goOn, askingOf } = parts;
  const { questions } = parts.asking;
  const results = new Map<CallQuestion, ElicitResult<unknown>>();
  const cards = new Map<CallQuestion, Card>();
  let { asking } = parts;
  let offers: Offer[] = [];
  const unheard = new Map<string, Unheard>();
  let failure: Failed | undefined;
  let isOnItsWay = false;
  /** Somebody answered while something was on its way. */
  let hasMore = false;
  let isOver = false;
  /** The deliveries of the cards that wait for what is on its way. */
  const refusals: ((why: Error) => void)[] = [];

  return new Promise((resolve, reject) => {
    const send = async () => {
      isOnItsWay = true;
      withdraw();
      for (const card of cards.values()) card.retry();
      let isTaken = false;
      try {
        const answers = [...results].map(([{ key, question }, result]) => [key, toWire(question, result)] as const);
        const step = await asking.bring(new Map(answers));
        if (step.kind === 'failed') {
          [failure, isOnItsWay, hasMore] = [step, false, false];
          // Nobody is left who could try again.
          if (cards.size === 0) return reject(step.cause);
          offer();
          for (const refuse of refusals.splice(0)) refuse(new Error(reasonOf(step.cause), { cause: step.cause }));
          return;
        }
        isOver = true;
        isTaken = step.kind !== 'result' || !step.isLost;
        findUnheard(askingOf(step));
        resolve(goOn(step));
      } catch (cause) {
        reject(cause);
      }
      isOver = true;
      for (const [question, card] of cards) {
        const result = results.get(question) ?? cancelled;
        // Nobody took the answers of a call that failed or was lost: their cards end with it. A page was opened all
        // the same.
        if (isTaken || result.action !== 'accept' || question.question.mode === 'url') card.heard(result);
      }
    };

    const sendMore = () => {
      if (hasMore) sendIfAll();
      hasMore = false;
    };

    const sendIfAll = () => {
      // Without its page the call cannot go on, whatever becomes of the others.
      const isVain = [...results].some(([{ isPage }, { action }]) => isPage && action !== 'accept');
      if (results.size === questions.length || isVain) void send();
    };

    const take = (question: CallQuestion, result: ElicitResult<unknown>): void => {
      if (isOver) return;
      if (isOnItsWay) {
        // What is on its way may be a change, which can fail.
        if (!results.has(question)) results.set(question, result);
        hasMore = true;
        return;
      }
      const { action } = result;
      if (failure !== undefined && action === 'cancel' && results.get(question)?.action !== action) {
        cards.get(question)?.heard(result);
        return reject(call.signal.aborted ? call.signal.reason : failure.cause);
      }
      results.set(question, result);
      sendIfAll();
    };

    const change = async (id: string, answer: JsonObject, answerId: string, told: () => Offer | undefined) => {
      const taken = asking.offers.get(id);
      if (isOver || isOnItsWay || taken === undefined) return told()?.tell({ kept: 'late' });
      isOnItsWay = true;
      const brought = await taken.bring(answer).catch((cause: unknown) => {
        isOver = true;
        reject(cause);
      });
      // The end of the call ends the change.
      if (brought === undefined) return suspended();
      isOnItsWay = false;
      const known = unheard.get(id);
      known?.answerIds.delete(answerId);
      if (!('kind' in brought)) return heard(brought, told());
      unheard.set(id, { name: taken.name, told: told(), answerIds: new Set([...(known?.answerIds ?? []), answerId]) });
      sendMore();
      throw new Error(reasonOf(brought.cause), { cause: brought.cause });
    };

    const heard = ({ step, news = { kept: 'late' } }: Brought, told: Offer | undefined) => {
      const next = askingOf(step);
      const isSame = next !== undefined && next.questions.map(keyOf).join() === questions.map(keyOf).join();
      if (isSame) {
        asking = next;
        if (news.kept !== 'invalid') told?.tell(news);
        offer();
        sendMore();
      } else {
        isOver = true;
        withdraw();
        told?.tell(news, shown());
        if (news.kept !== undefined) findUnheard(next);
        resolve(goOn(step));
      }
      return isSame && news.kept === 'invalid' ? desk.changes.issuesIn(news) : undefined;
    };

    const shown = () => [...cards.values()].map(({ elicitId }) => elicitId);

    /** A server that offers the same under another name has got what seemed to be lost. */
    const findUnheard = (next: Asking | undefined) => {
      for (const [id, { name, told, answerIds }] of unheard) {
        const [answerId, another] = answerIds;
        // Which of several it is nobody can say.
        const counts = another === undefined ? answerId : '';
        if (answerId !== undefined && ![undefined, name].includes(next?.offers.get(id)?.name))
          told?.tell({}, shown(), counts);
      }
    };

    const offer = () => {
      withdraw();
      offers = [...asking.offers.keys()].flatMap((id): Offer[] => {
        const offered = desk.changes.offer(id, call, (answer, answerId) => change(id, answer, answerId, () => offered));
        return offered === undefined ? [] : [offered];
      });
    };

    const withdraw = () => {
      for (const offered of offers.splice(0)) offered.withdraw();
    };

    for (const question of questions) {
      const card = desk.askFor(call, question, (result) => {
        take(question, result);
        return new Promise((_, refuse) => refusals.push(refuse));
      });
      if (card === undefined) take(question, cancelled);
      else {
        cards.set(question, card);
        void card.ended.then((result) => {
          cards.delete(question);
          take(question, result);
        });
      }
    }
    if (!isOnItsWay) offer();
  });
}

type Brought = Exclude<Awaited<ReturnType<AskingOffer['bring']>>, Failed>;

const keyOf = ({ key, isPage }: CallQuestion) => JSON.stringify([key, isPage]);

const cancelled: ElicitResult<unknown> = { action: 'cancel' };

function suspended(): Promise<never> {
  return new Promise(() => undefined);
}
