import { isSeat, type Cabin, type Seat } from './seat-map.ts';

/** What a key asks for. */
export type SeatMove =
  | 'left'
  | 'right'
  | 'up'
  | 'down'
  | 'row-start'
  | 'row-end'
  | 'cabin-start'
  | 'cabin-end'
  | 'page-up'
  | 'page-down'
  | 'next-available-left'
  | 'next-available-right'
  | 'next-available-up'
  | 'next-available-down';

/** Where the keyboard stands on a deck. */
export interface SeatCursor {
  seat: Seat;
  /** The column that up and down keep to, as a share of the cabin's width: cabins differ in their columns. */
  x: number;
}

/** The seats of a deck in rows, as the arrow keys walk them. Rows without a seat are not there. */
export interface SeatWalk {
  at(seat: Seat): SeatCursor;
  /** Where a move leads; the cursor itself where there is nowhere to go. */
  move(cursor: SeatCursor, move: SeatMove): SeatCursor;
}

/** Lay the cabins of one deck out for the arrow keys. Seats are told apart by identity. */
export function createSeatWalk(cabins: readonly Cabin[]): SeatWalk {
  const rows: WalkRow[] = cabins.flatMap((cabin) =>
    cabin.rows.flatMap((row) => {
      const seats = row.cells.filter(isSeat).toSorted((a, b) => a.col - b.col);
      return seats.length > 0 ? [{ cabin, seats }] : [];
    }),
  );
  const rowOf = new Map(rows.flatMap((row, index) => row.seats.map((seat) => [seat, index] as const)));

  const at = (seat: Seat): SeatCursor => ({ seat, x: xOf(seat, rows[rowOf.get(seat) ?? 0]?.cabin) });

  const sideways = (cursor: SeatCursor, step: 1 | -1): Seat | undefined => {
    const seats = rows[rowOf.get(cursor.seat) ?? -1]?.seats ?? [];
    return seats[seats.indexOf(cursor.seat) + step];
  };

  const vertical = (cursor: SeatCursor, by: number): Seat | undefined => {
    const from = rowOf.get(cursor.seat) ?? 0;
    const row = rows[Math.min(Math.max(from + by, 0), rows.length - 1)];
    return row === rows[from] ? undefined : nearest(row, cursor.x);
  };

  const nextAvailableUpOrDown = (cursor: SeatCursor, step: 1 | -1): Seat | undefined => {
    for (let i = (rowOf.get(cursor.seat) ?? 0) + step; rows[i]; i += step) {
      const seat = nearest(rows[i], cursor.x, (candidate) => candidate.state === 'available');
      if (seat) return seat;
    }
    return undefined;
  };

  const nextAvailableSideways = (cursor: SeatCursor, step: 1 | -1): Seat | undefined => {
    const seats = rows.flatMap((row) => row.seats);
    for (let i = seats.indexOf(cursor.seat) + step; seats[i]; i += step) {
      if (seats[i]?.state === 'available') return seats[i];
    }
    return undefined;
  };

  const ofRow = (cursor: SeatCursor, index: 0 | -1): Seat | undefined =>
    rows[rowOf.get(cursor.seat) ?? 0]?.seats.at(index);

  const ofCabin = (cursor: SeatCursor, index: 0 | -1): Seat | undefined => {
    const { cabin } = rows[rowOf.get(cursor.seat) ?? 0] ?? {};
    return rows
      .filter((row) => row.cabin === cabin)
      .at(index)
      ?.seats.at(index);
  };

  const moves: Record<SeatMove, (cursor: SeatCursor) => SeatCursor | undefined> = {
    left: (cursor) => turned(sideways(cursor, -1)),
    right: (cursor) => turned(sideways(cursor, 1)),
    up: (cursor) => kept(vertical(cursor, -1), cursor),
    down: (cursor) => kept(vertical(cursor, 1), cursor),
    'page-up': (cursor) => kept(vertical(cursor, -5), cursor),
    'page-down': (cursor) => kept(vertical(cursor, 5), cursor),
    'row-start': (cursor) => turned(ofRow(cursor, 0)),
    'row-end': (cursor) => turned(ofRow(cursor, -1)),
    'cabin-start': (cursor) => turned(ofCabin(cursor, 0)),
    'cabin-end': (cursor) => turned(ofCabin(cursor, -1)),
    'next-available-left': (cursor) => turned(nextAvailableSideways(cursor, -1)),
    'next-available-right': (cursor) => turned(nextAvailableSideways(cursor, 1)),
    'next-available-up': (cursor) => kept(nextAvailableUpOrDown(cursor, -1), cursor),
    'next-available-down': (cursor) => kept(nextAvailableUpOrDown(cursor, 1), cursor),
  };

  /** A move along the row chooses a new column to keep to. */
  const turned = (seat: Seat | undefined) => seat && at(seat);

  return { at, move: (cursor, move) => moves[move](cursor) ?? cursor };
}

/**
 * What a key asks for on the map, or undefined. Left is port whatever the reading direction: the drawing of an
 * aircraft is not mirrored.
 */
export function seatMoveOf(key: string, ctrl: boolean): SeatMove | undefined {
  return (ctrl ? withCtrl : plain).get(key);
}

interface WalkRow {
  cabin: Cabin;
  seats: readonly Seat[];
}

const plain = new Map<string, SeatMove>([
  ['ArrowLeft', 'left'],
  ['ArrowRight', 'right'],
  ['ArrowUp', 'up'],
  ['ArrowDown', 'down'],
  ['Home', 'row-start'],
  ['End', 'row-end'],
  ['PageUp', 'page-up'],
  ['PageDown', 'page-down'],
]);

const withCtrl = new Map<string, SeatMove>([
  ['ArrowLeft', 'next-available-left'],
  ['ArrowRight', 'next-available-right'],
  ['ArrowUp', 'next-available-up'],
  ['ArrowDown', 'next-available-down'],
  ['Home', 'cabin-start'],
  ['End', 'cabin-end'],
]);

function xOf(seat: Seat, cabin: Cabin | undefined): number {
  return (seat.col + 0.5) / (cabin?.columns.length ?? 1);
}

/** A move up or down remembers the column it came with. */
function kept(seat: Seat | undefined, cursor: SeatCursor): SeatCursor | undefined {
  return seat && { seat, x: cursor.x };
}

function nearest(row: WalkRow | undefined, x: number, fits: (seat: Seat) => boolean = () => true): Seat | undefined {
  let best: Seat | undefined;
  for (const seat of row?.seats ?? []) {
    if (!fits(seat)) continue;
    if (!best || Math.abs(xOf(seat, row?.cabin) - x) < Math.abs(xOf(best, row?.cabin) - x)) best = seat;
  }
  return best;
}
