import { forwardRef, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import { facilityKind } from './facility-kind.ts';
import { useSeatPicker } from './seat-picker-context.ts';
import { Unfold } from './Unfold.tsx';

/**
 * Explains the marks that are on this map. Without a map it is absent. In a narrow card more than four are folded
 * behind a button. It shows the mark of a chosen seat from the start, so that its height never changes.
 */
export const SeatPickerLegend = forwardRef(function SeatPickerLegend(
  props: Omit<ComponentPropsWithoutRef<'ul'>, 'children'>,
  ref: ForwardedRef<HTMLUListElement>,
): ReactNode {
  const { view, closed, soldOut, passengers, barred, missing, asList, words } = useSeatPicker('Legend');
  if (missing || asList) return null;
  const open = closed === undefined && !soldOut;
  const has = (mark: 'available' | 'taken' | 'barred' | 'note' | 'legroom') => view.marks.has(mark);
  const entries = (
    [
      !view.priced && has('available') && 'available',
      open && 'selected',
      open && (passengers?.people.length ?? 0) > 1 && 'held',
      has('taken') && 'taken',
      has('barred') && 'barred',
      has('note') && 'note',
      // On a map with prices, the swatch of the tier shows it.
      !view.priced && has('legroom') && 'legroom',
    ] as const
  ).filter((kind) => kind !== false);
  const rows = view.decks.flatMap((deck) => deck.rows);
  // One entry for each picture: a bar shares the galley's. The narrowest facility of a kind counts.
  const narrow = rows.flatMap(({ facilities }) => facilities.filter(({ span = 1 }) => span < 3));
  const pictures = new Map(
    narrow.toSorted((a, b) => (b.span ?? 1) - (a.span ?? 1)).map((facility) => [facilityKind(facility.type), facility]),
  );
  pictures.delete(undefined);
  return (
    <>
      {entries.length + pictures.size > 4 && <Unfold part="marks" text={words.legend} isLong />}
      <ul data-elicit="legend" aria-label={words.legend} {...props} ref={ref}>
        {entries.map((kind) => (
          <li data-elicit="" key={kind}>
            <span
              data-elicit="swatch"
              data-state={kind === 'note' || kind === 'legroom' ? 'available' : kind}
              data-note={kind === 'note' ? '' : undefined}
              data-legroom={kind === 'legroom' ? '' : undefined}
            />{' '}
            {kind === 'barred' ? barred : words.kinds[kind]}
          </li>
        ))}
        {[...pictures].map(([kind, { type, span = 1 }]) => (
          <li data-elicit="" key={kind} data-fit={span > 1 ? 'wide' : 'none'}>
            <span data-elicit="facility" data-kind={kind} aria-hidden="true" /> {words.facility(type)}
          </li>
        ))}
      </ul>
    </>
  );
});
