import { run, type Operation } from 'effection';
import { createOnce, endOf, lookUntil } from '../base/coming.ts';
import { hexHash } from '../base/hash.ts';
import type { PluginElicitResponse } from '../protocol/chat-request.ts';
import { CodedError } from '../protocol/coded-error.ts';
import {
  mostOnPage,
  type InboxAnswered,
  type InboxPage,
  type InboxRequest,
  type OpenedQuestion,
  type QuestionPlace,
  type WaitingItem,
} from '../protocol/inbox.ts';
import { requirePerson, type AnswerVia, type Person } from '../protocol/person.ts';
import type { ClosedRemains } from '../session/call-entry.ts';
import type { FoundQuestion, WaitingQuestion } from '../session/waiting-questions.ts';
import type { DueKey, DurableStore } from '../store/durable-store.ts';
import { ChatRequestError } from './chat-errors.ts';
import type { ChatCalls } from './chat-sessions.ts';
import { longestRequest } from './record-news.ts';
import { toldBy } from './turn-events.ts';

/** What waits for somebody, over all conversations: the questions whose `to` names them. */
export interface Inbox {
  /**
   * A page of what waits for this person, the oldest first. It may hold fewer than `limit`, and still have a `next`.
   *
   * @throws {InboxError} `INBOX_UNSUPPORTED` on Durable Objects, where each conversation has a store of its own
   */
  (asked: InboxQuery): Promise<InboxPage>;
  /** A question, for somebody whom it is for. */
  open(who: string | Person, place: QuestionPlace): Promise<OpenedQuestion>;
  /**
   * Answer a question in this person's name, wherever its call is. The answer counts once.
   *
   * @param via - @default 'inbox'
   */
  answer(who: string | Person, response: PluginElicitResponse, via?: AnswerVia): Promise<InboxAnswered>;
  /** The handler has a `mayAnswer`, which says more about who may answer than a question's `to`. */
  readonly judges: boolean;
}

/** Whose questions, and how many. */
export interface InboxQuery {
  /** As `identify` gives them: their id, or with the roles that they have. */
  who: string | Person;
  /** The `next` of the page before. @default the first page */
  after?: string | undefined;
  /** How many, from 1 to 100. @default 20 */
  limit?: number | undefined;
}

/** An inbox cannot be read. */
export class InboxError extends CodedError<'INBOX_UNSUPPORTED' | 'INBOX_CURSOR' | 'INBOX_ANONYMOUS'> {}

/** How often to look whether something else waits, in milliseconds. Another process may have asked it. */
const lookAgain = 1000;

export type InboxServer = ReturnType<typeof createInbox>;

/** What waits for people, for the host and for their pages. */
export function createInbox(
  { isShard }: Pick<DurableStore, 'isShard'>,
  { waiting, answer: answerCall }: Pick<ChatCalls, 'waiting' | 'answer'>,
  closing: AbortSignal,
  judges: () => boolean,
) {
  const closed = createOnce<void>();
  closing.addEventListener('abort', () => closed.resolve());

  async function page(person: Person, after: string | undefined, limit: number): Promise<InboxPage> {
    if (isShard === true) throw new InboxError('INBOX_UNSUPPORTED', unsupported);
    // What comes meanwhile is news.
    const mark = await markOf(person);
    const { questions, last } = await run(() => waiting.page(person, limit, readCursor(after)));
    return {
      items: questions.map((one) => ({ ...itemOf(one), askedAt: one.question.to?.at ?? 0 })),
      ...(last && { next: `${last.at} ${last.key}` }),
      mark,
    };
  }

  async function markOf(person: Person): Promise<string> {
    return (await hexHash((await waiting.keys(person, mostOnPage)).join(' '))).slice(0, 32);
  }

  async function open(person: Person, { elicitId }: QuestionPlace): Promise<OpenedQuestion> {
    return openedOf(await run(() => waiting.find(person, elicitId)));
  }

  function* answer(person: Person, given: PluginElicitResponse, via: AnswerVia): Operation<InboxAnswered> {
    const { revises: _revises, ...response } = given;
    const { elicitId, result, answerId } = response;
    const before = yield* waiting.find(person, elicitId);
    if (before === undefined) return { outcome: 'gone' };
    if ('closed' in before) return settledBy(before.closed);
    const { sessionId, callId } = before.question;
    const outcome = yield* answerCall({ ...response, sessionId, callId }, person, via);
    if (outcome.outcome === 'recorded' && result.action !== 'more_time') {
      return { outcome: 'settled', action: result.action, answerId };
    }
    if (outcome.outcome === 'repeated') return settledBy(outcome);
    const after = yield* waiting.find(person, elicitId);
    if (after === undefined) return { outcome: 'gone' };
    return 'closed' in after ? settledBy(after.closed) : { outcome: 'asked', question: after.question };
  }

  const host = async ({ who, after, limit = 20 }: InboxQuery) => page(personOf(who), after, limitOf(limit));
  return {
    host: Object.defineProperties(
      Object.assign(host, {
        open: async (who: string | Person, place: QuestionPlace) => open(personOf(who), place),
        answer: async (who: string | Person, response: PluginElicitResponse, via: AnswerVia = 'inbox') =>
          run(() => answer(personOf(who), response, via)),
      }),
      { judges: { get: judges } },
    ) as Inbox,
    /** @throws {ChatRequestError} for an anonymous person, a cursor that is none, or a store that has no list */
    async handle(who: Person | undefined, asked: Exclude<InboxRequest, { wait: string }>): Promise<unknown> {
      try {
        const person = known(who);
        if ('open' in asked) return forAddressee(await open(person, asked.open));
        if ('answer' in asked) return forAddressee(await run(() => answer(person, asked.answer, 'inbox')));
        return await page(person, asked.after, 20);
      } catch (error) {
        if (!(error instanceof CodedError && error.code in statusOf)) throw error;
        const { code, message } = error as CodedError<keyof typeof statusOf>;
        throw new ChatRequestError(statusOf[code], code, message);
      }
    },
    /** Resolves when something else waits for this person than at that mark, or after a while. */
    async hasNews(who: Person | undefined, mark: string, stop: AbortSignal): Promise<boolean> {
      const person = known(who);
      const isNews = async () => (await markOf(person)) !== mark || undefined;
      const looking = { atMost: longestRequest, every: lookAgain, ends: [closed.coming, endOf(stop)] };
      return (await lookUntil(isNews, looking)) === true;
    },
  };
}

const unsupported =
  'Each conversation has a store of its own here, so nothing lists what waits in all of them. Keep a list of your own.';

const statusOf = { INBOX_UNSUPPORTED: 501, INBOX_CURSOR: 400, INBOX_ANONYMOUS: 403, MAY_ANSWER_FAILED: 503 };

function known(who: Person | undefined): Person {
  if (who !== undefined) return who;
  throw new InboxError('INBOX_ANONYMOUS', 'An inbox is somebody’s. Sign in, and let identify name the person.');
}

const personOf = (given: string | Person) => requirePerson(given, 'who names nobody.');

function limitOf(limit: number): number {
  if (Number.isInteger(limit) && limit >= 1 && limit <= mostOnPage) return limit;
  throw new TypeError(`limit is ${limit}. Give a whole number from 1 to ${mostOnPage}.`);
}

function readCursor(after: string | undefined): DueKey | undefined {
  if (after === undefined) return undefined;
  // A store takes neither control characters nor halves of characters.
  const [, at, key = ''] = /^(\d{1,16}) ([^\p{Cc}\p{Cs}]{0,400})$/u.exec(after) ?? [];
  if (at !== undefined) return { at: Number(at), key };
  throw new InboxError('INBOX_CURSOR', 'after is not the next of a page. Leave it out to begin with the first page.');
}

export function itemOf({ question, owner, ownerName }: WaitingQuestion): WaitingItem {
  const { sessionId: callId, elicitId, toolName, message, expiresAt, to } = question;
  return {
    callId,
    elicitId,
    toolName,
    message,
    ...(owner !== undefined && { from: owner }),
    ...(ownerName !== undefined && { fromName: ownerName }),
    ...(to && { askedAt: to.at }),
    ...(expiresAt !== undefined && { expiresAt }),
  };
}

function openedOf(found: FoundQuestion | undefined): OpenedQuestion {
  if (found === undefined) return { outcome: 'gone' };
  if ('closed' in found) return settledBy(found.closed);
  return { outcome: 'waits', item: itemOf(found), question: found.question };
}

function settledBy({ action, answerId, by, to }: Omit<ClosedRemains, 'elicitId'>) {
  const about = { ...(answerId !== undefined && { answerId }), ...(to?.notOwner && { notOwner: true as const }) };
  return { outcome: 'settled', action, ...about, ...toldBy(by) } as const;
}

/** Who is asked need not be told whom else the question is for. Their page shows it as an ordinary one. */
function forAddressee<T extends OpenedQuestion | InboxAnswered>(told: T): T {
  if ('notOwner' in told) return { ...told, notOwner: undefined };
  if (!('question' in told)) return told;
  const { to: _to, ...question } = told.question;
  return { ...told, question };
}
