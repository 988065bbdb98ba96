import { forwardRef, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import { CardHeader } from '../parts/CardHeader.tsx';
import { useSeatPicker } from './seat-picker-context.ts';
import { SeatPickerViewSwitch } from './SeatPickerViewSwitch.tsx';

/** Props of `SeatPickerParts.Header`. */
export interface SeatPickerHeaderProps extends ComponentPropsWithoutRef<'div'> {
  /**
   * What stands at the end of the line.
   *
   * @default a `SeatPickerParts.ViewSwitch`
   */
  children?: ReactNode;
}

/** The airplane, the title and the flight: they name the whole card. */
export const SeatPickerHeader = forwardRef(function SeatPickerHeader(
  { children = <SeatPickerViewSwitch />, ...rest }: SeatPickerHeaderProps,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const { id, title, subtitle } = useSeatPicker('Header');
  return (
    <div data-part="header" {...rest} ref={ref}>
      <div id={`${id}-header`} data-part="heading">
        <CardHeader title={title} subtitle={subtitle} />
      </div>
      {children}
    </div>
  );
});
