import { forwardRef, memo, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import { useWords } from '../language/language-context.ts';
import { seatProps, type SeatPickerSeatState } from './seat-props.ts';
import { words } from './words.ts';

/** Props of `SeatPickerParts.Seat`. */
export interface SeatPickerSeatProps
  extends SeatPickerSeatState, Omit<ComponentPropsWithoutRef<'button'>, keyof SeatPickerSeatState> {}

/**
 * One seat: a toggle button. It renders again only when something about this seat changes.
 *
 * To use your own button instead, give it `data-seat={view.key}`, `tabIndex={stop ? 0 : -1}`, `aria-label={view.name}`
 * and `aria-pressed`. The map then handles clicks and arrow keys on it. The grid cell around it belongs to the cabin.
 */
export const SeatPickerSeat = memo(
  forwardRef(function SeatPickerSeat(
    { view, mark, stop, sought, ...rest }: SeatPickerSeatProps,
    ref: ForwardedRef<HTMLButtonElement>,
  ): ReactNode {
    return (
      <button
        type="button"
        {...seatProps({ view, mark, stop, sought }, useWords('seatPicker', words))}
        {...rest}
        ref={ref}
      />
    );
  }),
);
