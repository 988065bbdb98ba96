import { flightWords, type FlightWords } from '../../travel/flight-words.ts';
import type { FlightSort } from '../../travel/flight-sort.ts';
import { counted } from '../../words/format.ts';
import { formatNumber } from '../../words/formatter.ts';
import { choiceSent } from '../parts/choice-sent-words.ts';
import type { SentMessages } from '../parts/sent-words.ts';

/** The words of `FlightList`. */
export interface FlightListMessages extends FlightWords, SentMessages {
  title: string;
  /** The title if every offer has several legs, such as a return. */
  tripTitle: string;
  /** On the button while nothing is chosen. */
  none: string;
  chooseFirst: string;
  empty: string;
  emptyHint: string;
  /** Shown when the filter leaves nothing: no flight is nonstop. */
  noMatch: string;
  /** How many flights have stops. */
  withStops: (count: number, locale: string) => string;
  showAll: (count: number, locale: string) => string;
  /** The search failed. The reason follows. */
  notFound: string;
  loading: string;
  reload: string;
  commit: string;
  /** Replaces `commit` if no flight can be chosen. */
  without: string;
  /** Shown instead of stops, and the name of the filter. */
  nonstop: string;
  /** The name of the group of chips. */
  sortBy: string;
  sorts: Readonly<Record<FlightSort, string>>;
  /** Announces the effect of a chip to screen readers: how many flights there are, and in which order. */
  sorted: (count: number, by: FlightSort, locale: string) => string;
  /** In the header, for one traveller. */
  travellers: (count: number, locale: string) => string;
  /** In the header, for several travellers: prices are for all of them. */
  pricesFor: (count: number, locale: string) => string;
  /** The price of the chosen flight, for several travellers. */
  priceFor: (price: string, count: number, locale: string) => string;
  /** Precedes the price of the cheapest fare. */
  from: string;
  /** The name of the group of one flight's fares. */
  fares: (flight: string) => string;
  /** Whether a fare can be changed, and the cost. Without a `penalty` the cost is unknown, unless it is `free`. */
  fareChange: (allowed: boolean, penalty: string | undefined, free: boolean) => string;
  fareRefund: string;
  /** In the footer: when a return trip leaves, and when it comes back. */
  leaves: (when: string) => string;
  comesBack: (when: string) => string;
  /** The number of stops. The places follow. */
  stops: (count: number, locale: string) => string;
  /** The button that shows more: `count` flights of the `left` hidden ones. */
  more: (count: number, left: number, locale: string) => string;
  seatsLeft: (count: number, locale: string) => string;
  /** A flight's emissions compared with others on its route: -12 is 12 per cent less. */
  co2Compared: (percent: number, locale: string) => string;
  badges: Readonly<Record<FlightSort, string>>;
  details: (flight: string) => string;
  outbound: string;
  return: string;
  /** One leg of a trip that is not a return. `place` counts from 1. */
  leg: (place: number, locale: string) => string;
  terminal: (name: string) => string;
  /** Between two flights: how long and where. Either may be unknown. */
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
  /** The cost of a change or refund. Without a `penalty` it is unknown, unless it is `free`. */
  allowed: (penalty: string | undefined, free: boolean) => string;
  notAllowed: string;
  emissions: string;
}

/** The English words. */
export const words: FlightListMessages = {
  ...flightWords,
  title: 'Pick a flight',
  tripTitle: 'Pick your flights',
  none: 'Choose a flight',
  chooseFirst: 'Pick a flight first.',
  empty: 'No flights found for this search',
  emptyHint: 'Continue, and say in the chat what to change.',
  noMatch: 'No nonstop flight on this day',
  withStops: (count, locale) => `${counted('flight')(count, locale)} ${count === 1 ? 'has' : 'have'} one stop or more.`,
  showAll: (count, locale) => `Show ${count === 1 ? 'it' : `all ${counted('flight')(count, locale)}`}`,
  notFound: 'The search failed',
  loading: 'Searching flights…',
  reload: 'Search again',
  commit: 'Continue',
  without: 'Continue without a flight',
  ...choiceSent,
  nonstop: 'Nonstop',
  sortBy: 'Sort and filter',
  sorts: { best: 'Best', cheapest: 'Cheapest', fastest: 'Fastest' },
  sorted(count, by, locale) {
    const orders = { best: 'In the order they were found.', cheapest: 'Cheapest first.', fastest: 'Fastest first.' };
    return `${counted('flight')(count, locale)}. ${orders[by]}`;
  },
  travellers: counted('traveller'),
  pricesFor: (count, locale) => `prices for ${counted('traveller')(count, locale)}`,
  priceFor: (price, count, locale) => `${price} for ${formatNumber(locale, count)}`,
  from: 'from',
  fares: (flight) => `Fares of ${flight}`,
  fareChange(allowed, penalty, free) {
    if (!allowed) return 'no changes';
    return free ? 'free changes' : penalty ? `changes ${penalty}` : 'changes possible';
  },
  fareRefund: 'refundable',
  leaves: (when) => `out ${when}`,
  comesBack: (when) => `back ${when}`,
  stops: counted('stop'),
  more: (count, left, locale) =>
    `Show ${count < left ? `${formatNumber(locale, count)} of ` : ''}${counted('more flight')(left, locale)}`,
  seatsLeft: (count, locale) => `${formatNumber(locale, count)} left at this price`,
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
    [time ? `${time} on the ground` : 'Change of flight', place && `in ${place}`].filter(Boolean).join(' '),
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
  allowed: (penalty, free) => (free ? 'free of charge' : penalty ? `for ${penalty}` : 'possible'),
  notAllowed: 'not possible',
  emissions: 'Emissions',
};
