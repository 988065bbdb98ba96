import type { Spoken } from '../../words/spoken.ts';
import { useWords } from '../language/language-context.ts';
import { words, type SeatPickerMessages } from './words.ts';

/** What a seat picker says here. */
export function useSeatPickerWords(): Spoken<SeatPickerMessages> {
  return useWords('seatPicker', words);
}
