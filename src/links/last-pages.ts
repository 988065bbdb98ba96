import type { InboxAnswered, OpenedQuestion } from '../protocol/inbox.ts';
import { plainText } from '../protocol/plain-text.ts';
import { markup } from './markup.ts';
import type { LinkTicket } from './link-seal.ts';
import { lastPage, type Page } from './page.ts';
import type { PostFault } from './read-posted.ts';
import type { LinkWords } from './words.ts';

/** What a desk says of a question that does not wait. */
type Closed = Exclude<OpenedQuestion | InboxAnswered, { outcome: 'waits' | 'asked' }>;

/** Who holds the link, and whether the host knows that it is its person. */
interface Reader {
  readonly words: LinkWords;
  readonly isKnown: boolean;
}

/** The question is over, or the link leads to none: the page does not tell which. */
export const gonePage = (words: LinkWords): Page => over(404, words, words.page.gone, words.page.goneHelp);

/** The link is a good one, but old. Its question may be open or not: the page does not tell which. */
export const expiredPage = (words: LinkWords): Page => over(410, words, words.page.expired, words.page.expiredHelp);

/**
 * Another answer ended the question. Who only has a link hears whose it was where a link alone could have answered.
 *
 * @param help - what the reader's own answer came to. @default they gave none
 */
export function closedPage(closed: Closed, { words, isKnown }: Reader, help: string = words.page.late): Page {
  if (closed.outcome === 'gone' || closed.action === 'cancel') return gonePage(words);
  const { answeredBy, declinedBy } = words.page;
  const told = isKnown || closed.notOwner !== true ? (closed.by?.name ?? '') : '';
  const name = plainText(told.slice(0, 500), 120).trim();
  const title = closed.action === 'accept' ? answeredBy(name) : declinedBy(name);
  return over(200, words, title, help);
}

/** The person's own answer ended it. */
export function answeredPage(isDeclined: boolean, words: LinkWords, message: string): Page {
  const { sent, declined, close: help } = words.page;
  const more = message !== '' && markup`<p class="asked quiet" dir="auto">${message}</p>`;
  return lastPage(200, words, { kind: 'done', title: isDeclined ? declined : sent, help, more });
}

/** Only the person for whom the link was made may go on. */
export function signInPage(words: LinkWords, { as: { name = '' } }: LinkTicket): Page {
  const title = words.page.signIn(plainText(name.slice(0, 500), 120).trim());
  return over(403, words, title, words.page.signInHelp);
}

/** The request is not one of the page. */
export function refusedPage({ status, headers }: PostFault, words: LinkWords): Page {
  const { refused: title, refusedHelp, tooLong } = words.page;
  return { ...over(status, words, title, status === 413 ? tooLong : refusedHelp), headers };
}

/** Something failed here. */
export const failedPage = (words: LinkWords): Page => over(503, words, words.page.broken, words.page.brokenHelp);

function over(status: number, words: LinkWords, title: string, help: string): Page {
  return lastPage(status, words, { kind: 'over', title, help });
}
