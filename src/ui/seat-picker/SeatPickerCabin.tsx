import { forwardRef, useCallback, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import { cabinLabel, describeCabin } from '../../travel/seat-name.ts';
import { withStyle } from '../parts/with-style.ts';
import { useShownDeck } from './deck-context.ts';
import type { SeatMarks } from './seat-mark.ts';
import { RowOfSeats } from './RowOfSeats.tsx';
import { useSeatPicker } from './seat-picker-context.ts';
import type { SeatPickerSeatState } from './seat-props.ts';
import { tracksOf } from './seat-tracks.ts';
import type { CabinView, RowView } from './seat-views.ts';

/** Props of `SeatPickerParts.Cabin`. */
export interface SeatPickerCabinProps extends Omit<ComponentPropsWithoutRef<'div'>, 'children'> {
  view: CabinView;
  /**
   * Draws one seat inside its cell. A new function redraws every row, so define it outside of components that render
   * often.
   *
   * @default a `SeatPickerParts.Seat`
   */
  children?: ((seat: SeatPickerSeatState) => ReactNode) | undefined;
}

/** One cabin: its name and a grid of toggle buttons. */
export const SeatPickerCabin = forwardRef(function SeatPickerCabin(
  { view, children, ...rest }: SeatPickerCabinProps,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const { marks, tier, words } = useSeatPicker('Cabin');
  const { drawn, stopKey } = useShownDeck('Cabin');
  const { cabin, rows } = view;
  const some = rows.filter((row) => drawn.has(row));
  // The host may pass a cabin that is not on this deck: draw all its rows.
  const onShow = some.length > 0 ? some : rows;
  const part = onShow.length < rows.length;
  const tracks = tracksOf(cabin);
  const place = useCallback(
    (element: HTMLDivElement | null) => {
      for (const [property, value] of Object.entries(tracks.sizes)) withStyle(property, value)(element);
      if (typeof ref === 'function') ref(element);
      else if (ref !== null) ref.current = element;
    },
    [tracks, ref],
  );
  const wing = wingOf(onShow);

  return (
    <div
      data-elicit="cabin"
      data-name={cabinLabel(cabin, words) || undefined}
      data-class={/^(business|first)$/i.test(cabin.class) ? 'business' : undefined}
      data-state={tracks.numbers.length > 1 ? 'aisles' : 'aisle'}
      {...rest}
      ref={place}
    >
      <div
        role="grid"
        aria-label={describeCabin(cabin, words)}
        aria-rowcount={part ? rows.length : undefined}
        data-elicit="grid"
        data-wing={wing && ''}
        ref={withStyle('--elicit-wing', wing ?? 'auto')}
      >
        {onShow.map((row) => (
          <RowOfSeats
            key={rows.indexOf(row)}
            view={row}
            tracks={tracks}
            // Pass a constant if no seat here is marked: then a choice in another row does not redraw this one.
            marks={row.seats.some(({ key }) => marks.has(key)) ? marks : noMarks}
            sought={row.seats.some((seat) => seat.tier?.id === tier) ? tier : undefined}
            place={part ? rows.indexOf(row) + 1 : undefined}
            stopKey={row.seats.some(({ key }) => key === stopKey) ? stopKey : undefined}
            draw={children}
            words={words}
          />
        ))}
      </div>
    </div>
  );
});

const noMarks: SeatMarks = new Map();

/** The wings as a `grid-row`; undefined if none are shown. */
function wingOf(rows: readonly RowView[]): string | undefined {
  let line = 1;
  const over: number[] = [];
  for (const { row, seats, facilities } of rows) {
    if (row.exit) line++;
    if (seats.length === 0 && facilities.length === 0) continue;
    if (row.overwing) over.push(line);
    line++;
  }
  return over.length > 0 ? `${over[0]} / ${(over.at(-1) ?? 0) + 1}` : undefined;
}
