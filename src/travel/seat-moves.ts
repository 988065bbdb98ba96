import { isSeat, type Cabin, type Seat } from './seat-map.ts';

/** Where the keyboard stands on a deck. */
export interface SeatCursor {
  seat: Seat;
  /**
   * The column that up and down keep to, as a share of the cabin's width: cabins differ in their columns. Absent: the
   * seat's own.
   */
  x?: number | undefined;
}

/**
 * Where a key leads from a seat of a deck; undefined where the key is none of the map's. At the hull it leads nowhere,
 * to the seat itself. Arrows go to the next seat, with Ctrl to the next free one; Home and End to the ends of the row,
 * with Ctrl of the cabin; Page Up and Page Down five rows on.
 *
 * Left is port whatever the reading direction: the drawing of an aircraft is not mirrored. Seats are told apart by
 * identity.
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
  // A move along the row chooses a new column to keep to.
  return { seat: stepOn(goals, here, step).seat };
}

interface Place {
  seat: Seat;
  /** All seats of its row, and so which row that is. */
  row: readonly Seat[];
  cabin: Cabin;
  x: number;
}

/** Every seat in reading order. */
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

/** What stands some steps further in a line, or at its end. */
function stepOn<T>(line: readonly T[], from: T, step: number): T {
  return line[Math.min(Math.max(line.indexOf(from) + step, 0), line.length - 1)] ?? from;
}
