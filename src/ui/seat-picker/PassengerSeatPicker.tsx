import type { ReactNode } from 'react';
import { PassengerSeatPickerRoot, type PassengerSeatPickerOptions } from './PassengerSeatPickerRoot.tsx';
import { SeatPickerFooter } from './SeatPickerFooter.tsx';
import { SeatPickerHeader } from './SeatPickerHeader.tsx';
import { SeatPickerList } from './SeatPickerList.tsx';
import { SeatPickerMap } from './SeatPickerMap.tsx';
import { SeatPickerNotice } from './SeatPickerNotice.tsx';
import { SeatPickerSide } from './SeatPickerSide.tsx';

/** Props of `PassengerSeatPicker`. */
export interface PassengerSeatPickerProps extends PassengerSeatPickerOptions {
  /** Of the card. */
  className?: string | undefined;
}

/**
 * Asks a person to seat several passengers. A row for each says who is next; a seat that somebody else was given is
 * swapped. Prices and seats are those that the map offers to the passenger at hand.
 *
 * It is made of the parts of a `SeatPicker`, with `SeatPickerParts.PassengerRoot` to hold the state and
 * `SeatPickerParts.Passengers` in its side.
 */
export function PassengerSeatPicker(options: PassengerSeatPickerProps): ReactNode {
  return (
    <PassengerSeatPickerRoot {...options}>
      <SeatPickerHeader />
      <SeatPickerNotice />
      <SeatPickerSide />
      <SeatPickerList />
      <SeatPickerMap />
      <SeatPickerFooter />
    </PassengerSeatPickerRoot>
  );
}
