import type { ElicitIssue } from '../protocol/elicit-request.ts';

/** What is wrong with how many were chosen. As on a card, one is the least where nothing else is said. */
export function countIssues(
  name: string,
  chosen: readonly string[],
  { min = 1, max = Infinity }: { min?: number | undefined; max?: number | undefined },
): ElicitIssue[] {
  const distinct = new Set(chosen).size;
  const message =
    (distinct < chosen.length && 'Choose each only once.') ||
    (distinct < min && `Choose at least ${min}.`) ||
    (distinct > max && `Choose at most ${max}.`);
  return message === false ? [] : [{ path: [name], message }];
}
