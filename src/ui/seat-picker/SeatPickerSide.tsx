import { forwardRef, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import { useSeatPicker } from './seat-picker-context.ts';
import { SeatPickerLegend } from './SeatPickerLegend.tsx';
import { SeatPickerTiers } from './SeatPickerTiers.tsx';

/** Props of `SeatPickerParts.Side`. */
export interface SeatPickerSideProps extends ComponentPropsWithoutRef<'div'> {
  /**
   * The content beside the map, or above it in a narrow card.
   *
   * @default `Passengers`, `Tiers` and `Legend` of `SeatPickerParts`
   */
  children?: ReactNode;
}

/** The part beside the map, or above it in a narrow card. Absent without a map. */
export const SeatPickerSide = forwardRef(function SeatPickerSide(
  { children, ...rest }: SeatPickerSideProps,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const { missing, asList, passengers } = useSeatPicker('Side');
  if (missing || (asList && !passengers)) return null;
  return (
    <div data-elicit="side" {...rest} ref={ref}>
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
