import type { ItemProblem } from '../client/client-error.ts';
import { problemText } from '../ui/notes/problem-text.ts';
import { useNotes } from './useNotes.ts';

/**
 * What went wrong with a question, for a card of your own: in the language of the place, and never what a handler, a
 * tool or a server said of it.
 *
 * @example
 * const why = useProblemWords(item.problem);
 */
export function useProblemWords(problem: ItemProblem): string {
  return problemText(useNotes().problems, problem);
}
