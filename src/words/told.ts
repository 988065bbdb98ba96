/** The facts of a row that there is something to say of. */
export function told(facts: readonly (string | false | undefined)[]): string[] {
  return facts.filter((fact): fact is string => Boolean(fact));
}
