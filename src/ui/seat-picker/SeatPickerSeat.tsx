import { forwardRef, memo, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import { seatProps, type SeatPickerSeatState } from './seat-props.ts';
import { useSeatPickerWords } from './useSeatPickerWords.ts';

/** Props of `SeatPickerParts.Seat`. */
export interface SeatPickerSeatProps
  extends SeatPickerSeatState, Omit<ComponentPropsWithoutRef<'button'>, keyof SeatPickerSeatState> {}

/**
 * One seat: a toggle button. Drawn again only when something about this one seat changes.
 *
 * A button of your own in its place carries `data-seat={view.key}` and `tabIndex={stop ? 0 : -1}`, and says what it is:
 * `aria-label={view.name}` and `aria-pressed`. Presses and arrow keys on it are then the map's. It stands where the
 * seat does, beside the number of its row: the cell round it belongs to the cabin.
 */
export const SeatPickerSeat = memo(
  forwardRef(function SeatPickerSeat(
    { view, mark, stop, sought, ...rest }: SeatPickerSeatProps,
    ref: ForwardedRef<HTMLButtonElement>,
  ): ReactNode {
    return (
      <button type="button" {...seatProps({ view, mark, stop, sought }, useSeatPickerWords())} {...rest} ref={ref} />
    );
  }),
);
