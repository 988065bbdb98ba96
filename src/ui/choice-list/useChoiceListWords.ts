import type { Spoken } from '../../words/word-for.ts';
import { useWords } from '../language/language-context.ts';
import { words, type ChoiceListMessages } from './words.ts';

/** The words of a list of choices, in the language of its surroundings. */
export function useChoiceListWords(): Spoken<ChoiceListMessages> {
  return useWords('choiceList', words);
}
