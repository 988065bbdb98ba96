import type { Spoken } from '../../words/word-for.ts';
import { useWords } from '../language/language-context.ts';
import { words, type SeatPickerWords } from './words.ts';

/** The words of a seat picker, in the language of its surroundings. */
export function useSeatPickerWords(): Spoken<SeatPickerWords> {
  return useWords('seatPicker', words);
}
