import { forwardRef, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import { thenOurs } from '../parts/then-ours.ts';
import { useFlightList } from './flight-list-context.ts';

/** The button that shows more flights in the same list. Absent if all are shown. */
export const FlightListMore = forwardRef(function FlightListMore(
  { onClick, children, ...rest }: ComponentPropsWithoutRef<'button'>,
  ref: ForwardedRef<HTMLButtonElement>,
): ReactNode {
  const { matching, shown, next, showMore, words } = useFlightList('More');
  if (next === 0) return null;
  return (
    <button type="button" data-elicit="more" {...rest} ref={ref} onClick={thenOurs(onClick, showMore)}>
      {children ?? words.more(next, matching.length - shown.length, words.locale)}
    </button>
  );
});
