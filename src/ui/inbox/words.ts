import { formatNumber } from '../../words/formatter.ts';
import { plural } from '../../words/format.ts';

/** The words of an inbox. */
export interface InboxMessages {
  title: string;
  /** How many wait, beside the title. `isMore`: more wait than were read. */
  count: (count: number, isMore: boolean, locale: string) => string;
  /** Announced once the list is there. */
  waiting: (count: number, isMore: boolean, locale: string) => string;
  /** Announced when more wait than before. */
  arrived: (count: number, locale: string) => string;
  /** For whom the call runs that asks. */
  from: (who: string) => string;
  loading: string;
  empty: string;
  emptyHint: string;
  /** In place of the list. */
  failed: string;
  /** Above a list that could not be read again. */
  stale: string;
  /** The server does not know who asks. */
  signIn: string;
  /** The server keeps its conversations where they cannot be listed. */
  unsupported: string;
  /** The button that reads the next page. */
  more: string;
  /** The button that leads from a question to the list, where both have no room. */
  back: string;
  /** Beside the list while no question is open. */
  choose: string;
  /** The name of the place for a question that is not known yet. */
  question: string;
  opening: string;
  notOpened: string;
  gone: string;
  goneHint: string;
  /** In place of `goneHint`, for somebody who has just answered. */
  lateHint: string;
  /** The button that opens the first of those that wait. */
  next: string;
}

/** The English words. */
export const words: InboxMessages = {
  title: 'Inbox',
  count: (count, isMore, locale) => `${formatNumber(locale, count)}${isMore ? '+' : ''}`,
  waiting: (count, isMore, locale) =>
    (isMore ? 'More than ' : '') +
    plural(locale, count, { one: '# question waits for you', other: '# questions wait for you' }),
  arrived: (count, locale) => plural(locale, count, { one: '# new question', other: '# new questions' }),
  from: (who) => `From ${who}`,
  loading: 'Loading what waits for you…',
  empty: 'Nothing waits for you',
  emptyHint: 'New questions appear here by themselves.',
  failed: 'Your inbox could not be loaded.',
  stale: 'This list may be out of date.',
  signIn: 'Sign in to see what waits for you.',
  unsupported: 'This server has no inbox.',
  more: 'Show more',
  back: 'Back to the inbox',
  choose: 'Choose a question to answer it here.',
  question: 'Question',
  opening: 'Opening the question…',
  notOpened: 'The question could not be opened.',
  gone: 'This question is gone',
  goneHint: 'It was withdrawn, or its time has passed. Nothing needs to be done.',
  lateHint: 'It was withdrawn, or its time had passed. Your answer does not count.',
  next: 'Next question',
};
