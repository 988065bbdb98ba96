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
  const others = { taken: view.hasTaken, selected: marks.size > 0 };
  const entries = [...view.kinds, ...(['taken', 'selected'] as const).filter((other) => others[other])];
  return (
    <ul data-part="legend" aria-label={words.legend} {...props} ref={ref}>
      {entries.map((entry) => (
        <li key={entry}>
          <span data-part="swatch" data-kind={entry} data-state={entry in others ? entry : 'available'} />
          {entry === 'standard' && view.standardIsFree ? words.included : words.kinds[entry]}
        </li>
      ))}
    </ul>
  );
});
