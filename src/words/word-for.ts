/** The word for a name of the wire, where there is one; `otherwise` says the rest. */
export function wordFor(
  words: Readonly<Record<string, string>>,
  name: string,
  otherwise: (name: string) => string,
): string {
  const known = Object.hasOwn(words, name) ? words[name] : undefined;
  return known ?? otherwise(name);
}
