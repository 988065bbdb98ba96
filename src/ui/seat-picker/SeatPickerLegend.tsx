import { forwardRef, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import { useSeatPicker } from './seat-picker-context.ts';
import { useSeatPickerWords } from './useSeatPickerWords.ts';

/** Explains the drawing: only what is on this map, and nothing where there is none. */
export const SeatPickerLegend = forwardRef(function SeatPickerLegend(
  props: Omit<ComponentPropsWithoutRef<'ul'>, 'children'>,
  ref: ForwardedRef<HTMLUListElement>,
): ReactNode {
  const { view, marks, missing, asList } = useSeatPicker('SeatPickerLegend');
  const words = useSeatPickerWords();
  if (missing || asList) return null;
  const entries = [
    ...view.kinds,
    ...(view.hasTaken ? (['taken'] as const) : []),
    ...(marks.size > 0 ? (['selected'] as const) : []),
  ];
  return (
    <ul data-part="legend" aria-label={words.legend} {...props} ref={ref}>
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
});
