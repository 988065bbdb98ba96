import { useWords } from '../ui/language/language-context.ts';
import { words, type NoteMessages } from '../ui/notes/words.ts';

/** What an outlet says beside its questions here. */
export function useNotes(): NoteMessages & { readonly locale: string } {
  return useWords('notes', words);
}
