/**
 * Several names one after the other, as a language lists them.
 *
 * @param kind - `and` puts the language's "and" before the last; `unit` sets them side by side
 */
export function formatList(locale: string, names: readonly string[], kind: 'and' | 'unit' = 'unit'): string {
  const type = kind === 'and' ? 'conjunction' : 'unit';
  return new Intl.ListFormat(locale, { type, style: kind === 'and' ? 'long' : 'short' }).format(names);
}
