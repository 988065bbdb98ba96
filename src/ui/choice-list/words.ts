import { formatNumber, plural } from '../../words/format.ts';

/** The words of `ChoiceList` and `MultiChoiceList`. */
export interface ChoiceListMessages {
  /** The title of a `ChoiceList`. */
  one: string;
  /** The title of a `MultiChoiceList`. */
  many: string;
  none: string;
  noneOfMany: string;
  chooseFirst: string;
  atLeast: (count: number, locale: string) => string;
  atMost: (count: number, locale: string) => string;
  chosen: (count: number, locale: string) => string;
  search: string;
  /** Announces to screen readers how many choices the search leaves. */
  matches: (count: number, locale: string) => string;
  noMatch: string;
  empty: string;
  commit: string;
  again: string;
  skip: string;
  sending: string;
  failed: string;
  /** Follows the reason that the answer was not sent. */
  keptOnFailure: string;
}

/** The English words. */
export const words: ChoiceListMessages = {
  one: 'Choose one',
  many: 'Choose any',
  none: 'Choose one to continue.',
  noneOfMany: 'Nothing chosen.',
  chooseFirst: 'Choose one first.',
  atLeast: (count, locale) => `Choose at least ${formatNumber(locale, count)}.`,
  atMost: (count, locale) => `Choose at most ${formatNumber(locale, count)}.`,
  chosen: (count, locale) => `${formatNumber(locale, count)} chosen`,
  search: 'Search',
  matches: (count, locale) => plural(locale, count, { one: '# choice.', other: '# choices.' }),
  noMatch: 'No choice matches.',
  empty: 'There is nothing to choose from.',
  commit: 'Continue',
  again: 'Try again',
  skip: 'Skip',
  sending: 'Sending your choice…',
  failed: 'Your choice was not sent.',
  keptOnFailure: 'Your choice is kept.',
};
