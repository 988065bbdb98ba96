import type { ReactNode } from 'react';
import type { MapView } from './seat-views.ts';
import { words } from './words.ts';

/** Explains the drawing: only what is on this map. */
export function SeatLegend({ view, chosen }: { view: MapView; chosen: boolean }): ReactNode {
  const entries = [
    ...view.kinds,
    ...(view.hasTaken ? (['taken'] as const) : []),
    ...(chosen ? (['selected'] as const) : []),
  ];
  return (
    <ul data-part="legend" aria-label={words.legend}>
      {entries.map((entry) => (
        <li key={entry}>
          <span
            data-part="swatch"
            data-kind={entry}
            data-state={entry === 'taken' || entry === 'selected' ? entry : 'available'}
          />
          {entry === 'standard' && view.standardIsFree ? words.included : words.kinds[entry]}
        </li>
      ))}
    </ul>
  );
}
