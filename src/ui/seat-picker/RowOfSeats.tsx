import { memo, type ReactNode } from 'react';
import type { Facility, SeatColumn } from '../../travel/seat-map.ts';
import type { RowView, SeatView } from './seat-views.ts';
import { words } from './words.ts';

interface RowOfSeatsProps {
  view: RowView;
  columns: readonly SeatColumn[];
  /** Set only where the seat is in this row, so that choosing one draws two rows again and not fifty. */
  chosenKey: string | undefined;
  stopKey: string | undefined;
}

/** A row of the cabin: its doors, its number, its seats and what stands between them. */
export const RowOfSeats = memo(function RowOfSeats({ view, columns, chosenKey, stopKey }: RowOfSeatsProps): ReactNode {
  const { row, seats, facilities } = view;
  const drawn = facilities.map((facility) => <FacilityBlock key={facility.col} facility={facility} />);
  return (
    <>
      {row.exit && <ExitMarks exit={row.exit} />}
      {seats.length > 0 && (
        <div role="row" data-part="row" data-state={row.overwing ? 'overwing' : undefined}>
          <RowNumbers number={row.number ?? seats[0]?.seat.row} columns={columns} />
          {seats.map((seat) => (
            <SeatButton key={seat.key} view={seat} chosen={seat.key === chosenKey} stop={seat.key === stopKey} />
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
});

function SeatButton({ view, chosen, stop }: { view: SeatView; chosen: boolean; stop: boolean }): ReactNode {
  const { seat, kind, key, name } = view;
  const free = seat.state === 'available';
  return (
    <div role="gridcell" style={{ gridColumn: seat.col + 2 }}>
      <button
        type="button"
        data-part="seat"
        data-seat={key}
        data-kind={kind}
        data-state={chosen ? 'selected' : free ? 'available' : 'taken'}
        aria-label={name}
        aria-pressed={free ? chosen : undefined}
        aria-disabled={free ? undefined : true}
        tabIndex={stop ? 0 : -1}
      />
    </div>
  );
}

/** The row's number in every aisle; the first of them heads the row. */
function RowNumbers({ number, columns }: { number: number | undefined; columns: readonly SeatColumn[] }): ReactNode {
  if (number === undefined) return null;
  const aisles = columns.flatMap(({ kind }, col) => (kind === 'aisle' ? [col + 2] : []));
  const [head = 1, ...others] = aisles;
  return (
    <>
      <span role="rowheader" data-part="row-number" style={{ gridColumn: head }}>
        {number}
      </span>
      {others.map((col) => (
        <span key={col} aria-hidden="true" data-part="row-number" style={{ gridColumn: col }}>
          {number}
        </span>
      ))}
    </>
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
      {type === 'lavatory' && words.lavatory}
    </span>
  );
}
