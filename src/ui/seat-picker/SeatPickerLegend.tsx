import { forwardRef, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import { isFree, formatMoney } from '../../travel/money.ts';
import type { KindView } from './seat-views.ts';
import { useSeatPicker } from './seat-picker-context.ts';

/** Explains the drawing: only what is on this map, and nothing where there is none. */
export const SeatPickerLegend = forwardRef(function SeatPickerLegend(
  props: Omit<ComponentPropsWithoutRef<'ul'>, 'children'>,
  ref: ForwardedRef<HTMLUListElement>,
): ReactNode {
  const { view, marks, missing, asList, locale, words } = useSeatPicker('SeatPickerLegend');
  if (missing || asList) return null;
  const named = ({ kind, price, from }: KindView) => {
    const name = words.kinds[kind];
    if (!view.priced || !price) return name;
    if (!isFree(price)) return words.kindAt(name, formatMoney(price, locale), from);
    // Of seats that cost nothing and seats that do, drawn alike, nothing can be said in a word.
    return kind === 'standard' && !from ? words.included : name;
  };
  const entry = (kind: string, state: string, text: string) => (
    <li key={kind}>
      <span data-part="swatch" data-kind={kind} data-state={state} /> {text}
    </li>
  );
  return (
    <ul data-part="legend" aria-label={words.legend} {...props} ref={ref}>
      {view.kinds.map((of) => entry(of.kind, 'available', named(of)))}
      {view.hasTaken && entry('taken', 'taken', words.kinds.taken)}
      {marks.size > 0 && entry('selected', 'selected', words.kinds.selected)}
    </ul>
  );
});
