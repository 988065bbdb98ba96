import { forwardRef, memo, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import { withStyle } from '../parts/with-style.ts';
import type { SeatMark } from './seat-mark.ts';
import type { SeatView } from './seat-views.ts';
import { useSeatPickerWords } from './useSeatPickerWords.ts';

/** What is to be drawn of one seat. */
export interface SeatPickerSeatState {
  view: SeatView;
  /** Whose seat it is; undefined for nobody's. */
  mark: SeatMark | undefined;
  /** Whether the tab key reaches it. */
  stop: boolean;
  /** Set on the seat whose cell heads its row: the row's number, and on which side of the seat it stands. */
  heads?: RowHead | undefined;
}

/** The number of a row, where it stands. */
export interface RowHead {
  number: number;
  side: 'before' | 'after';
  /** The columns from the seat to the number, both of them counted. */
  span: number;
}

/** Props of `SeatPickerSeat`. */
export interface SeatPickerSeatProps
  extends SeatPickerSeatState, Omit<ComponentPropsWithoutRef<'button'>, keyof SeatPickerSeatState> {}

/**
 * One seat: a toggle button in its cell. Drawn again only when something about this one seat changes.
 *
 * A button of your own in its place carries `data-seat={view.key}` and `tabIndex={stop ? 0 : -1}`, and stands in a
 * `role="gridcell"`: presses and arrow keys on it are then the map's.
 */
export const SeatPickerSeat = memo(
  forwardRef(function SeatPickerSeat(
    { view, mark, stop, heads, ...rest }: SeatPickerSeatProps,
    ref: ForwardedRef<HTMLButtonElement>,
  ): ReactNode {
    const words = useSeatPickerWords();
    const { seat, kind, key, name } = view;
    const free = seat.state === 'available';
    const button = (
      <button
        type="button"
        data-part="seat"
        data-seat={key}
        data-kind={kind}
        data-state={mark ? (mark.mine ? 'selected' : 'held') : free ? 'available' : 'taken'}
        data-mark={mark?.initials}
        aria-label={mark?.owner ? words.joined([name, mark.owner]) : name}
        aria-pressed={free || mark ? (mark?.mine ?? false) : undefined}
        aria-disabled={free || mark ? undefined : true}
        tabIndex={stop ? 0 : -1}
        {...rest}
        ref={ref}
      />
    );
    // The number stands in the aisle, in the cell of the seat next to it: an element of its own for each row would be
    // one more for every few seats.
    const { number, side, span = 1 } = heads ?? {};
    const start = seat.col + 2 - (side === 'before' ? span - 1 : 0);
    return (
      <div
        role={heads ? 'rowheader' : 'gridcell'}
        aria-label={heads && `${number}`}
        data-part={heads && 'row-head'}
        data-side={side}
        ref={withStyle('grid-column', `${start} / span ${span}`)}
      >
        {side === 'before' && number}
        {button}
        {side === 'after' && number}
      </div>
    );
  }),
);
