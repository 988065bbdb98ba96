import { memo, type ReactNode } from 'react';
import type { SeatMark } from './seat-mark.ts';
import type { SeatView } from './seat-views.ts';

export interface SeatPickerSeatProps {
  view: SeatView;
  /** Whose seat it is; undefined for nobody's. */
  mark: SeatMark | undefined;
  /** Whether the tab key reaches it. */
  stop: boolean;
}

/** One seat: a toggle button in its cell. Drawn again only when something about this one seat changes. */
export const SeatPickerSeat = memo(function SeatPickerSeat({ view, mark, stop }: SeatPickerSeatProps): ReactNode {
  const { seat, kind, key, name } = view;
  const free = seat.state === 'available';
  return (
    <div role="gridcell" style={{ gridColumn: seat.col + 2 }}>
      <button
        type="button"
        data-part="seat"
        data-seat={key}
        data-kind={kind}
        data-state={mark ? (mark.mine ? 'selected' : 'held') : free ? 'available' : 'taken'}
        data-mark={mark?.initials}
        aria-label={mark?.owner ? `${name}, ${mark.owner}` : name}
        aria-pressed={free || mark ? (mark?.mine ?? false) : undefined}
        aria-disabled={free || mark ? undefined : true}
        tabIndex={stop ? 0 : -1}
      />
    </div>
  );
});
