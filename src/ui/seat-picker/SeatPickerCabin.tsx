import {
  Fragment,
  forwardRef,
  useCallback,
  type ComponentPropsWithoutRef,
  type ForwardedRef,
  type ReactNode,
} from 'react';
import type { Cabin } from '../../travel/seat-map.ts';
import { cabinLabel, describeCabin } from '../../travel/seat-name.ts';
import { withStyle } from '../parts/with-style.ts';
import { useShownDeck } from './deck-context.ts';
import type { SeatMarks } from './seat-mark.ts';
import { aislesOf } from './row-head.ts';
import { RowOfSeats } from './RowOfSeats.tsx';
import { useSeatPicker } from './seat-picker-context.ts';
import type { SeatPickerSeatState } from './seat-props.ts';
import type { CabinView } from './seat-views.ts';

/** Props of `SeatPickerCabin`. */
export interface SeatPickerCabinProps extends Omit<ComponentPropsWithoutRef<'div'>, 'children'> {
  view: CabinView;
  /**
   * Draws one seat, in its cell. Rows are drawn again when this function is another one: keep it out of components that
   * render often.
   *
   * @default a `SeatPickerSeat`
   */
  children?: ((seat: SeatPickerSeatState) => ReactNode) | undefined;
}

/** One cabin, as a grid of toggle buttons under its name. */
export const SeatPickerCabin = forwardRef(function SeatPickerCabin(
  { view, children, ...rest }: SeatPickerCabinProps,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const { marks, words } = useSeatPicker('SeatPickerCabin');
  const { drawn, stopKey } = useShownDeck('SeatPickerCabin');
  const { cabin, rows } = view;
  const some = rows.filter((row) => drawn.has(row));
  // Cabins that the deck does not know are drawn whole.
  const onShow = some.length > 0 ? some : rows;
  const part = onShow.length < rows.length;
  const aisles = aislesOf(cabin.columns).length;
  const place = useCallback(
    (element: HTMLDivElement | null) => {
      for (const [property, value] of columnsOf(cabin)) withStyle(property, value)(element);
      if (typeof ref === 'function') ref(element);
      else if (ref !== null) ref.current = element;
    },
    [cabin, ref],
  );

  return (
    <div
      data-part="cabin"
      data-name={cabinLabel(cabin, words) || undefined}
      data-state={aisles > 1 ? 'aisles' : aisles > 0 ? 'aisle' : 'no-aisle'}
      {...rest}
      ref={place}
    >
      <div
        role="grid"
        aria-label={describeCabin(cabin, words)}
        aria-rowcount={part ? rows.length + 1 : undefined}
        data-part="grid"
      >
        <div role="row" aria-rowindex={part ? 1 : undefined} data-part="row">
          {cabin.columns.map((column, col) =>
            column.kind === 'seat' ? (
              // The space keeps letters apart where no style sheet does.
              <Fragment key={col}>
                <span role="columnheader" data-part="letter" ref={withStyle('grid-column', col + 2)}>
                  {column.letter}
                </span>{' '}
              </Fragment>
            ) : null,
          )}
        </div>
        {onShow.map((row) => (
          <RowOfSeats
            key={rows.indexOf(row)}
            view={row}
            columns={cabin.columns}
            // A change elsewhere on the map draws no seat of this row again.
            marks={row.seats.some(({ key }) => marks.has(key)) ? marks : noMarks}
            place={part ? rows.indexOf(row) + 2 : undefined}
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

/** What the style sheet works the sizes out from. */
function columnsOf({ columns }: Cabin): [property: string, value: number | string][] {
  const aisles = aislesOf(columns);
  return [
    [
      '--elicit-columns',
      columns.map(({ kind }) => (kind === 'seat' ? 'var(--elicit-seat)' : 'var(--elicit-aisle)')).join(' '),
    ],
    ['--elicit-abreast', columns.length - aisles.length],
    ['--elicit-aisles', Math.max(1, aisles.length)],
    ['--elicit-second-aisle', (aisles[1] ?? 0) + 2],
  ];
}
