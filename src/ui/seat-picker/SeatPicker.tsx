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
  /** The card's class. */
  className?: string | undefined;
}

/**
 * Asks a person to pick one seat of an aircraft.
 *
 * It consists of the parts in `SeatPickerParts`: `Root` holds the state, and `Header`, `Notice`, `Side`, `List`, `Map`
 * and `Footer` draw it. The side contains `Tiers` and `Legend`; the map contains `DeckTabs`, `Jump`, `More`, `Cabins`,
 * `Cabin` and `Seat`. Combine the parts yourself to replace one.
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
