import { isSeat, type Cabin, type Seat } from './seat-map.ts';

/** The keyboard's position on a deck. */
export interface SeatCursor {
  seat: Seat;
  /**
   * The column that up and down keep to, as a share of the cabin's width, because cabins differ in their columns.
   * Absent: the seat's own column.
   */
  x?: number | undefined;
}

/**
 * The seat that a key leads to, or undefined if the map does not use the key. At the hull, keys lead to the seat
 * itself. Arrows go to the next seat, or with Ctrl to the next free one. Home and End go to the ends of the row, or
 * with Ctrl of the cabin. Page Up and Page Down move five rows.
 *
 * Left is port in every reading direction: the drawing of an aircraft is not mirrored. Seats are compared by identity.
 */
export function moveFrom(
  cabins: readonly Cabin[],
  { seat, x }: SeatCursor,
  key: string,
  ctrl = false,
): SeatCursor | undefined {
  const places = placesOf(cabins);
  const here = places.find((place) => place.seat === seat);
  const [step, line] = moves.get(key) ?? [];
  if (!here || !step || (ctrl && line === 'page')) return undefined;

  if (line === 'column' || line === 'page') {
    const goals = places.filter((place) => place.row === here.row || !ctrl || isAvailable(place));
    const row = stepOn([...new Set(goals.map((place) => place.row))], here.row, step);
    if (row === here.row) return { seat, x };
    const column = x ?? here.x;
    const away = (place: Place) => Math.abs(place.x - column);
    const inRow = goals.filter((place) => place.row === row);
    return { seat: inRow.reduce((best, place) => (away(place) < away(best) ? place : best)).seat, x: column };
  }

  const ends = line === 'ends';
  const goals = places.filter(
    (place) =>
      place === here || (!ctrl ? place.row === here.row : ends ? place.cabin === here.cabin : isAvailable(place)),
  );
  // Drop `x`: a move along the row chooses a new column to keep to.
  return { seat: stepOn(goals, here, step).seat };
}

interface Place {
  seat: Seat;
  /** All seats of its row. Also identifies the row. */
  row: readonly Seat[];
  cabin: Cabin;
  x: number;
}

/** All seats, row by row from port to starboard. */
function placesOf(cabins: readonly Cabin[]): readonly Place[] {
  return cabins.flatMap((cabin) =>
    cabin.rows.flatMap(({ cells }) => {
      const row = cells.filter(isSeat).toSorted((a, b) => a.col - b.col);
      return row.map((seat) => ({ seat, row, cabin, x: (seat.col + 0.5) / cabin.columns.length }));
    }),
  );
}

const moves = new Map<string, readonly [step: number, line: 'row' | 'ends' | 'column' | 'page']>([
  ['ArrowLeft', [-1, 'row']],
  ['ArrowRight', [1, 'row']],
  ['ArrowUp', [-1, 'column']],
  ['ArrowDown', [1, 'column']],
  ['Home', [-Infinity, 'ends']],
  ['End', [Infinity, 'ends']],
  ['PageUp', [-5, 'page']],
  ['PageDown', [5, 'page']],
]);

const isAvailable = ({ seat }: Place): boolean => seat.state === 'available';

/** The item some steps further in a line, or the one at its end. */
function stepOn<T>(line: readonly T[], from: T, step: number): T {
  return line[Math.min(Math.max(line.indexOf(from) + step, 0), line.length - 1)] ?? from;
}
