import { isSeat, type Deck } from '../seat-map.ts';
import type { Warn } from './warner.ts';

/** The decks with each seat once: of two with one number the first stays, and the other is told. */
export function eachSeatOnce(decks: readonly Deck[], warn: Warn): Deck[] {
  const seen = new Set<string>();
  return decks.map((deck) => ({
    ...deck,
    cabins: deck.cabins.map((cabin) => ({
      ...cabin,
      rows: cabin.rows.map((row) => ({
        ...row,
        cells: row.cells.filter((cell) => {
          if (!isSeat(cell)) return true;
          if (seen.has(cell.designator)) {
            warn(`seat ${cell.designator}`, 'it stands there already');
            return false;
          }
          seen.add(cell.designator);
          return true;
        }),
      })),
    })),
  }));
}
