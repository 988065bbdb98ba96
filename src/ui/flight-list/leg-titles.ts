import type { Flight } from '../../travel/flight.ts';
import { isReturn } from '../../travel/flight-summary.ts';
import type { Spoken } from '../../words/word-for.ts';
import type { FlightListMessages } from './words.ts';

/** What each leg is called; nothing where there is one. */
export function legTitles(flight: Flight, words: Spoken<FlightListMessages>): readonly string[] {
  if (flight.legs.length < 2) return [];
  if (isReturn(flight)) return [words.outbound, words.return];
  return flight.legs.map((_, i) => words.leg(i + 1, words.locale));
}
