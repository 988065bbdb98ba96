import { type CSSProperties, type ReactNode } from 'react';
import { cabinLabel, describeCabin } from '../../travel/seat-name.ts';
import { RowOfSeats } from './RowOfSeats.tsx';
import type { CabinView } from './seat-views.ts';

interface CabinGridProps {
  view: CabinView;
  chosenKey: string | undefined;
  /** The seat that the tab key reaches. */
  stopKey: string | undefined;
}

/** One cabin, as a grid of toggle buttons. */
export function CabinGrid({ view: { cabin, rows }, chosenKey, stopKey }: CabinGridProps): ReactNode {
  const label = cabinLabel(cabin);
  const seats = cabin.columns.filter((column) => column.kind === 'seat').length;
  const aisles = cabin.columns.length - seats;
  const style = {
    '--elicit-columns': cabin.columns
      .map(({ kind }) => (kind === 'seat' ? 'var(--elicit-seat)' : 'var(--elicit-aisle)'))
      .join(' '),
    '--elicit-abreast': seats,
    '--elicit-aisles': Math.max(1, aisles),
  } as CSSProperties;

  return (
    <div data-part="cabin" data-state={aisles > 0 ? 'aisles' : 'no-aisle'} style={style}>
      {label && (
        <p data-part="cabin-name" aria-hidden="true">
          {label}
        </p>
      )}
      <div role="grid" aria-label={describeCabin(cabin)} data-part="grid">
        <div role="row" data-part="row">
          {cabin.columns.map((column, col) =>
            column.kind === 'seat' ? (
              <span key={col} role="columnheader" data-part="letter" style={{ gridColumn: col + 2 }}>
                {column.letter}
              </span>
            ) : null,
          )}
        </div>
        {rows.map((row, index) => (
          <RowOfSeats
            // Rows without a number have no name; none ever changes places.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            view={row}
            columns={cabin.columns}
            chosenKey={row.seats.some(({ key }) => key === chosenKey) ? chosenKey : undefined}
            stopKey={row.seats.some(({ key }) => key === stopKey) ? stopKey : undefined}
          />
        ))}
      </div>
    </div>
  );
}
