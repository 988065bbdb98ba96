import { memo, type ReactNode } from 'react';
import type { Facility, SeatColumn } from '../../travel/seat-map.ts';
import type { Spoken } from '../../words/spoken.ts';
import { withStyle } from '../parts/with-style.ts';
import { aislesOf, rowHeadOf } from './row-head.ts';
import type { SeatMarks } from './seat-mark.ts';
import { seatButton } from './seat-button.tsx';
import type { SeatPickerSeatState } from './seat-props.ts';
import type { RowView, SeatView } from './seat-views.ts';
import type { SeatPickerWords } from './words.ts';

interface RowOfSeatsProps {
  view: RowView;
  columns: readonly SeatColumn[];
  marks: SeatMarks;
  /** Set only where the tab stop is in this row. */
  stopKey: string | undefined;
  /** Its place among all rows of its grid, where not all are drawn. */
  place: number | undefined;
  /** @default our own seat */
  draw: ((seat: SeatPickerSeatState) => ReactNode) | undefined;
  words: Spoken<SeatPickerWords>;
}

/** A row of the cabin: its doors, its number, its seats and what stands between them. */
export const RowOfSeats = memo(function RowOfSeats(props: RowOfSeatsProps): ReactNode {
  const { view, columns, marks, stopKey, place, draw, words } = props;
  const { row, seats, facilities } = view;
  const number = row.number ?? seats[0]?.seat.row;
  const head = rowHeadOf(number, view, columns);
  const [first = -1, , ...wider] = aislesOf(columns);
  const over = row.overwing ? 'overwing' : undefined;
  const looks = ({ type, col, span = 1 }: Facility) => ({
    'data-kind': type,
    // Others are drawn, or left blank.
    'data-text': type === 'lavatory' ? words.lavatory : undefined,
    ref: withStyle('--elicit-place', `${col + 2} / span ${span}`),
  });
  const drawn = facilities.map((facility) => (
    <span key={facility.col} data-part="facility" aria-hidden="true" {...looks(facility)} />
  ));
  // The number stands in the aisle, in the cell of the seat next to it: an element of its own for each row would be one
  // more for every few seats.
  const cell = (seat: SeatView) => {
    const { side, span = 1 } = head?.key === seat.key ? head : {};
    const start = seat.seat.col + 2 - (side === 'before' ? span - 1 : 0);
    const state = { view: seat, mark: marks.get(seat.key), stop: seat.key === stopKey };
    return (
      <div
        key={seat.key}
        role={side ? 'rowheader' : 'gridcell'}
        aria-label={side && `${number}`}
        data-part={side && 'row-head'}
        data-side={side}
        ref={withStyle('grid-column', `${start} / span ${span}`)}
      >
        {side === 'before' && number}
        {draw ? draw(state) : seatButton(state, words)}
        {side === 'after' && number}
      </div>
    );
  };
  return (
    <>
      {/* Doors: the style sheet writes the words at either hull, one element for both. */}
      {row.exit && (
        <div
          data-part="exits"
          data-state={over}
          data-left={row.exit === 'right' ? undefined : words.exit}
          data-right={row.exit === 'left' ? undefined : words.exit}
          aria-hidden="true"
        />
      )}
      {seats.length > 0 && (
        <div role="row" aria-rowindex={place} data-part="row" data-number={number} data-state={over}>
          {number !== undefined && !head && (
            <span role="rowheader" data-part="row-number" ref={withStyle('grid-column', first + 2)}>
              {number}
            </span>
          )}
          {seats.map(cell)}
          {/* The second aisle's number is drawn by the style sheet, for it is common; a third aisle is not. */}
          {wider.map((col) => (
            <span key={col} data-part="row-number" aria-hidden="true" ref={withStyle('grid-column', col + 2)}>
              {number}
            </span>
          ))}
          {drawn}
        </div>
      )}
      {/* Where no seat stands, the row itself draws the first: an element less for each such row. */}
      {seats.length === 0 && facilities[0] && (
        <div data-part="row" data-state={over} aria-hidden="true" {...looks(facilities[0])}>
          {drawn.slice(1)}
        </div>
      )}
    </>
  );
});
