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
import { keyOf } from '../parts/key-of.ts';
import { thenOurs } from '../parts/then-ours.ts';
import { useShownDeck } from './deck-context.ts';
import { useSeatPicker } from './seat-picker-context.ts';
import { SeatPickerCabin } from './SeatPickerCabin.tsx';
import type { CabinView, RowView, SeatView } from './seat-views.ts';

/** Props of `SeatPickerParts.Cabins`. */
export interface SeatPickerCabinsProps extends Omit<ComponentPropsWithoutRef<'div'>, 'children'> {
  /**
   * Draws one cabin. The element needs a `key`.
   *
   * @default a `SeatPickerParts.Cabin`
   */
  children?: ((cabin: CabinView) => ReactNode) | undefined;
}

/**
 * The hull and the cabins of the shown deck: one grid for each cabin, one tab stop for all. It handles clicks and arrow
 * keys on any element that has a seat's key as `data-seat`.
 */
export const SeatPickerCabins = forwardRef(function SeatPickerCabins(
  { children = drawCabin, onClick, onKeyDown, onFocus, onPointerOver, onPointerLeave, ...rest }: SeatPickerCabinsProps,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const { view, toggle, tier, lookAt } = useSeatPicker('Cabins');
  const { id, decks, index, deck, drawn, move, stand, grids } = useShownDeck('Cabins');
  useImperativeHandle(ref, () => grids.current as HTMLDivElement, [grids]);
  if (!deck) return null;

  /** Run the host's handler, then ours if the event was on a seat. */
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
    // Do this at the edge of the map too, or the page would scroll.
    if (move(seat, keyOf(event), event.ctrlKey)) event.preventDefault();
  };

  return (
    // The person presses the buttons inside. Hundreds of seats share one set of listeners here.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      id={`${id}-panel`}
      role={decks.length > 1 ? 'tabpanel' : undefined}
      aria-labelledby={decks.length > 1 ? `${id}-tab-${index}` : undefined}
      data-elicit="fuselage"
      data-nose={drawn.has(deck.rows[0] as RowView) ? '' : undefined}
      data-tail={drawn.has(deck.rows.at(-1) as RowView) ? '' : undefined}
      data-show={tier === undefined ? undefined : ''}
      dir="ltr"
      {...rest}
      ref={grids}
      onClick={onSeat(onClick, (there) => {
        // A press does not focus in Safari.
        lookAt(there);
        toggle(there);
      })}
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
          // Key by position: ids come from the server and may repeat.
          (cabin.rows.length === 0 || cabin.rows.some((row) => drawn.has(row))) && (
            <Fragment key={i}>{children(cabin)}</Fragment>
          ),
      )}
    </div>
  );
});

const drawCabin = (cabin: CabinView): ReactNode => <SeatPickerCabin view={cabin} />;
