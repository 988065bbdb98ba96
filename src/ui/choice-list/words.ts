import { plural } from '../../words/format.ts';
import { formatNumber } from '../../words/formatter.ts';
import { choiceSent } from '../parts/choice-sent-words.ts';
import type { SentMessages } from '../parts/sent-words.ts';

/** The words of `ChoiceList` and `MultiChoiceList`. */
export interface ChoiceListMessages extends SentMessages {
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
  /** Stands below the field of a search that goes beyond the choices listed. */
  searchHint: string;
  searching: string;
  searchFailed: string;
  /** The last choice, for an answer of the person's own. */
  other: string;
  /** The name of the field for that answer. */
  ownAnswer: string;
  writeFirst: string;
  empty: string;
  commit: string;
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
  searchHint: 'Type to find more.',
  searching: 'Searching…',
  searchFailed: 'The search failed.',
  other: 'Other…',
  ownAnswer: 'Your answer',
  writeFirst: 'Write your answer first.',
  empty: 'There is nothing to choose from.',
  commit: 'Continue',
  ...choiceSent,
};
