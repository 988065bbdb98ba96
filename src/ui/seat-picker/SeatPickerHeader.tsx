import { forwardRef, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import { AirplaneIcon } from '../parts/AirplaneIcon.tsx';
import { CardHeader } from '../parts/CardHeader.tsx';
import { useSeatPicker } from './seat-picker-context.ts';
import { SeatPickerViewSwitch } from './SeatPickerViewSwitch.tsx';

/** Props of `SeatPickerParts.Header`. */
export interface SeatPickerHeaderProps extends ComponentPropsWithoutRef<'div'> {
  /**
   * The content at the end of the line.
   *
   * @default a `SeatPickerParts.ViewSwitch`
   */
  children?: ReactNode;
}

/** The airplane icon, the title and the flight. They are the card's accessible name. */
export const SeatPickerHeader = forwardRef(function SeatPickerHeader(
  { children = <SeatPickerViewSwitch />, ...rest }: SeatPickerHeaderProps,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const { id, title, subtitle } = useSeatPicker('Header');
  return (
    <div data-elicit="header" {...rest} ref={ref}>
      <div id={`${id}-header`} data-elicit="heading">
        <CardHeader title={title} asks subtitle={subtitle} icon={<AirplaneIcon />} />
      </div>
      {children}
    </div>
  );
});
