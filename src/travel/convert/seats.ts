import { isSeat, type Deck, type Passenger, type Seat, type SeatOffer } from '../seat-map.ts';
import { compareMoney, type Money } from '../money.ts';
import type { Warn } from './warner.ts';

/** Split a seat number: `"12A"` is row 12, seat A. */
export function seatNumber(designator: string): { row: number; seat: string } {
  const letters = designator.search(/[A-Za-z]/);
  return { row: Number(designator.slice(0, letters)), seat: designator.slice(letters).toUpperCase() };
}

/** A blocked seat in place of an unreadable one. None if its row or letter is unknown. */
export function barredSeat(col: number, row: number | undefined, letters: readonly (string | undefined)[]): Seat[] {
  const seat = letters[col];
  if (row === undefined || !seat) return [];
  return [{ type: 'seat', col, row, seat, designator: `${row}${seat}`, state: 'blocked' }];
}

/** A deck's label, if there is more than one deck. */
export function deckLabel(name: 'main' | 'upper' | 'lower', decks: number): string | undefined {
  return decks > 1 ? `${name.charAt(0).toUpperCase()}${name.slice(1)} deck` : undefined;
}

/**
 * A seat's price if the passenger is unknown: the dearest offer, so that nobody pays more than was shown. A map that
 * knows its passengers shows each their own price.
 */
export function seatPrice(offers: readonly SeatOffer[]): Money | undefined {
  const prices = offers.flatMap(({ state, price }) => (state === 'available' && price ? [price] : []));
  return prices.length === 0
    ? undefined
    : prices.reduce((most, price) => (compareMoney(price, most) > 0 ? price : most));
}

/** Passengers known only by id. */
export function namelessPassengers(ids: Iterable<string>): Passenger[] {
  return [...new Set(ids)].map((id, index) => ({ id, name: `Passenger ${index + 1}` }));
}

/** Drop seats whose number is already there, with a warning. */
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
