import { isSeat, type Cabin, type Seat } from './seat-map.ts';
import { seatKey } from './normalize-seat-map.ts';
import { positionOf } from './seat-name.ts';

/** A range of a deck's rows, numbered through all its cabins. `to` is exclusive. */
export type RowRange = readonly [from: number, to: number];

/**
 * About ten rows of a deck to show first, around one seat or around the most free seats. A window or aisle seat counts
 * for more. If that would hide only a few rows, all rows.
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

  // Begin right after the seats before, to include what is in between, such as a door.
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
