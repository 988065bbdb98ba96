/** The word for a name of the wire, where there is one; `otherwise` says the rest. */
export function wordFor(
  words: Readonly<Record<string, string>>,
  name: string,
  otherwise: (name: string) => string,
): string {
  const known = Object.hasOwn(words, name) ? words[name] : undefined;
  return known ?? otherwise(name);
}

/** Words, and the language that they are in: a BCP 47 tag for the numbers, plurals and lists in them. */
export type Spoken<Words> = Words & { readonly locale: string };

/** A word of the wire as a person writes it: `"exit row"` for `"exit_row"`. */
export function spelledOut(word: string): string {
  return word.replaceAll('_', ' ');
}

/** The facts of a row that there is something to say of. */
export function told(facts: readonly (string | false | undefined)[]): string[] {
  return facts.filter((fact): fact is string => Boolean(fact));
}

/** Words that stay on one line, such as an amount and its unit. */
export function unbroken(text: string): string {
  return text.replaceAll(' ', '\u00A0');
}
