import { all, until, type Operation } from 'effection';
import type { ElicitRequest } from '../protocol/elicit-request.ts';
import type { AskedTo, Person } from '../protocol/person.ts';
import type { DueKey } from '../store/durable-store.ts';
import { callOfQuestion } from '../protocol/question-keys.ts';
import { closingOf } from '../runtime/way-of.ts';
import { heardBy } from './asked-request.ts';
import { findPending, isOnlyAddressed, type ClosedRemains } from './call-entry.ts';
import { answersIn, type CallHead, type CallRecord, type CallRecords } from './call-record.ts';
import { askedOf, isAddressed, judge, type AnswerToAllow, type GivenAnswer, type Judging } from './may-answer.ts';
import { questionIn, queuesOf } from './waiting-index.ts';

export type WaitingQuestions = ReturnType<typeof createWaitingQuestions>;

export interface WaitingQuestion {
  readonly question: ElicitRequest;
  /** For whom the call runs. */
  readonly owner: string | undefined;
  readonly ownerName?: string | undefined;
  /** What was answered in its call so far. */
  readonly answers: readonly GivenAnswer[];
}

export type FoundQuestion = WaitingQuestion | { readonly closed: ClosedRemains };

/** What finds and judges them. */
export interface WaitingQuestionsOptions extends Judging {
  readonly records: CallRecords;
  /** A call's record, as this process or the store has it. */
  record(callId: string): Operation<CallRecord | undefined>;
}

/**
 * How many pages of keys are looked at for one page of questions: the others are not this person's to answer. Only where
 * all of them were asked in the same millisecond are there more.
 */
const mostLooks = 5;

/** Finds questions by whom they wait for, over all calls of the store. It fails where the host cannot judge a person. */
export function createWaitingQuestions({ records, record: recordOf, ...judging }: WaitingQuestionsOptions) {
  async function keysAfter(who: Person, limit: number, after: DueKey | undefined): Promise<DueKey[]> {
    const pages = await Promise.all(queuesOf(who).map((queue) => records.waiting(queue, limit, after)));
    const found = new Map(pages.flat().map((one) => [one.key, one]));
    return [...found.values()].toSorted(inOrder).slice(0, limit);
  }

  /** Questions that wait, by the keys of `noticeQueue`. Undefined for one that waits no more. */
  async function headsOf(keys: readonly string[]): Promise<readonly (WaitingQuestion | undefined)[]> {
    const heads = await records.heads(keys.map((key) => callOfQuestion(questionIn(key))));
    return heads.map((head, nth) => {
      const question = head && findPending(head, questionIn(keys[nth]!));
      return question && waitingIn(head, question);
    });
  }

  /** Whether the question is this person's to answer. */
  function* isFor(who: Person, one: WaitingQuestion | undefined): Operation<boolean> {
    if (one === undefined) return false;
    const { question, owner, answers } = one;
    const { to } = question;
    if (!isTheirs(to, who, owner)) return false;
    return yield* judge(judging, { who, to: to?.who, owner, question: idsOf(question), answers });
  }

  return {
    /**
     * A page of what waits for this person, the oldest first. It may hold fewer than there is room for.
     *
     * @param after - the `last` of the page before. @default undefined: from the first
     * @returns also where the next page begins, which names no question but one of this page. `last` is undefined on the
     *   last page
     */
    *page(who: Person, limit: number, after?: DueKey) {
      const questions: WaitingQuestion[] = [];
      let last = after;
      let looked = after;
      for (let looks = 0; looks < mostLooks || last === after; looks += 1) {
        const keys = yield* until(keysAfter(who, limit, looked));
        const waiting = yield* until(headsOf(keys.map(({ key }) => key)));
        const judged = yield* all(waiting.map((one) => isFor(who, one)));
        for (const [nth, key] of keys.entries()) {
          if (questions.length === limit) return { questions, last };
          looked = key;
          const one = waiting[nth];
          if (one !== undefined && judged[nth] === true) {
            questions.push(one);
            last = key;
          } else if (last === undefined || key.at > last.at) last = { at: key.at, key: '' };
        }
        if (keys.length < limit) return { questions, last: undefined };
      }
      return { questions, last };
    },
    heads: headsOf,
    /** The keys of the first page, without a look at the questions. */
    keys: async (who: Person, limit: number): Promise<readonly string[]> =>
      (await keysAfter(who, limit, undefined)).map(({ key }) => key),
    /** A question that this person may answer, or has been told that they may. Undefined for every other one. */
    *find(who: Person, elicitId: string): Operation<FoundQuestion | undefined> {
      const callId = callOfQuestion(elicitId);
      const record = yield* recordOf(callId);
      const question = record && findPending(record.entry, elicitId);
      if (record !== undefined && question !== undefined) {
        const found = waitingIn({ ...record.entry, answers: answersIn(record.way) }, heardBy(question, who.id));
        return (yield* isFor(who, found)) ? found : undefined;
      }
      const known = record?.remains() ?? (yield* records.recall(callId));
      const closed = known?.closed.find((one) => one.elicitId === elicitId);
      if (known === undefined || closed === undefined || !isTheirs(closed.to, who, known.owner)) return undefined;
      if (judging.host.mayAnswer === undefined || !isOnlyAddressed(known, { elicitId, by: who })) return { closed };
      // Nobody can be asked about a call of which only the answers are left.
      const entry = record && closingOf(record.way.now(), elicitId);
      if (record === undefined || entry === undefined) return undefined;
      const asked = { elicitId, key: entry.name, to: closed.to };
      return (yield* judge(judging, askedOf(record, asked, who))) ? { closed } : undefined;
    },
  };
}

/** A question without `to` is its owner's. An id alone finds none of a conversation of nobody. */
const isTheirs = (to: AskedTo | undefined, who: Person, owner: string | undefined) =>
  (to !== undefined || owner !== undefined) && isAddressed(to, who, owner);

function waitingIn({ owner, ownerName, answers = [] }: CallHead, question: ElicitRequest): WaitingQuestion {
  return { question, owner, ownerName, answers };
}

function idsOf({ toolName, callId, elicitId, key, params }: ElicitRequest): AnswerToAllow['question'] {
  return { toolName, callId, elicitId, key, params };
}

/** As stores order the keys of a queue. */
const inOrder = (a: DueKey, b: DueKey) => a.at - b.at || (a.key < b.key ? -1 : 1);
