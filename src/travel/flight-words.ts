import { counted, formatList } from '../words/format.ts';
import { formatNumber } from '../words/formatter.ts';
import { spelledOut, type Spoken } from '../words/word-for.ts';

/** The words for a flight. The last parameter, `locale`, is for numbers, plurals and lists. */
export interface FlightWords {
  /** A list of names, of airlines or bags. */
  listed: (names: readonly string[], locale: string) => string;
  /** `"4 h 7 min"`. */
  duration: (hours: number, minutes: number, locale: string) => string;
  /** Two times, and how many days later the second is: `"23:00 to 06:00 the next day"`. */
  times: (departure: string, arrival: string, days: number, locale: string) => string;
  /** Two places: `"ATL to JFK"`. */
  fromTo: (from: string, to: string) => string;
  /** Within a sentence: `"nonstop"`, `"1 stop in CLT"`. */
  stopsIn: (count: number, places: readonly string[], locale: string) => string;
  operatedBy: (names: string) => string;
  /** Within a sentence. */
  unpriced: string;
  unavailable: (reason: string) => string;
  co2: (kg: number, locale: string) => string;
  /** A class of travel within a sentence: `"premium economy"` for `"premium_economy"`. */
  travelClass: (name: string) => string;
}

/** In English. */
export const flightWords: Spoken<FlightWords> = {
  locale: 'en',
  listed: (names, locale) => formatList(locale, names),
  duration: (hours, minutes, locale) =>
    [
      hours > 0 ? `${formatNumber(locale, hours)} h` : '',
      minutes > 0 || hours === 0 ? `${formatNumber(locale, minutes)} min` : '',
    ]
      .filter(Boolean)
      .join(' '),
  times(departure, arrival, days, locale) {
    const span = `${departure} to ${arrival}`;
    if (days === 0) return span;
    if (days === 1) return `${span} the next day`;
    if (days === -1) return `${span} the day before`;
    return `${span} ${formatNumber(locale, Math.abs(days))} days ${days > 0 ? 'later' : 'earlier'}`;
  },
  fromTo: (from, to) => `${from} to ${to}`,
  stopsIn(count, places, locale) {
    if (count === 0) return 'nonstop';
    const stops = counted('stop')(count, locale);
    return places.length > 0 ? `${stops} in ${formatList(locale, places)}` : stops;
  },
  operatedBy: (names) => `operated by ${names}`,
  unpriced: 'price on request',
  unavailable: (reason) => `unavailable: ${reason}`,
  co2: (kg, locale) => `${formatNumber(locale, Math.round(kg))} kg CO₂`,
  travelClass: (name) => spelledOut(name).toLowerCase(),
};
