import { counted } from '../../words/format.ts';
import { formatNumber } from '../../words/formatter.ts';
import { spelledOut } from '../../words/word-for.ts';
import { words, type SeatPickerMessages } from './words.ts';

/** What only a `PassengerSeatPicker` says; a page that seats one person loads none of it. */
export interface PassengerWords {
  /** The title where several are. */
  titleOfMany: string;
  /** The name of the group of passengers. */
  passengers: string;
  /** What kind of traveller somebody is: `"Adult"` for `"adult"`. */
  travellerType: (name: string) => string;
  /** How many passengers have a seat, such as `"1 of 2 seated"`. */
  seated: (count: number, of: number, locale: string) => string;
  seatFirst: (name: string) => string;
  /** Whose seat it is. */
  owner: (name: string) => string;
  /** Where a seat is, and for whom: `"Aisle, for Mo"`. */
  placeFor: (place: string, name: string) => string;
  /** How many rows a seat is behind somebody's, or in front where that is less than nothing: `"3 rows behind Ada"`. */
  rowsFrom: (rows: number, name: string, locale: string) => string;
  /** Why somebody cannot have a seat. */
  notFor: (name: string) => string;
  adultsOnly: string;
  /** What a legend says of such seats. */
  barredFor: (name: string) => string;
  /** After what all seats cost together. */
  total: string;
  /** The main button: `"Confirm 3 seats"`. */
  commitMany: (count: number, locale: string) => string;
  /** Said when a seat was picked for somebody; `seated` is what `seated` says. */
  selectedFor: (seat: string, name: string, seated: string) => string;
  /** Said when somebody's seat was given back. */
  unselectedOf: (designator: string, seated: string) => string;
  /** While nobody has a seat. */
  noneOfMany: string;
}

/** In English, with what a `SeatPicker` says. */
export const passengerWords: SeatPickerMessages = {
  ...words,
  titleOfMany: 'Pick seats',
  passengers: 'Passengers',
  travellerType(name) {
    const word = spelledOut(name);
    return word.charAt(0).toUpperCase() + word.slice(1);
  },
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
  commitMany: (count, locale) => `Confirm ${formatNumber(locale, count)} seats`,
  selectedFor: (seat, name, seated) => `${seat} selected for ${name}. ${seated}.`,
  unselectedOf: (designator, seated) => `${designator} is no longer selected. ${seated}.`,
  noneOfMany: 'Choose a seat for each passenger.',
};
