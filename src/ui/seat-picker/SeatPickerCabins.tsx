import {
  forwardRef,
  useImperativeHandle,
  type ComponentPropsWithoutRef,
  type FocusEvent,
  type ForwardedRef,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { seatMoveOf } from '../../travel/seat-moves.ts';
import { thenOurs } from '../parts/then-ours.ts';
import { useShownDeck } from './deck-context.ts';
import { useSeatPicker } from './seat-picker-context.ts';
import { SeatPickerCabin } from './SeatPickerCabin.tsx';
import type { CabinView, SeatView } from './seat-views.ts';

/** Props of `SeatPickerCabins`. */
export interface SeatPickerCabinsProps extends Omit<ComponentPropsWithoutRef<'div'>, 'children'> {
  /**
   * Draws one cabin; it needs a `key`.
   *
   * @default a `SeatPickerCabin`
   */
  children?: ((cabin: CabinView) => ReactNode) | undefined;
}

/**
 * The cabins of the deck on show: a grid for each, one tab stop for all of them. Presses and arrow keys on anything
 * that carries a seat's key as `data-seat` are heard here.
 */
export const SeatPickerCabins = forwardRef(function SeatPickerCabins(
  { children = drawCabin, onClick, onKeyDown, onFocus, ...rest }: SeatPickerCabinsProps,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const { view, toggle } = useSeatPicker('SeatPickerCabins');
  const { id, decks, index, deck, ranges, move, stand, grids } = useShownDeck('SeatPickerCabins');
  useImperativeHandle(ref, () => grids.current as HTMLDivElement, [grids]);
  if (!deck) return null;

  const seatAt = (target: EventTarget): SeatView | undefined => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-seat]') : null;
    return view.byKey.get(button?.dataset['seat'] ?? '');
  };

  const walk = (event: KeyboardEvent) => {
    const wanted = seatMoveOf(event.key, event.ctrlKey);
    const from = seatAt(event.target)?.seat;
    if (!wanted || !from || event.altKey || event.metaKey || event.shiftKey) return;
    // At the hull too: the page must not scroll away under the map.
    event.preventDefault();
    move(from, wanted);
  };

  return (
    // The buttons inside are what is pressed: hundreds of seats share one set of listeners.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div
      id={`${id}-panel`}
      role={decks.length > 1 ? 'tabpanel' : undefined}
      aria-labelledby={decks.length > 1 ? `${id}-tab-${index}` : undefined}
      data-part="grids"
      dir="ltr"
      {...rest}
      ref={grids}
      onClick={thenOurs(onClick, (event: MouseEvent) => {
        const seat = seatAt(event.target);
        if (seat) toggle(seat);
      })}
      onKeyDown={thenOurs(onKeyDown, walk)}
      onFocus={thenOurs(onFocus, (event: FocusEvent) => {
        const seat = seatAt(event.target)?.seat;
        if (seat) stand(seat);
      })}
    >
      {deck.cabins.map((cabin, i) => {
        const [from, to] = ranges[i] ?? [0, 0];
        return from === to && cabin.rows.length > 0 ? null : children(cabin);
      })}
    </div>
  );
});

const drawCabin = (cabin: CabinView): ReactNode => <SeatPickerCabin key={cabin.cabin.id} view={cabin} />;
