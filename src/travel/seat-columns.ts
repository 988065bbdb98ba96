import type { SeatColumn, SeatPosition } from './seat-map.ts';

/** A cabin's columns from their letters, port to starboard; undefined is an aisle. */
export function seatColumns(letters: readonly (string | undefined)[]): SeatColumn[] {
  return letters.map((letter, col): SeatColumn => {
    return letter === undefined ? { kind: 'aisle' } : { kind: 'seat', letter, position: positionAt(letters, col) };
  });
}

function positionAt(letters: readonly (string | undefined)[], col: number): SeatPosition {
  const isSeat = (letter: string | undefined) => letter !== undefined;
  const window = !letters.slice(0, col).some(isSeat) || !letters.slice(col + 1).some(isSeat);
  const aisle = [col - 1, col + 1].some((next) => next in letters && letters[next] === undefined);
  if (window) return aisle ? 'window_aisle' : 'window';
  return aisle ? 'aisle' : 'middle';
}
