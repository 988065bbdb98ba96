import { memo, useMemo, type ReactNode } from 'react';
import type { Facility, SeatColumn } from '../../travel/seat-map.ts';
import { aislesOf, rowHeadOf } from './row-head.ts';
import type { SeatMarks } from './seat-mark.ts';
import type { SeatPickerSeatState } from './SeatPickerSeat.tsx';
import type { RowView } from './seat-views.ts';
import { words } from './words.ts';

interface RowOfSeatsProps {
  view: RowView;
  columns: readonly SeatColumn[];
  marks: SeatMarks;
  /** Set only where the tab stop is in this row. */
  stopKey: string | undefined;
  /** Its place among all rows of its grid, where not all are drawn. */
  place: number | undefined;
  draw: (seat: SeatPickerSeatState) => ReactNode;
}

/** A row of the cabin: its doors, its number, its seats and what stands between them. */
export const RowOfSeats = memo(function RowOfSeats(props: RowOfSeatsProps): ReactNode {
  const { view, columns, marks, stopKey, place, draw } = props;
  const { row, seats, facilities } = view;
  const number = row.number ?? seats[0]?.seat.row;
  const head = useMemo(
    () => (number === undefined ? undefined : rowHeadOf(number, view, columns)),
    [number, view, columns],
  );
  const [first = -1, , ...wider] = aislesOf(columns);
  const drawn = facilities.map((facility) => <FacilityBlock key={facility.col} facility={facility} />);
  return (
    <>
      {row.exit && <ExitMarks exit={row.exit} />}
      {seats.length > 0 && (
        <div
          role="row"
          aria-rowindex={place}
          data-part="row"
          data-number={number}
          data-state={row.overwing ? 'overwing' : undefined}
        >
          {number !== undefined && !head && (
            <span role="rowheader" data-part="row-number" style={{ gridColumn: first + 2 }}>
              {number}
            </span>
          )}
          {seats.map((seat) =>
            draw({
              view: seat,
              mark: marks.get(seat.key),
              stop: seat.key === stopKey,
              heads: head?.key === seat.key ? head.heads : undefined,
            }),
          )}
          {/* The second aisle's number is drawn by the style sheet, for it is common; a third aisle is not. */}
          {wider.map((col) => (
            <span key={col} data-part="row-number" aria-hidden="true" style={{ gridColumn: col + 2 }}>
              {number}
            </span>
          ))}
          {drawn}
        </div>
      )}
      {seats.length === 0 && facilities.length > 0 && (
        <div data-part="row" aria-hidden="true">
          {drawn}
        </div>
      )}
    </>
  );
}, drawsTheSame);

/** A change elsewhere on the map draws no seat of this row again. */
function drawsTheSame(before: RowOfSeatsProps, after: RowOfSeatsProps): boolean {
  return (
    before.view === after.view &&
    before.columns === after.columns &&
    before.stopKey === after.stopKey &&
    before.place === after.place &&
    before.draw === after.draw &&
    after.view.seats.every(({ key }) => before.marks.get(key) === after.marks.get(key))
  );
}

/** Doors: the style sheet writes the words at either hull, one element for both. */
function ExitMarks({ exit }: { exit: 'both' | 'left' | 'right' }): ReactNode {
  return (
    <div
      data-part="exits"
      data-left={exit === 'right' ? undefined : words.exit}
      data-right={exit === 'left' ? undefined : words.exit}
      aria-hidden="true"
    />
  );
}

function FacilityBlock({ facility }: { facility: Facility }): ReactNode {
  const { type, col, span = 1 } = facility;
  return (
    <span data-part="facility" data-kind={type} aria-hidden="true" style={{ gridColumn: `${col + 2} / span ${span}` }}>
      {words.facilities.get(type)}
    </span>
  );
}
