import {
  forwardRef,
  Fragment,
  useImperativeHandle,
  type ComponentPropsWithoutRef,
  type FocusEvent,
  type ForwardedRef,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';
import { thenOurs } from '../parts/then-ours.ts';
import { useShownDeck } from './deck-context.ts';
import { useSeatPicker } from './seat-picker-context.ts';
import { SeatPickerCabin } from './SeatPickerCabin.tsx';
import type { CabinView, RowView, SeatView } from './seat-views.ts';

/** Props of `SeatPickerParts.Cabins`. */
export interface SeatPickerCabinsProps extends Omit<ComponentPropsWithoutRef<'div'>, 'children'> {
  /**
   * Draws one cabin; it needs a `key`.
   *
   * @default a `SeatPickerParts.Cabin`
   */
  children?: ((cabin: CabinView) => ReactNode) | undefined;
}

/**
 * The hull, and in it the cabins of the deck on show: a grid for each, one tab stop for all of them. Presses and arrow keys on anything
 * that carries a seat's key as `data-seat` are heard here.
 */
export const SeatPickerCabins = forwardRef(function SeatPickerCabins(
  { children = drawCabin, onClick, onKeyDown, onFocus, onPointerOver, onPointerLeave, ...rest }: SeatPickerCabinsProps,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const { view, toggle, tier, lookAt } = useSeatPicker('Cabins');
  const { id, decks, index, deck, drawn, move, stand, grids } = useShownDeck('Cabins');
  useImperativeHandle(ref, () => grids.current as HTMLDivElement, [grids]);
  if (!deck) return null;

  /** Ours for an event on a seat, after the host's. */
  const onSeat = <E extends MouseEvent | KeyboardEvent | FocusEvent | PointerEvent>(
    theirs: ((event: E) => void) | undefined,
    ours: (seat: SeatView, event: E) => void,
  ) =>
    thenOurs(theirs, (event: E) => {
      const button = (event.target as Element).closest<HTMLElement>('[data-seat]');
      const seat = view.byKey.get(button?.dataset['seat'] ?? '');
      if (seat) ours(seat, event);
    });

  const walk = ({ seat }: SeatView, event: KeyboardEvent) => {
    if (event.altKey || event.metaKey || event.shiftKey) return;
    // At the hull too: the page must not scroll away under the map.
    if (move(seat, event.key, event.ctrlKey)) event.preventDefault();
  };

  return (
    // The buttons inside are what is pressed: hundreds of seats share one set of listeners.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div
      id={`${id}-panel`}
      role={decks.length > 1 ? 'tabpanel' : undefined}
      aria-labelledby={decks.length > 1 ? `${id}-tab-${index}` : undefined}
      data-part="fuselage"
      data-nose={drawn.has(deck.rows[0] as RowView) ? '' : undefined}
      data-tail={drawn.has(deck.rows.at(-1) as RowView) ? '' : undefined}
      data-show={tier === undefined ? undefined : ''}
      dir="ltr"
      {...rest}
      ref={grids}
      onClick={onSeat(onClick, toggle)}
      onKeyDown={onSeat(onKeyDown, walk)}
      onFocus={onSeat(onFocus, (there) => {
        stand(there.seat);
        lookAt(there);
      })}
      onPointerOver={onSeat(onPointerOver, (there, { pointerType }) => pointerType === 'mouse' && lookAt(there))}
      onPointerLeave={thenOurs(onPointerLeave, () => lookAt(undefined))}
    >
      {deck.cabins.map(
        (cabin, i) =>
          // By their places: ids are the server's, and may be there twice.
          (cabin.rows.length === 0 || cabin.rows.some((row) => drawn.has(row))) && (
            <Fragment key={i}>{children(cabin)}</Fragment>
          ),
      )}
    </div>
  );
});

const drawCabin = (cabin: CabinView): ReactNode => <SeatPickerCabin view={cabin} />;
