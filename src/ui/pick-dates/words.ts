import { plural } from '../../words/format.ts';
import { choiceSent } from '../parts/choice-sent-words.ts';
import type { SentMessages } from '../parts/sent-words.ts';

/** The words of `PickDate` and `PickDates`. Each `date` in them is written for the locale. */
export interface PickDatesMessages extends SentMessages {
  /** The title of a `PickDate`. */
  one: string;
  /** The title of a `PickDates`. */
  range: string;
  date: string;
  from: string;
  to: string;
  /** What an empty field shows for a day, a month and a year. */
  dayPattern: string;
  monthPattern: string;
  yearPattern: string;
  previousMonth: string;
  nextMonth: string;
  today: string;
  /** Follow the name of a chosen day. */
  first: string;
  last: string;
  none: string;
  chooseFirst: string;
  chooseLast: string;
  nights: (count: number, locale: string) => string;
  unreadable: (example: string) => string;
  noSuchDay: string;
  tooEarly: (date: string) => string;
  tooLate: (date: string) => string;
  /** Says why a day cannot be chosen. */
  closed: (date: string, reason: string) => string;
  wrongOrder: string;
  atLeast: (count: number, locale: string) => string;
  atMost: (count: number, locale: string) => string;
  commit: string;
}

/** The English words. */
export const words: PickDatesMessages = {
  one: 'Choose a day',
  range: 'Choose dates',
  date: 'Date',
  from: 'From',
  to: 'To',
  dayPattern: 'DD',
  monthPattern: 'MM',
  yearPattern: 'YYYY',
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  today: 'today',
  first: 'first day',
  last: 'last day',
  none: 'Choose a day.',
  chooseFirst: 'Choose the first day.',
  chooseLast: 'Choose the last day.',
  nights: (count, locale) => plural(locale, count, { one: '# night', other: '# nights' }),
  unreadable: (example) => `Write a date such as ${example}.`,
  noSuchDay: 'There is no such day.',
  tooEarly: (date) => `Choose ${date} or a later day.`,
  tooLate: (date) => `Choose ${date} or an earlier day.`,
  closed: (date, reason) => `${date}: ${reason}`,
  wrongOrder: 'The last day is before the first one.',
  atLeast: (count, locale) =>
    plural(locale, count, { one: 'Stay at least # night.', other: 'Stay at least # nights.' }),
  atMost: (count, locale) => plural(locale, count, { one: 'Stay at most # night.', other: 'Stay at most # nights.' }),
  commit: 'Continue',
  ...choiceSent,
};
