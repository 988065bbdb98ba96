import type { ItemProblem, Problem } from '../client-error.ts';

/** A problem as a question's card knows it: never what a handler, a tool or a server said of it. */
export function cardProblem({ code, status }: Problem): ItemProblem {
  return { code, ...(status !== undefined && { status }) };
}
