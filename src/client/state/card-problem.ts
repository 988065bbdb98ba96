import type { ItemProblem, Problem } from '../client-error.ts';

/** A problem as a question's card gets it: never the text of a handler, tool or server. */
export function cardProblem({ code, status }: Problem): ItemProblem {
  return { code, status };
}
