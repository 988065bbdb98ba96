import { formatNumber } from '../../words/format-number.ts';
import { words, type SeatPickerMessages } from './words.ts';

/** What only a `PassengerSeatPicker` says; a page that seats one person loads none of it. */
export interface PassengerWords {
  /** The title where several are. */
  titleOfMany: string;
  /** The name of the passengers' chips. */
  passengers: string;
  /** How many passengers have a seat, such as `"1 of 2 seated"`. */
  seated: (count: number, of: number, locale: string) => string;
  seatFirst: (name: string) => string;
  /** Whose seat it is. */
  owner: (name: string) => string;
  /** Said when a seat was picked for somebody; `seated` is what `seated` says. */
  selectedFor: (seat: string, name: string, seated: string) => string;
  /** Said when somebody's seat was given back. */
  unselectedOf: (designator: string, seated: string) => string;
  /** The same where several are seated. */
  noneOfMany: string;
}

/** In English, with what a `SeatPicker` says. */
export const passengerWords: SeatPickerMessages = {
  ...words,
  titleOfMany: 'Pick seats',
  passengers: 'Passengers',
  seated: (count, of, locale) => `${formatNumber(locale, count)} of ${formatNumber(locale, of)} seated`,
  seatFirst: (name) => `${name} has no seat yet.`,
  owner: (name) => `${name}’s seat`,
  selectedFor: (seat, name, seated) => `${seat} selected for ${name}. ${seated}.`,
  unselectedOf: (designator, seated) => `${designator} is no longer selected. ${seated}.`,
  noneOfMany: 'Choose a seat for each passenger.',
};
