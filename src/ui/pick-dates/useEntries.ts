import { useState } from 'react';
import {
  dateOf,
  dayOf,
  faultOfDay,
  faultOfRange,
  type Day,
  type DayFault,
  type DayRules,
} from '../../protocol/days.ts';
import { plainText } from '../../protocol/plain-text.ts';
import type { Spoken } from '../../words/word-for.ts';
import { dayFormat, timeOf, typedDay } from './months.ts';
import { readDay } from './read-day.ts';
import type { PickDatesMessages } from './words.ts';

type Words = Spoken<PickDatesMessages>;

/** The name of a field, which is that of its property in the answer. */
export type FieldName = 'date' | 'from' | 'to';

/** A field for a day, as it is filled in. */
export interface DateEntry {
  readonly name: FieldName;
  readonly text: string;
  readonly day: Day | undefined;
  /** What is wrong with it, in words. */
  readonly problem: string | undefined;
}

/** What is typed into the fields of a card, and what it means. */
export function useEntries(
  names: readonly FieldName[],
  draft: unknown,
  { rules, words, today }: { rules: DayRules; words: Words; today: Day },
): { entries: readonly DateEntry[]; write: (texts: readonly string[]) => readonly string[] } {
  const { locale } = words;
  const read = (text: string) => (text.trim() === '' ? undefined : readDay(text, locale, Math.max(today, rules.min)));
  const [texts, setTexts] = useState<readonly string[]>(() => names.map((name) => startOf(draft, name, locale)));
  const reads = texts.map(read);
  const days = reads.map((one) => (one && 'day' in one ? one.day : undefined));
  const entries = names.map((name, at): DateEntry => {
    const [one, day] = [reads[at], days[at]];
    const first = at === 1 ? days[0] : undefined;
    const fault =
      day === undefined ? undefined : first === undefined ? faultOfDay(day, rules) : faultOfRange(first, day, rules);
    const misread = one && 'error' in one ? misreadText(one.error, words, today) : undefined;
    return { name, text: texts[at] ?? '', day, problem: misread ?? (fault && faultText(fault, words)) };
  });
  return {
    entries,
    write(next) {
      setTexts(next);
      return next.map((text) => {
        const given = read(text);
        return given && 'day' in given ? dateOf(given.day) : text;
      });
    },
  };
}

/** Why a day or a range cannot be chosen, in words that are safe to show. */
export function faultText(fault: DayFault, words: Words): string {
  const date = 'day' in fault ? longDay(fault.day, words.locale) : '';
  switch (fault.code) {
    case 'min':
      return words.tooEarly(date);
    case 'max':
      return words.tooLate(date);
    case 'closed':
      return words.closed(date, plainText(fault.reason, 200));
    case 'order':
      return words.wrongOrder;
    case 'minNights':
      return words.atLeast(fault.count, words.locale);
    case 'maxNights':
      return words.atMost(fault.count, words.locale);
  }
}

export function longDay(day: Day, locale: string): string {
  return dayFormat(locale, { dateStyle: 'full' }).format(timeOf(day));
}

function misreadText(error: 'unreadable' | 'noSuchDay', words: Words, today: Day): string {
  return error === 'noSuchDay' ? words.noSuchDay : words.unreadable(typedDay(today, words.locale));
}

function startOf(draft: unknown, name: FieldName, locale: string): string {
  const { [name]: given } = (draft ?? {}) as Record<string, unknown>;
  const day = dayOf(given);
  if (day !== undefined) return typedDay(day, locale);
  return typeof given === 'string' ? plainText(given, 60) : '';
}
