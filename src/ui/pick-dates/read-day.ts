import { dateOf, dayOf, type Day } from '../../protocol/days.ts';
import { formatter } from '../../words/formatter.ts';
import { folded } from '../../form/matching-choices.ts';

/** What a person typed as a day: the day, or what is wrong with it. */
export type ReadDay = { readonly day: Day } | { readonly error: 'unreadable' | 'noSuchDay' };

/**
 * Read a day as people type it: in the order of the locale, or with the year first; with names of months in the locale or
 * in English; with a year of two digits, or without one.
 *
 * @param from - the first day that a date without a year may mean
 */
export function readDay(text: string, locale: string, from: Day): ReadDay {
  const typed = inAscii(text).slice(0, longest);
  const numbers = typed.match(/\d+/g) ?? [];
  const month = monthIn(typed.match(/\p{L}[\p{L}\p{M}]*/gu) ?? [], locale);
  if (month === 'unknown' || numbers.some((digits) => digits.length > 4)) return unreadable;
  const order = month !== undefined ? partsOf(numbers) : orderOf(numbers, locale);
  if (order.length !== numbers.length || numbers.length === 0) return unreadable;
  const read: Partial<Record<Part, number>> = month === undefined ? {} : { month };
  for (const [at, part] of order.entries()) read[part] = Number(numbers[at]);
  let { day, month: number } = read;
  if (day === undefined || number === undefined) return unreadable;
  // A number above twelve is no month, whatever the order.
  if (number > 12 && day <= 12) [day, number] = [number, day];
  const yearDigits = numbers[order.indexOf('year')];
  const found =
    yearDigits === undefined ? nextOf(day, number, from) : dayAt(fullYear(Number(yearDigits), yearDigits), number, day);
  return found === undefined ? { error: 'noSuchDay' } : { day: found };
}

/** The parts of a date in the order in which a locale writes them in numbers. */
export function localeOrder(locale: string): readonly Part[] {
  const options = { calendar: 'gregory', timeZone: 'UTC', year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  return formatter('DateTimeFormat', locale, options)
    .formatToParts(0)
    .flatMap(({ type }) => (type === 'year' || type === 'month' || type === 'day' ? [type] : []));
}

/** The day of the Gregorian calendar. Undefined if there is none. */
export function dayAt(year: number, month: number, date: number): Day | undefined {
  const two = (value: number) => String(value).padStart(2, '0');
  return dayOf(`${String(year).padStart(4, '0')}-${two(month)}-${two(date)}`);
}

type Part = 'year' | 'month' | 'day';
const unreadable = { error: 'unreadable' } as const;
const longest = 60;

/** Beside the name of a month. */
function partsOf(numbers: readonly string[]): readonly Part[] {
  const [first = ''] = numbers;
  if (numbers.length === 1) return ['day'];
  return first.length > 2 ? ['year', 'day'] : ['day', 'year'];
}

function orderOf(numbers: readonly string[], locale: string): readonly Part[] {
  if (numbers[0]?.length === 4) return ['year', 'month', 'day'];
  const order = localeOrder(locale);
  if (numbers.length === 3) return numbers[2]?.length === 4 && order[0] === 'year' ? ['day', 'month', 'year'] : order;
  return order.filter((part) => part !== 'year');
}

const fullYear = (year: number, digits: string) => (digits.length <= 2 ? 2000 + year : year);

function nextOf(day: number, month: number, from: Day): Day | undefined {
  const year = Number(dateOf(from).slice(0, 4));
  // February 29 may be eight years away.
  const years = Array.from({ length: 9 }, (_, more) => dayAt(year + more, month, day));
  return years.find((found) => found !== undefined && found >= from);
}

/** The month that the words name; words of days and short ones say nothing. */
function monthIn(words: readonly string[], locale: string): number | undefined | 'unknown' {
  const [months, days] = [namesOf(locale, 'month'), namesOf(locale, 'weekday')];
  const isOf = (names: readonly string[], word: string) =>
    names.some((name) => name === word || (word.length > 2 && name.startsWith(word)));
  let month: number | undefined;
  for (const word of words.map(folded)) {
    const at = months.findIndex((names) => isOf(names, word));
    if (at >= 0) month ??= at + 1;
    else if (word.length > 3 && !days.some((names) => isOf(names, word))) return 'unknown';
  }
  return month;
}

/** The names of the months or of the days of the week, as they may be typed. */
function namesOf(locale: string, part: 'month' | 'weekday'): readonly (readonly string[])[] {
  return Array.from({ length: part === 'month' ? 12 : 7 }, (_, at) => {
    const time = part === 'month' ? Date.UTC(2026, at, 15) : Date.UTC(2026, 0, 4 + at);
    return [locale, 'en'].flatMap((language) =>
      (['long', 'short'] as const).flatMap((width) => {
        const options = { calendar: 'gregory', timeZone: 'UTC', [part]: width } as const;
        return folded(formatter('DateTimeFormat', language, options).format(time)).replaceAll('.', '');
      }),
    );
  });
}

/** Digits of other scripts as those of ours. */
function inAscii(text: string): string {
  return text.replaceAll(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = zeros.find((first) => code >= first && code < first + 10);
    return zero === undefined ? digit : String(code - zero);
  });
}

/** Of the Arabic, Persian, Devanagari, Bengali, Thai, Burmese and full-width digits. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0x1040, 0xff10];
