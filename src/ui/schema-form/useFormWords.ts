import type { Spoken } from '../../words/word-for.ts';
import { useWords } from '../language/language-context.ts';
import { words, type SchemaFormMessages } from './words.ts';

export type FormWords = Spoken<SchemaFormMessages>;

/** The words of a form at this place. */
export function useFormWords(): FormWords {
  return useWords('schemaForm', words);
}
