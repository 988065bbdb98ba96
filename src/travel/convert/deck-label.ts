/** A deck's name, where there is more than one to tell apart. */
export function deckLabel(name: 'main' | 'upper' | 'lower', decks: number): string | undefined {
  return decks > 1 ? `${name.charAt(0).toUpperCase()}${name.slice(1)} deck` : undefined;
}
