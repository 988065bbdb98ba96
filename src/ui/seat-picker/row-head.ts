import type { SeatColumn } from '../../travel/seat-map.ts';
import type { RowView } from './seat-views.ts';

/** The number of a row, where it stands: in the cell of a seat. */
export interface RowHead {
  key: string;
  /** On which side of the seat it stands. */
  side: 'before' | 'after';
  /** The columns from the seat to the number, both of them counted. */
  span: number;
}

/**
 * The seat whose cell heads its row: the one that is next to the first aisle, where the row's number stands; in a cabin
 * without an aisle the first one. Undefined where something else stands between, or the number has no room.
 */
export function rowHeadOf(
  number: number | undefined,
  { seats, facilities }: RowView,
  columns: readonly SeatColumn[],
): RowHead | undefined {
  if (number === undefined || number > 999) return undefined;
  const [aisle = -1, second = columns.length] = aislesOf(columns);
  const clear = (from: number, to: number) =>
    facilities.every(({ col, span = 1 }) => col + span - 1 < from || col > to) && !(from < second && second < to);
  const before = seats.findLast(({ seat }) => seat.col < aisle);
  if (before && clear(before.seat.col, aisle)) {
    return { key: before.key, side: 'after', span: aisle - before.seat.col + 1 };
  }
  const after = seats.find(({ seat }) => seat.col > aisle);
  if (!after || !clear(aisle, after.seat.col)) return undefined;
  return { key: after.key, side: 'before', span: after.seat.col - aisle + 1 };
}

/** The aisles of a cabin, by their columns. */
export function aislesOf(columns: readonly SeatColumn[]): readonly number[] {
  return columns.flatMap(({ kind }, col) => (kind === 'aisle' ? [col] : []));
}
