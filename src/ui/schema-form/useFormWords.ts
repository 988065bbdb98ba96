import type { Spoken } from '../../words/word-for.ts';
import { useWords } from '../language/language-context.ts';
import { words, type FormWords } from '../../form/words.ts';

/** The words of a form at this place. */
export function useFormWords(): Spoken<FormWords> {
  return useWords('schemaForm', words);
}
