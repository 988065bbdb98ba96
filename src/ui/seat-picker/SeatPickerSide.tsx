import { forwardRef, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import { useSeatPicker } from './seat-picker-context.ts';
import { SeatPickerLegend } from './SeatPickerLegend.tsx';
import { SeatPickerTiers } from './SeatPickerTiers.tsx';

/** Props of `SeatPickerParts.Side`. */
export interface SeatPickerSideProps extends ComponentPropsWithoutRef<'div'> {
  /**
   * What stands beside the map, or above it in a narrow card.
   *
   * @default `Passengers`, `Tiers` and `Legend` of `SeatPickerParts`
   */
  children?: ReactNode;
}

/** What is beside the map where there is room, and above it where there is none; nothing while there is no map. */
export const SeatPickerSide = forwardRef(function SeatPickerSide(
  { children, ...rest }: SeatPickerSideProps,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const { missing, asList, passengers } = useSeatPicker('Side');
  if (missing || (asList && !passengers)) return null;
  return (
    <div data-part="side" {...rest} ref={ref}>
      {children ?? (
        <>
          {passengers?.list}
          <SeatPickerTiers />
          <SeatPickerLegend />
        </>
      )}
    </div>
  );
});
