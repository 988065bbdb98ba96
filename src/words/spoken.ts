/** Words, and the language that they are in: a BCP 47 tag for the numbers, plurals and lists in them. */
export type Spoken<Words> = Words & { readonly locale: string };

/** A word of the wire as a person writes it: `"exit row"` for `"exit_row"`. */
export function spelledOut(word: string): string {
  return word.replaceAll('_', ' ');
}
