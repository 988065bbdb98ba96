import { dateOf, type Day } from '../../protocol/days.ts';
import { formatter } from '../../words/formatter.ts';
import { dayAt, localeOrder } from './read-day.ts';

/** A month as a count from the year 0. */
export type Month = number;

export function monthOf(day: Day): Month {
  const [year = 0, month = 1] = dateOf(day).split('-').map(Number);
  return year * 12 + month - 1;
}

/** The same day of another month, or its last one. */
export function dayInMonth(month: Month, date: number): Day {
  const [year, number] = [Math.floor(month / 12), (month % 12) + 1];
  for (let last = date; last > 0; last -= 1) {
    const day = dayAt(year, number, last);
    if (day !== undefined) return day;
  }
  return 0;
}

export const dateInMonth = (day: Day): number => Number(dateOf(day).slice(8));

/** The weeks of a month: seven days each, those of other months left out. */
export function weeksOf(month: Month, firstDay: number): readonly (readonly (Day | undefined)[])[] {
  const first = dayInMonth(month, 1);
  const last = dayInMonth(month, 31);
  const start = first - placeInWeek(first, firstDay);
  return Array.from({ length: Math.ceil((last + 1 - start) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_day, at) => {
      const day = start + week * 7 + at;
      return day < first || day > last ? undefined : day;
    }),
  );
}

/** How many days of its week come before. */
export function placeInWeek(day: Day, firstDay: number): number {
  // 1970-01-01 was a Thursday.
  return (((day + 4 - firstDay) % 7) + 7) % 7;
}

/** The day on which a week begins: 0 is Sunday. */
export function firstDayOf(locale: string): number {
  const known = new Intl.Locale(locale) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number };
    weekInfo?: { firstDay: number };
  };
  const told = known.getWeekInfo?.() ?? known.weekInfo;
  if (told !== undefined) return told.firstDay % 7;
  const region = known.maximize().region ?? '';
  if (sundays.includes(region)) return 0;
  return saturdays.includes(region) ? 6 : 1;
}

/** Where the week begins on Sunday, or on Saturday, for browsers that do not know. From CLDR 46. */
const sundays =
  'AG AS BD BR BS BT BW BZ CA CO DM DO ET GT GU HK HN ID IL IN JM JP KE KH KR LA MH MM MO MT MX MZ NI NP PA PE PH PK PR PT PY SA SG SV TH TT TW UM US VE VI WS YE ZA ZW'.split(
    ' ',
  );
const saturdays = 'AE AF BH DJ DZ EG IQ IR JO KW LY OM QA SD SY'.split(' ');

/** Writes days for a locale, in the Gregorian calendar. */
export function dayFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return formatter('DateTimeFormat', locale, { calendar: 'gregory', timeZone: 'UTC', ...options });
}

export const timeOf = (day: Day): number => day * 86_400_000;

/** As a field shows a day: in numbers. */
export function typedDay(day: Day, locale: string): string {
  return dayFormat(locale, { year: 'numeric', month: '2-digit', day: '2-digit' }).format(timeOf(day));
}

/** What an empty field shows, such as `DD/MM/YYYY`. */
export function datePattern(locale: string, parts: Readonly<Record<'year' | 'month' | 'day', string>>): string {
  const order = localeOrder(locale);
  const mark = /\D/.exec(typedDay(0, locale).replaceAll(/[\p{Nd}\p{Cf}]/gu, ''))?.[0] ?? '/';
  return order.map((part) => parts[part]).join(mark);
}
