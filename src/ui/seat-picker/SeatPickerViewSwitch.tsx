import { forwardRef, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import { thenOurs } from '../parts/then-ours.ts';
import { useSeatPicker } from './seat-picker-context.ts';

/**
 * Switches between the map and a plain list. It comes before the map in tab order, so that keyboard users can skip the
 * map. Absent if no seat is available.
 */
export const SeatPickerViewSwitch = forwardRef(function SeatPickerViewSwitch(
  { onClick, children, ...rest }: ComponentPropsWithoutRef<'button'>,
  ref: ForwardedRef<HTMLButtonElement>,
): ReactNode {
  const { view, missing, asList, showList, words } = useSeatPicker('ViewSwitch');
  if (missing || !view.marks.has('available')) return null;
  return (
    <button
      type="button"
      data-elicit="view-switch"
      aria-label={asList ? words.toMap : words.toList}
      {...rest}
      ref={ref}
      onClick={thenOurs(onClick, () => showList(!asList))}
    >
      {children ?? (asList ? words.map : words.list)}
    </button>
  );
});
