import { isSeat, type Cabin, type SeatRow } from './seat-map.ts';
import { seatKey } from './normalize-seat-map.ts';
import { positionOf } from './seat-name.ts';

/** For each cabin of a deck, the rows to show first: from one index up to, but not including, another. */
export type RowRange = readonly [from: number, to: number];

/**
 * About ten rows of a deck round the best seats: where most are free, those at a window or an aisle counting more, or
 * round one seat. Every row where that would spare but a few.
 *
 * @param round - the key of a seat that must be among them
 */
export function bestRows(cabins: readonly Cabin[], round?: string): readonly RowRange[] {
  const rows = cabins.flatMap((cabin, at) => cabin.rows.map((row, index) => ({ cabin, row, at, index })));
  const seated = rows.flatMap(({ row, cabin }, index) => (row.cells.some(isSeat) ? [{ row, cabin, index }] : []));
  if (seated.length <= enough) return cabins.map((cabin) => [0, cabin.rows.length]);

  const scores = seated.map(({ row, cabin }) => scoreOf(row, cabin));
  const wanted = seated.findIndex(({ row }) => row.cells.some((cell) => isSeat(cell) && seatKey(cell) === round));
  const last = seated.length - few;
  const start = wanted < 0 ? bestStart(scores, last) : Math.min(Math.max(wanted - few / 2, 0), last);

  // What stands between those rows and the next seats, such as a door, belongs to them.
  const from = start === 0 ? 0 : (seated[start - 1]?.index ?? 0) + 1;
  const to = start === last ? rows.length : (seated[start + few - 1]?.index ?? 0) + 1;
  return cabins.map((_, at) => {
    const shown = rows.slice(from, to).filter((row) => row.at === at);
    return [shown[0]?.index ?? 0, (shown.at(-1)?.index ?? -1) + 1];
  });
}

const few = 10;
const enough = 14;

function bestStart(scores: readonly number[], last: number): number {
  let best = 0;
  let most = -1;
  for (let start = 0; start <= last; start += 1) {
    let sum = 0;
    for (const score of scores.slice(start, start + few)) sum += score;
    if (sum > most) [best, most] = [start, sum];
  }
  return best;
}

function scoreOf(row: SeatRow, cabin: Cabin): number {
  let score = 0;
  for (const cell of row.cells) {
    if (!isSeat(cell) || cell.state !== 'available') continue;
    score += positionOf(cell, cabin) === 'middle' ? 1 : 1.5;
  }
  return score;
}
