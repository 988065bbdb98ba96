import { flightWords, type FlightWords } from '../../travel/flight-words.ts';
import type { FlightSort } from '../../travel/flight-sort.ts';
import { formatNumber } from '../../words/format-number.ts';
import { counted } from '../../words/counted.ts';

/** What a `FlightList` says. */
export interface FlightListMessages extends FlightWords {
  title: string;
  /** In its place where each of the trips has several flights, there and back or on. */
  tripTitle: string;
  none: string;
  chooseFirst: string;
  empty: string;
  noMatch: string;
  loading: string;
  reload: string;
  commit: string;
  /** In its place where no flight can be chosen. */
  without: string;
  again: string;
  skip: string;
  sending: string;
  failed: string;
  /** In place of a price. */
  onRequest: string;
  /** In place of stops, and the filter of that name. */
  nonstop: string;
  /** The name of the chips. */
  sortBy: string;
  sorts: Readonly<Record<FlightSort, string>>;
  /** What a chip has done, for who does not see it: how many flights there are, in which order. */
  sorted: (count: number, by: FlightSort, locale: string) => string;
  travellers: (count: number, locale: string) => string;
  /** How often it stops; where follows it. */
  stops: (count: number, locale: string) => string;
  /** How many more flights the button brings, of how many. */
  more: (count: number, left: number, locale: string) => string;
  seatsLeft: (count: number, locale: string) => string;
  /** What a flight emits compared with others of its route: -12 is 12 per cent less. */
  co2Compared: (percent: number, locale: string) => string;
  badges: Readonly<Record<FlightSort, string>>;
  details: (flight: string) => string;
  outbound: string;
  return: string;
  /** One leg of a trip with several stops, counted from 1. */
  leg: (place: number, locale: string) => string;
  terminal: (name: string) => string;
  /** Between two flights: how long and where, as far as it is known. */
  layover: (time: string | undefined, place: string | undefined) => string;
  airportChange: (from: string, to: string) => string;
  technicalStop: (place: string) => string;
  train: string;
  bus: string;
  fare: string;
  bags: string;
  carryOn: (count: number, locale: string) => string;
  checked: (count: number, locale: string) => string;
  changes: string;
  refund: string;
  /** Changing or giving back, for how much. */
  allowed: (penalty: string | undefined) => string;
  notAllowed: string;
  emissions: string;
}

/** In English. */
export const words: FlightListMessages = {
  ...flightWords,
  title: 'Pick a flight',
  tripTitle: 'Pick your flights',
  none: 'Choose one to continue.',
  chooseFirst: 'Pick a flight first.',
  empty: 'No flights to choose from.',
  noMatch: 'No flight matches the filter.',
  loading: 'Looking for flights…',
  reload: 'Try again',
  commit: 'Continue',
  without: 'Continue without a flight',
  again: 'Try again',
  skip: 'Skip',
  sending: 'Sending your choice…',
  failed: 'Your choice was not sent.',
  onRequest: 'Price on request',
  nonstop: 'Nonstop',
  sortBy: 'Sort and filter',
  sorts: { best: 'Best', cheapest: 'Cheapest', fastest: 'Fastest' },
  sorted(count, by, locale) {
    const orders = { best: 'In the order they were found.', cheapest: 'Cheapest first.', fastest: 'Fastest first.' };
    return `${counted('flight')(count, locale)}. ${orders[by]}`;
  },
  travellers: counted('traveller'),
  stops: counted('stop'),
  more: (count, left, locale) =>
    `Show ${count < left ? `${formatNumber(locale, count)} of ` : ''}${counted('more flight')(left, locale)}`,
  seatsLeft: counted('seat', ' left'),
  co2Compared(percent, locale) {
    if (percent === 0) return 'as usual on this route';
    const share = formatNumber(locale, Math.abs(percent) / 100, { style: 'percent' });
    return `${share} ${percent < 0 ? 'less' : 'more'} than usual`;
  },
  badges: { best: 'Best', cheapest: 'Cheapest', fastest: 'Fastest' },
  details: (flight) => `Details of ${flight}`,
  outbound: 'Outbound',
  return: 'Return',
  leg: (place, locale) => `Flight ${formatNumber(locale, place)}`,
  terminal: (name) => `Terminal ${name}`,
  layover: (time, place) =>
    [time && `${time} on the ground`, place && `in ${place}`].filter(Boolean).join(' ') || 'Change of flight',
  airportChange: (from, to) => `Change of airport: ${from} to ${to}`,
  technicalStop: (place) => `Lands in ${place} on the way`,
  train: 'Train',
  bus: 'Bus',
  fare: 'Fare',
  bags: 'Bags',
  carryOn: (count, locale) => (count === 0 ? 'no carry-on bag' : counted('carry-on bag')(count, locale)),
  checked: (count, locale) => (count === 0 ? 'no checked bag' : counted('checked bag')(count, locale)),
  changes: 'Changes',
  refund: 'Refund',
  allowed: (penalty) => (penalty ? `for ${penalty}` : 'free of charge'),
  notAllowed: 'not possible',
  emissions: 'Emissions',
};
