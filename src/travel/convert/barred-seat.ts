import type { Seat } from '../seat-map.ts';

/** What stands where something could not be read: nobody may have it. Nothing where row or letter is not known. */
export function barredSeat(col: number, row: number | undefined, letters: readonly (string | undefined)[]): Seat[] {
  const seat = letters[col];
  if (row === undefined || !seat) return [];
  return [{ type: 'seat', col, row, seat, designator: `${row}${seat}`, state: 'blocked' }];
}
