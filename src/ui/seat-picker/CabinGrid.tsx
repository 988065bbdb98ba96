import { type CSSProperties, type ReactNode } from 'react';
import { cabinLabel, describeCabin } from '../../travel/seat-name.ts';
import { RowOfSeats } from './RowOfSeats.tsx';
import type { RowRange } from '../../travel/best-rows.ts';
import type { SeatMarks } from './seat-mark.ts';
import type { CabinView } from './seat-views.ts';

interface CabinGridProps {
  view: CabinView;
  marks: SeatMarks;
  /** The rows to draw. */
  range: RowRange;
  /** The seat that the tab key reaches. */
  stopKey: string | undefined;
}

/** One cabin, as a grid of toggle buttons. */
export function CabinGrid({ view: { cabin, rows }, marks, range, stopKey }: CabinGridProps): ReactNode {
  const [from, to] = range;
  const part = to - from < rows.length;
  const label = cabinLabel(cabin);
  const seats = cabin.columns.filter((column) => column.kind === 'seat').length;
  const aisles = cabin.columns.length - seats;
  const second = cabin.columns.flatMap(({ kind }, col) => (kind === 'aisle' ? [col + 2] : []))[1];
  const style = {
    '--elicit-columns': cabin.columns
      .map(({ kind }) => (kind === 'seat' ? 'var(--elicit-seat)' : 'var(--elicit-aisle)'))
      .join(' '),
    '--elicit-abreast': seats,
    '--elicit-aisles': Math.max(1, aisles),
    '--elicit-second-aisle': second,
  } as CSSProperties;

  return (
    <div data-part="cabin" data-state={aisles > 1 ? 'aisles' : aisles > 0 ? 'aisle' : 'no-aisle'} style={style}>
      {label && (
        <p data-part="cabin-name" aria-hidden="true">
          {label}
        </p>
      )}
      <div
        role="grid"
        aria-label={describeCabin(cabin)}
        aria-rowcount={part ? rows.length + 1 : undefined}
        data-part="grid"
      >
        <div role="row" aria-rowindex={part ? 1 : undefined} data-part="row">
          {cabin.columns.map((column, col) =>
            column.kind === 'seat' ? (
              <span key={col} role="columnheader" data-part="letter" style={{ gridColumn: col + 2 }}>
                {column.letter}
              </span>
            ) : null,
          )}
        </div>
        {rows.slice(from, to).map((row, index) => (
          <RowOfSeats
            // Rows without a number have no name; none ever changes places.
            // oxlint-disable-next-line react/no-array-index-key
            key={from + index}
            view={row}
            columns={cabin.columns}
            marks={marks}
            place={part ? from + index + 2 : undefined}
            stopKey={row.seats.some(({ key }) => key === stopKey) ? stopKey : undefined}
          />
        ))}
      </div>
    </div>
  );
}
