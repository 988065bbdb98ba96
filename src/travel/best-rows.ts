import { isSeat, type Cabin, type Seat } from './seat-map.ts';
import { seatKey } from './normalize-seat-map.ts';
import { positionOf } from './seat-name.ts';

/** Some rows of a deck, its cabins' rows counted through: from one index up to, but not including, another. */
export type RowRange = readonly [from: number, to: number];

/**
 * About ten rows of a deck to show first, round the best seats: where most are free, those at a window or an aisle
 * counting more, or round one seat. Every row where that would spare but a few.
 *
 * @param round - the key of a seat that must be among them
 */
export function bestRows(cabins: readonly Cabin[], round?: string): RowRange {
  const rows = cabins.flatMap((cabin) => cabin.rows.map(({ cells }) => ({ cabin, seats: cells.filter(isSeat) })));
  const seated = rows.flatMap(({ cabin, seats }, index) => (seats.length > 0 ? [{ cabin, seats, index }] : []));
  if (seated.length <= enough) return [0, rows.length];

  const last = seated.length - few;
  const wanted = seated.findIndex(({ seats }) => seats.some((seat) => seatKey(seat) === round));
  const scores = seated.map(({ cabin, seats }) => sum(seats.map((seat) => scoreOf(seat, cabin))));
  const sums = scores.slice(few - 1).map((_, start) => sum(scores.slice(start, start + few)));
  const start = wanted < 0 ? sums.indexOf(Math.max(...sums)) : Math.min(Math.max(wanted - few / 2, 0), last);

  // What stands between those rows and the next seats, such as a door, belongs to them.
  const after = (index: number) => (seated[index]?.index ?? -1) + 1;
  return [after(start - 1), start === last ? rows.length : after(start + few - 1)];
}

const few = 10;
const enough = 14;

function scoreOf(seat: Seat, cabin: Cabin): number {
  if (seat.state !== 'available') return 0;
  return positionOf(seat, cabin) === 'middle' ? 1 : 1.5;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
