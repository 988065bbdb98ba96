import { toBase64Url } from '../base/base64url.ts';
import { urlHash } from '../base/hash.ts';
import type { ElicitResult, MoreTime } from '../protocol/elicit-result.ts';
import type { InboxAnswered, OpenedQuestion } from '../protocol/inbox.ts';
import type { Person } from '../protocol/person.ts';
import { decimalOf } from '../words/decimal.ts';
import type { QuestionDesk } from './answer-desk.ts';
import { answeredPage, closedPage, signInPage } from './last-pages.ts';
import type { LinkTicket } from './link-seal.ts';
import type { Page } from './page.ts';
import { draftsOf, listStepOf } from './posted-drafts.ts';
import { questionForm } from '../form/question-form.ts';
import { messageOf, questionPage, type ShownQuestion } from './question-page.ts';
import type { LinkWords } from './words.ts';

/** Somebody who holds a good link. */
export interface LinkVisit {
  readonly chat: QuestionDesk;
  readonly ticket: LinkTicket;
  readonly token: string;
  readonly words: LinkWords;
  readonly who: Person;
  /** The host knows that it is this person who is there. */
  readonly isKnown: boolean;
  readonly onError: (error: unknown) => void;
}

type Waits = Pick<Extract<OpenedQuestion, { outcome: 'waits' }>, 'item' | 'question'>;

/** The page that a link leads to. Nothing is answered. */
export async function askByLink(visit: LinkVisit): Promise<Page> {
  const { chat, who, ticket, words } = visit;
  const opened = await chat.open(who, ticket.place);
  if (opened.outcome !== 'waits') return closedPage(opened, visit);
  return needsPerson(visit, opened) ? signInPage(words, ticket) : questionPage(200, shownIn(visit, opened));
}

/** The page after a form was sent. */
export async function answerByLink(visit: LinkVisit, posted: URLSearchParams): Promise<Page> {
  const { chat, who, ticket, words } = visit;
  const opened = await chat.open(who, ticket.place);
  if (opened.outcome === 'gone') return closedPage(opened, visit);
  // Sent twice, the first one may have ended the question. To ask for more time answers nothing, and tells whose it was.
  if (opened.outcome === 'settled') return await send(visit, undefined, posted, { action: 'more_time' });
  if (needsPerson(visit, opened)) return signInPage(words, ticket);
  const { question } = opened;
  const asked = shownIn(visit, opened, posted);
  const act = posted.get('do') ?? 'send';
  if (Number(posted.get('attempt')) !== question.attempt) {
    return questionPage(409, { ...asked, notice: words.page.changed });
  }
  if (act === 'decline') return await send(visit, opened, posted, { action: 'decline' });
  if (question.mode === 'url') {
    const isOver = act === 'send' && question.until === undefined;
    return isOver ? await send(visit, opened, posted, accepted({})) : questionPage(200, asked);
  }
  if (act !== 'send' || asked.form.isRefused) return questionPage(200, { ...asked, errors: noErrors });
  const read = asked.form.read(asked.drafts);
  if ('errors' in read) return questionPage(422, { ...asked, errors: read.errors });
  return await send(visit, opened, posted, accepted(read.content));
}

/** Two people's eyes are needed, and a link does not prove whose these are. */
const needsPerson = ({ isKnown }: LinkVisit, { question }: Waits) => question.to?.notOwner === true && !isKnown;

const accepted = (content: unknown) => ({ action: 'accept', content }) as const;
const noErrors = { atFields: new Map<string, string>(), others: [] };

/** @param opened - undefined if the question was settled before */
async function send(
  visit: LinkVisit,
  opened: Waits | undefined,
  posted: URLSearchParams,
  result: ElicitResult<unknown> | MoreTime,
): Promise<Page> {
  const { chat, who, words, onError, ticket } = visit;
  const { callId, elicitId } = ticket.place;
  const answerId = await answerIdOf(visit, posted);
  const sessionId = opened?.question.sessionId ?? callId;
  const attempt = opened?.question.attempt;
  let answered: InboxAnswered;
  try {
    const response = { sessionId, callId, elicitId, result, answerId, ...(attempt !== undefined && { attempt }) };
    answered = await chat.answer(who, response, 'link');
  } catch (error) {
    if (opened === undefined) throw error;
    onError(error);
    // The answer may have come: it keeps its name, so that it counts once.
    const asked = shownIn(visit, opened, posted);
    return questionPage(503, { ...asked, errors: noErrors, nonce: nonceOf(posted), notice: words.page.failed });
  }
  if (answered.outcome === 'asked') {
    if (opened === undefined) return await askByLink(visit);
    const asked = shownIn(visit, { ...opened, question: answered.question }, posted);
    // Without a reason it was not this answer that was refused.
    const isRefused = (answered.question.issues ?? []).length > 0;
    return isRefused ? questionPage(422, asked) : questionPage(409, { ...asked, notice: words.page.changed });
  }
  if (answered.outcome === 'gone' || answered.answerId !== answerId) {
    return closedPage(answered, visit, words.page.notCounted);
  }
  return answeredPage(answered.action === 'decline', words, opened === undefined ? '' : messageOf(opened.question));
}

/** @param posted - what was typed. @default nothing yet */
function shownIn({ words, ticket }: LinkVisit, { item, question }: Waits, posted?: URLSearchParams): ShownQuestion {
  const { timeZone, start } = ticket;
  const form = questionForm(question, words.form, timeZone, start);
  const step = listStepOf(posted?.get('do') ?? '');
  const reading = { timeZone, decimal: decimalOf(words.form.locale) };
  const drafts = posted === undefined ? new Map() : draftsOf(form.fields, posted, step, reading);
  const errors = form.placed(question.issues ?? [], drafts);
  return { item, question, words, form, drafts, errors, nonce: freshNonce() };
}

const freshNonce = () => toBase64Url(crypto.getRandomValues(new Uint8Array(16)));

/** Whatever the form sent, cut to a length: it only tells one page from another. */
const nonceOf = (posted: URLSearchParams) => (posted.get('nonce') ?? '').slice(0, 64);

/** The name of an answer: the same for a page that is sent twice as it was, and for nothing else. */
async function answerIdOf({ token }: LinkVisit, posted: URLSearchParams): Promise<string> {
  // The button that was pressed stands where it is on the page.
  const inOrder = new URLSearchParams(posted);
  inOrder.sort();
  return `link-${await urlHash(`${token} ${inOrder}`, 18)}`;
}
