import type { SeatKind } from '../../travel/seat-name.ts';
import { seatWords, type SeatWords } from '../../travel/seat-words.ts';
import { formatNumber } from '../../words/format-number.ts';
import type { PassengerWords } from './passenger-words.ts';

/** What a `SeatPicker` and a `PassengerSeatPicker` say. */
export interface SeatPickerMessages extends SeatPickerWords, PassengerWords {}

/** What both say. */
export interface SeatPickerWords extends SeatWords {
  /** The title where one seat is picked. */
  title: string;
  /** What to do, while nothing is chosen. */
  none: string;
  chooseFirst: string;
  agreeFirst: string;
  agree: string;
  empty: string;
  loading: string;
  reload: string;
  commit: string;
  again: string;
  skip: string;
  sending: string;
  failed: string;
  toList: string;
  toMap: string;
  /** The name of the list of seats. */
  seat: string;
  /** The first line of that list. */
  choose: string;
  decks: string;
  /** A deck without a name, counted from 1. */
  deck: (place: number, locale: string) => string;
  /** Drawn at a door: at most five letters or so. */
  exit: string;
  /** Drawn where a lavatory stands: two or three letters. */
  lavatory: string;
  allRows: (count: number, locale: string) => string;
  legend: string;
  kinds: Readonly<Record<SeatKind | 'taken' | 'selected', string>>;
  /** The kind of seats that cost nothing, where others do. */
  included: string;
  /** A kind of seats and its price, which is the least where `from` is set: `"Extra legroom from £59"`. */
  kindAt: (kind: string, price: string, from: boolean) => string;
  selected: (seat: string) => string;
  unselected: (designator: string) => string;
  taken: (designator: string) => string;
  unavailable: (designator: string) => string;
}

/** In English. */
export const words: SeatPickerWords = {
  ...seatWords,
  title: 'Pick a seat',
  none: 'Choose one to confirm.',
  chooseFirst: 'Pick a seat first.',
  agreeFirst: 'Tick the box first.',
  agree: 'I understand',
  empty: 'No seats left.',
  loading: 'Loading the seat map…',
  reload: 'Try again',
  commit: 'Confirm',
  again: 'Try again',
  skip: 'Skip',
  sending: 'Sending…',
  failed: 'Your choice was not sent.',
  toList: 'Choose from a list',
  toMap: 'Show the map',
  seat: 'Seat',
  choose: 'Choose a seat',
  decks: 'Decks',
  deck: (place, locale) => `Deck ${formatNumber(locale, place)}`,
  exit: 'Exit',
  lavatory: 'WC',
  allRows: (count, locale) => `Show all ${formatNumber(locale, count)} rows`,
  legend: 'Legend',
  kinds: {
    standard: 'Available',
    preferred: 'Preferred',
    legroom: 'Extra legroom',
    taken: 'Taken',
    selected: 'Selected',
  },
  included: 'Included',
  kindAt: (kind, price, from) => (from ? `${kind} from ${price}` : `${kind} ${price}`),
  selected: (seat) => `${seat} selected.`,
  unselected: (designator) => `${designator} is no longer selected.`,
  taken: (designator) => `${designator} is taken.`,
  unavailable: (designator) => `${designator} cannot be chosen.`,
};
