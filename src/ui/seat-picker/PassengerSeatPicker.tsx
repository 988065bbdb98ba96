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
  /** The card's class. */
  className?: string | undefined;
}

/**
 * Asks a person to seat several passengers, one after the other. Choosing another passenger's seat swaps the two or, if
 * that is impossible, takes it away. The map shows the seats and prices for the current passenger.
 *
 * It uses the parts of a `SeatPicker`, with `SeatPickerParts.PassengerRoot` for the state and
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
