import type { Spoken } from '../../words/word-for.ts';
import { useWords } from '../language/language-context.ts';
import { words, type ChoiceListMessages } from './words.ts';

/** What a list of choices says here. */
export function useChoiceListWords(): Spoken<ChoiceListMessages> {
  return useWords('choiceList', words);
}
