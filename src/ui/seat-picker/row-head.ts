import type { SeatColumn } from '../../travel/seat-map.ts';
import type { RowHead } from './SeatPickerSeat.tsx';
import type { RowView } from './seat-views.ts';

/**
 * The seat whose cell heads its row: the one that is next to the first aisle, where the row's number stands; in a cabin
 * without an aisle the first one. Undefined where something else stands between, or the number has no room.
 */
export function rowHeadOf(
  number: number,
  { seats, facilities }: RowView,
  columns: readonly SeatColumn[],
): { key: string; heads: RowHead } | undefined {
  if (number > 999) return undefined;
  const [aisle = -1, second = columns.length] = aislesOf(columns);
  const clear = (from: number, to: number) =>
    facilities.every(({ col, span = 1 }) => col + span - 1 < from || col > to) && !(from < second && second < to);
  const before = seats.findLast(({ seat }) => seat.col < aisle);
  if (before && clear(before.seat.col, aisle)) {
    return { key: before.key, heads: { number, side: 'after', span: aisle - before.seat.col + 1 } };
  }
  const after = seats.find(({ seat }) => seat.col > aisle);
  if (!after || !clear(aisle, after.seat.col)) return undefined;
  return { key: after.key, heads: { number, side: 'before', span: after.seat.col - aisle + 1 } };
}

/** The aisles of a cabin, by their columns. */
export function aislesOf(columns: readonly SeatColumn[]): readonly number[] {
  return columns.flatMap(({ kind }, col) => (kind === 'aisle' ? [col] : []));
}
