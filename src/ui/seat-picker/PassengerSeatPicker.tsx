import type { ReactNode } from 'react';
import { PassengerSeatPickerRoot, type PassengerSeatPickerOptions } from './PassengerSeatPickerRoot.tsx';
import { SeatPickerFooter } from './SeatPickerFooter.tsx';
import { SeatPickerHeader } from './SeatPickerHeader.tsx';
import { SeatPickerLegend } from './SeatPickerLegend.tsx';
import { SeatPickerList } from './SeatPickerList.tsx';
import { SeatPickerMap } from './SeatPickerMap.tsx';
import { SeatPickerNotice } from './SeatPickerNotice.tsx';
import { SeatPickerPassengers } from './SeatPickerPassengers.tsx';

/** Props of `PassengerSeatPicker`. */
export interface PassengerSeatPickerProps extends PassengerSeatPickerOptions {
  /** Of the card. */
  className?: string | undefined;
}

/**
 * Asks a person to seat several passengers. A chip for each says who is next; a seat that somebody else was given is
 * swapped. Prices and seats are those that the map offers to the passenger at hand.
 *
 * It is made of the parts of a `SeatPicker`, with `PassengerSeatPickerRoot` to hold the state and
 * `SeatPickerPassengers` to draw the chips.
 */
export function PassengerSeatPicker(options: PassengerSeatPickerProps): ReactNode {
  return (
    <PassengerSeatPickerRoot {...options}>
      <SeatPickerHeader />
      <SeatPickerNotice />
      <SeatPickerPassengers />
      <SeatPickerLegend />
      <SeatPickerList />
      <SeatPickerMap />
      <SeatPickerFooter />
    </PassengerSeatPickerRoot>
  );
}
