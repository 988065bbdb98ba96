import type { SeatColumn } from '../../travel/seat-map.ts';
import type { RowHead } from './SeatPickerSeat.tsx';
import type { SeatView } from './seat-views.ts';

/**
 * The seat whose cell heads its row: the one beside the first aisle, where the row's number stands; in a cabin without
 * an aisle the first one. Undefined where no seat stands there, or the number has no room.
 */
export function rowHeadOf(
  number: number,
  seats: readonly SeatView[],
  columns: readonly SeatColumn[],
): { key: string; heads: RowHead } | undefined {
  if (number > 999) return undefined;
  const [aisle = -1] = aislesOf(columns);
  const before = seats.find(({ seat }) => seat.col === aisle - 1);
  const after = seats.find(({ seat }) => seat.col === aisle + 1);
  if (before) return { key: before.key, heads: { number, side: 'after' } };
  return after && { key: after.key, heads: { number, side: 'before' } };
}

/** The aisles of a cabin, by their columns. */
export function aislesOf(columns: readonly SeatColumn[]): readonly number[] {
  return columns.flatMap(({ kind }, col) => (kind === 'aisle' ? [col] : []));
}
