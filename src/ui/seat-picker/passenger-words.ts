import { counted } from '../../words/format.ts';
import { formatNumber } from '../../words/formatter.ts';
import { capitalized, spelledOut } from '../../words/word-for.ts';
import { words, type SeatPickerMessages } from './words.ts';

/** The words of only `PassengerSeatPicker`, kept apart so that a page with only `SeatPicker` does not load them. */
export interface PassengerWords {
  /** The title of a picker of several seats. */
  titleOfMany: string;
  /** The name of the group of passengers. */
  passengers: string;
  /** A passenger's type: `"Adult"` for `"adult"`. */
  travellerType: (name: string) => string;
  /** How many passengers have a seat: `"1 of 2 seated"`. */
  seated: (count: number, of: number, locale: string) => string;
  seatFirst: (name: string) => string;
  /** The owner of a seat: `"Ada’s seat"`. */
  owner: (name: string) => string;
  /** The place of a seat and its passenger: `"Aisle, for Mo"`. */
  placeFor: (place: string, name: string) => string;
  /** How many rows a seat is behind a passenger, or in front if negative: `"3 rows behind Ada"`. */
  rowsFrom: (rows: number, name: string, locale: string) => string;
  /** The reason that a passenger cannot have a seat. */
  notFor: (name: string) => string;
  adultsOnly: string;
  /** The legend's text for seats that a passenger cannot have. */
  barredFor: (name: string) => string;
  /** Follows the price of all seats together. */
  total: string;
  /** The main button while this passenger has no seat. */
  chooseFor: (name: string) => string;
  /** The main button: `"Confirm 3 seats"`. */
  commitMany: (count: number, locale: string) => string;
  /** Announced when a seat was chosen for a passenger. `seated` is the text that `seated` returns. */
  selectedFor: (seat: string, name: string, seated: string) => string;
  /** Announced when a seat was given up. */
  unselectedOf: (designator: string, seated: string) => string;
}

/** The English words, including those of `SeatPicker`. */
export const passengerWords: SeatPickerMessages = {
  ...words,
  titleOfMany: 'Pick seats',
  passengers: 'Passengers',
  travellerType: (name) => capitalized(spelledOut(name), 'en'),
  seated: (count, of, locale) => `${formatNumber(locale, count)} of ${formatNumber(locale, of)} seated`,
  seatFirst: (name) => `${name} has no seat yet.`,
  owner: (name) => `${name}’s seat`,
  placeFor: (place, name) => `${place}, for ${name}`,
  rowsFrom(rows, name, locale) {
    if (rows === 0) return `same row as ${name}`;
    return `${counted('row')(Math.abs(rows), locale)} ${rows > 0 ? 'behind' : 'in front of'} ${name}`;
  },
  notFor: (name) => `not for ${name}`,
  adultsOnly: 'adults only',
  barredFor: (name) => `Not for ${name}`,
  total: 'total',
  chooseFor: (name) => `Choose a seat for ${name}`,
  commitMany: (count, locale) => `Confirm ${formatNumber(locale, count)} seats`,
  selectedFor: (seat, name, seated) => `${seat} selected for ${name}. ${seated}.`,
  unselectedOf: (designator, seated) => `${designator} is no longer selected. ${seated}.`,
};
