import { seatWords, type SeatWords } from '../../travel/seat-words.ts';
import { formatNumber } from '../../words/formatter.ts';
import { capitalized, spelledOut } from '../../words/word-for.ts';
import type { PassengerWords } from './passenger-words.ts';
import { choiceSent } from '../parts/choice-sent-words.ts';
import type { SentMessages } from '../parts/sent-words.ts';

/** The words of `SeatPicker` and `PassengerSeatPicker`. */
export interface SeatPickerMessages extends SeatPickerWords, PassengerWords {}

/** The words that both share. */
export interface SeatPickerWords extends SeatWords, SentMessages {
  /** The title of a picker of one seat. */
  title: string;
  /** In the footer, while nothing is chosen. */
  none: string;
  chooseFirst: string;
  agreeFirst: string;
  agree: string;
  loading: string;
  /** The title when every seat is taken, and what that means for the person. */
  empty: string;
  emptyHint: string;
  /** The title over an error: `notLoaded` if the person can try again, else `noMap`. */
  noMap: string;
  notLoaded: string;
  /** The button to continue when no seat can be chosen. */
  without: string;
  seeMap: string;
  /** The main button while nothing is chosen. */
  choose: string;
  /** The main button: `"Confirm 26A"`. */
  commit: (designator: string) => string;
  /** The buttons that switch to the list and to the map: the visible text, then the accessible name. */
  list: string;
  toList: string;
  map: string;
  toMap: string;
  /** The name of the list of seats. */
  seats: string;
  /** The name of the group of sort orders, and each order. */
  sort: string;
  sorts: Readonly<Record<'price' | 'window' | 'aisle', string>>;
  moreSeats: (count: number, locale: string) => string;
  decks: string;
  /** A deck without a name. `place` counts from 1. */
  deck: (place: number, locale: string) => string;
  /** Drawn at a door. Keep it to about five letters. */
  exit: string;
  /** A facility, such as `"Toilet"` for `"lavatory"`. Keep it to about eight letters. */
  facility: (name: string) => string;
  /** `"Show rows 17–23"`. */
  moreRows: (first: number, last: number) => string;
  /** The name of the group of buttons that lead to parts of the aircraft. */
  jump: string;
  parts: Readonly<Record<'front' | 'wing' | 'back', string>>;
  freeSeats: (count: number, locale: string) => string;
  /** The flight's two places: `"ATL to JFK"`. */
  fromTo: (from: string, to: string) => string;
  legend: string;
  /** The name of the group of buttons that highlight the seats of one price. */
  prices: string;
  /** The accessible name of such a button: its text, `"$24.00"` or `"Preferred £22.19"`. */
  onlyAt: (tier: string) => string;
  /** The lowest price of a tier whose prices are in different currencies. */
  from: (price: string) => string;
  /** The legend's text for each mark on the map. */
  kinds: Readonly<Record<'available' | 'selected' | 'held' | 'taken' | 'barred' | 'note' | 'legroom', string>>;
  /** One of the facts about a seat in the footer. */
  overWing: string;
  forFlight: string;
  notChosen: string;
  selected: (seat: string) => string;
  unselected: (designator: string) => string;
  taken: (designator: string) => string;
  /** Announced when the person presses an unavailable seat: `"12E: kept by the airline."` */
  unavailable: (designator: string, why: string) => string;
}

const facilities: Readonly<Record<string, string>> = { lavatory: 'Toilet', storage: 'Closet' };

/** The English words. */
export const words: SeatPickerWords = {
  ...seatWords,
  title: 'Pick a seat',
  none: 'No seat chosen yet',
  chooseFirst: 'Pick a seat first.',
  agreeFirst: 'Tick the box first.',
  agree: 'I understand',
  loading: 'Loading the seat map…',
  empty: 'No seats left to choose',
  emptyHint: 'You get a seat at check-in.',
  noMap: 'There is no seat map',
  notLoaded: 'The seats could not be loaded',
  without: 'Continue without a seat',
  seeMap: 'See the map',
  choose: 'Choose a seat',
  commit: (designator) => `Confirm ${designator}`,
  ...choiceSent,
  list: 'List',
  toList: 'Choose from a list',
  map: 'Map',
  toMap: 'Show the map',
  seats: 'Seats',
  sort: 'Sort by',
  sorts: { price: 'Price', window: 'Window', aisle: 'Aisle' },
  moreSeats: (count, locale) => `Show all ${formatNumber(locale, count)} seats`,
  decks: 'Decks',
  deck: (place, locale) => `Deck ${formatNumber(locale, place)}`,
  exit: 'Exit',
  facility: (name) => capitalized(facilities[name] ?? spelledOut(name), 'en'),
  moreRows: (first, last) => (first === last ? `Show row ${first}` : `Show rows ${first}–${last}`),
  jump: 'Go to',
  parts: { front: 'Front', wing: 'Over wing', back: 'Back' },
  freeSeats: (count, locale) => `${formatNumber(locale, count)} free`,
  fromTo: (from, to) => `${from} to ${to}`,
  legend: 'Legend',
  prices: 'Prices',
  onlyAt: (tier) => `Show only these seats: ${tier}`,
  from: (price) => `from ${price}`,
  kinds: {
    available: 'Available',
    selected: 'Yours',
    held: 'Your party',
    taken: 'Taken',
    barred: 'Not available',
    note: 'Good to know',
    legroom: 'Extra legroom',
  },
  overWing: 'over the wing',
  forFlight: 'for this flight',
  notChosen: 'not chosen',
  selected: (seat) => `${seat} selected.`,
  unselected: (designator) => `${designator} is no longer selected.`,
  taken: (designator) => `${designator} is taken.`,
  unavailable: (designator, why) => `${designator}: ${why}.`,
};
