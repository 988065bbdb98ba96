/** `"AL"` for `"Ada Lovelace"`. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).flatMap((word) => Array.from(word).find((letter) => /\p{L}/u.test(letter)) ?? []);
  return [words[0], words.length > 1 ? words.at(-1) : undefined].join('').toUpperCase();
}
