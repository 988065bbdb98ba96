import type { Spoken } from '../../words/spoken.ts';
import { useWords } from '../language/language-context.ts';
import { words, type FlightListMessages } from './words.ts';

/** What a list of flights says here. */
export function useFlightListWords(): Spoken<FlightListMessages> {
  return useWords('flightList', words);
}
