/** Look up the word for a wire name. `otherwise` makes one for unknown names. */
export function wordFor(
  words: Readonly<Record<string, string>>,
  name: string,
  otherwise: (name: string) => string,
): string {
  const known = Object.hasOwn(words, name) ? words[name] : undefined;
  return known ?? otherwise(name);
}

/** Words and their `locale`, a BCP 47 tag for the numbers, plurals and lists in them. */
export type Spoken<Words> = Words & { readonly locale: string };

/** A wire name as ordinary words: `"exit row"` for `"exit_row"`. */
export function spelledOut(word: string): string {
  return word.replaceAll('_', ' ');
}

/** Capitalise the first letter. */
export function capitalized(text: string, locale: string): string {
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
}

/** Keep only the facts that have text. */
export function told(facts: readonly (string | false | undefined)[]): string[] {
  return facts.filter((fact): fact is string => Boolean(fact));
}

/** Keep words on one line, such as an amount and its unit. */
export function unbroken(text: string): string {
  return text.replaceAll(' ', '\u00A0');
}
