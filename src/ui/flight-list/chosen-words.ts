import { faresOf, isReturn, summarizeLegs } from '../../travel/flight-summary.ts';
import type { Flight } from '../../travel/flight.ts';
import { clockOf, formatDate } from '../../travel/local-time.ts';
import { formatFacts } from '../../words/format.ts';
import { told, type Spoken } from '../../words/word-for.ts';
import type { FlightListMessages } from './words.ts';

/** `"Example Air XA 12, 18:15, Light"`. A trip of several legs has the dates instead of the number. */
export function chosenWords(flight: Flight, words: Spoken<FlightListMessages>, locale?: string): string {
  const airline = flight.airline.name ?? flight.airline.code;
  const legs = summarizeLegs(flight);
  const starts = legs.map(({ departure: { at } }) => told([formatDate(at, locale), clockOf(at)]).join(' '));
  const [out, back] = starts;
  if (legs.length > 1) {
    const trip = out && back && isReturn(flight) ? [words.leaves(out), words.comesBack(back)] : starts.slice(0, 6);
    return formatFacts(words.locale, [airline, ...trip, faresOf(flight)]);
  }
  return formatFacts(words.locale, [
    `${airline} ${flight.flightNumber}`,
    clockOf(flight.departure.at),
    faresOf(flight),
  ]);
}
