import { memo, type ReactNode } from 'react';
import type { Facility, SeatColumn } from '../../travel/seat-map.ts';
import type { SeatMarks } from './seat-mark.ts';
import { SeatPickerSeat } from './SeatPickerSeat.tsx';
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
}

/** A row of the cabin: its doors, its number, its seats and what stands between them. */
export const RowOfSeats = memo(function RowOfSeats(props: RowOfSeatsProps): ReactNode {
  const { view, columns, marks, stopKey, place } = props;
  const { row, seats, facilities } = view;
  const number = row.number ?? seats[0]?.seat.row;
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
          <RowNumber number={number} columns={columns} />
          {seats.map((seat) => (
            <SeatPickerSeat key={seat.key} view={seat} mark={marks.get(seat.key)} stop={seat.key === stopKey} />
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
    after.view.seats.every(({ key }) => before.marks.get(key) === after.marks.get(key))
  );
}

/** The row's number in its first aisle, where it heads the row; a second aisle is drawn by the style sheet. */
function RowNumber({ number, columns }: { number: number | undefined; columns: readonly SeatColumn[] }): ReactNode {
  if (number === undefined) return null;
  const head = columns.findIndex(({ kind }) => kind === 'aisle');
  return (
    <span role="rowheader" data-part="row-number" style={{ gridColumn: head < 0 ? 1 : head + 2 }}>
      {number}
    </span>
  );
}

function ExitMarks({ exit }: { exit: 'both' | 'left' | 'right' }): ReactNode {
  return (
    <div data-part="exits" aria-hidden="true">
      <span>{exit !== 'right' && `◂ ${words.exit}`}</span>
      <span>{exit !== 'left' && `${words.exit} ▸`}</span>
    </div>
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
