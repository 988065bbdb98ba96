import { forwardRef, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import { Chip } from '../parts/Chip.tsx';
import { useFlightList } from './flight-list-context.ts';

/** The sort orders and the filter that make a difference to these flights. Absent if none does. */
export const FlightListChips = forwardRef(function FlightListChips(
  props: Omit<ComponentPropsWithoutRef<'div'>, 'children'>,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const { sorts, sort, sortBy, nonstopOnly, showNonstopOnly, words } = useFlightList('Chips');
  if (sorts.length === 0 && nonstopOnly === undefined) return null;
  return (
    <div role="group" aria-label={words.sortBy} data-elicit="chips" {...props} ref={ref}>
      {sorts.length > 0 && (
        <div data-elicit="sort">
          {sorts.map((by) => (
            <Chip key={by} pressed={by === sort} onPress={() => sortBy(by)}>
              {words.sorts[by]}
            </Chip>
          ))}
        </div>
      )}
      {nonstopOnly !== undefined && (
        <Chip kind="filter" pressed={nonstopOnly} onPress={() => showNonstopOnly(!nonstopOnly)}>
          {words.nonstop}
        </Chip>
      )}
    </div>
  );
});
