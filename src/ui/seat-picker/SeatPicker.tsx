import type { ReactNode } from 'react';
import { SeatPickerFooter } from './SeatPickerFooter.tsx';
import { SeatPickerHeader } from './SeatPickerHeader.tsx';
import { SeatPickerLegend } from './SeatPickerLegend.tsx';
import { SeatPickerList } from './SeatPickerList.tsx';
import { SeatPickerMap } from './SeatPickerMap.tsx';
import { SeatPickerNotice } from './SeatPickerNotice.tsx';
import { SeatPickerRoot, type SeatPickerOptions } from './SeatPickerRoot.tsx';

/** Props of `SeatPicker`. */
export interface SeatPickerProps extends SeatPickerOptions {
  /** Of the card. */
  className?: string | undefined;
}

/**
 * Asks a person to pick one seat of an aircraft.
 *
 * It is made of parts: `SeatPickerRoot` holds the state, and `SeatPickerHeader`, `SeatPickerNotice`,
 * `SeatPickerLegend`, `SeatPickerList`, `SeatPickerMap` and `SeatPickerFooter` draw it; the map is made of
 * `SeatPickerDeckTabs`, `SeatPickerCabins`, `SeatPickerCabin`, `SeatPickerSeat` and `SeatPickerMore`. Put them together
 * yourself to replace one of them.
 */
export function SeatPicker(options: SeatPickerProps): ReactNode {
  return (
    <SeatPickerRoot {...options}>
      <SeatPickerHeader />
      <SeatPickerNotice />
      <SeatPickerLegend />
      <SeatPickerList />
      <SeatPickerMap />
      <SeatPickerFooter />
    </SeatPickerRoot>
  );
}
