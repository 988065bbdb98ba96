import { forwardRef, useId, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import { DeckProvider } from './deck-context.ts';
import { useSeatPicker } from './seat-picker-context.ts';
import { SeatPickerCabins } from './SeatPickerCabins.tsx';
import { SeatPickerDeckTabs } from './SeatPickerDeckTabs.tsx';
import { SeatPickerJump } from './SeatPickerJump.tsx';
import { SeatPickerMore } from './SeatPickerMore.tsx';
import { useDeck } from './useDeck.ts';

/** Props of `SeatPickerParts.Map`. */
export interface SeatPickerMapProps extends ComponentPropsWithoutRef<'div'> {
  /**
   * The parts of the map.
   *
   * @default `DeckTabs`, `Jump` and `Cabins` of `SeatPickerParts`, between two `More`
   */
  children?: ReactNode;
}

/** The drawing of the aircraft, one deck at a time. Absent while the list is shown. */
export const SeatPickerMap = forwardRef(function SeatPickerMap(
  props: SeatPickerMapProps,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const { missing, asList, refusedKey } = useSeatPicker('Map');
  // Begin again at a seat that was refused.
  return missing || asList ? null : <DecksOfMap key={refusedKey} {...props} ref={ref} />;
});

const DecksOfMap = forwardRef(function DecksOfMap(
  { children = parts, ...rest }: SeatPickerMapProps,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const id = useId();
  const { view, chosenKey, refusedKey, marks, words } = useSeatPicker('Map');
  // If the current passenger has no seat, begin at another passenger's.
  const deck = useDeck(view, chosenKey ?? refusedKey, chosenKey ?? refusedKey ?? [...marks.keys()][0]);
  return (
    <div data-elicit="map" {...rest} ref={ref}>
      <DeckProvider value={{ ...deck, id, words }}>{children}</DeckProvider>
    </div>
  );
});

const parts = (
  <>
    <SeatPickerDeckTabs />
    <SeatPickerJump />
    <SeatPickerMore end="front" />
    <SeatPickerCabins />
    <SeatPickerMore end="back" />
  </>
);
