import type { ReactNode } from 'react';
import { SeatPickerFooter } from './SeatPickerFooter.tsx';
import { SeatPickerHeader } from './SeatPickerHeader.tsx';
import { SeatPickerList } from './SeatPickerList.tsx';
import { SeatPickerMap } from './SeatPickerMap.tsx';
import { SeatPickerNotice } from './SeatPickerNotice.tsx';
import { SeatPickerRoot, type SeatPickerOptions } from './SeatPickerRoot.tsx';
import { SeatPickerSide } from './SeatPickerSide.tsx';

/** Props of `SeatPicker`. */
export interface SeatPickerProps extends SeatPickerOptions {
  /** Of the card. */
  className?: string | undefined;
}

/**
 * Asks a person to pick one seat of an aircraft.
 *
 * It is made of the parts in `SeatPickerParts`: `Root` holds the state, and `Header`, `Notice`, `Side`, `List`, `Map` and
 * `Footer` draw it. The side is made of `Tiers` and `Legend`; the map of `DeckTabs`, `Jump`, `More`, `Cabins`, `Cabin` and
 * `Seat`. Put them together yourself to replace one of them.
 */
export function SeatPicker(options: SeatPickerProps): ReactNode {
  return (
    <SeatPickerRoot {...options}>
      <SeatPickerHeader />
      <SeatPickerNotice />
      <SeatPickerSide />
      <SeatPickerList />
      <SeatPickerMap />
      <SeatPickerFooter />
    </SeatPickerRoot>
  );
}
