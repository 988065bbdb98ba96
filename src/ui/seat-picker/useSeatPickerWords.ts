import type { Spoken } from '../../words/word-for.ts';
import { useWords } from '../language/language-context.ts';
import { words, type SeatPickerWords } from './words.ts';

/** What a seat picker says here. */
export function useSeatPickerWords(): Spoken<SeatPickerWords> {
  return useWords('seatPicker', words);
}
