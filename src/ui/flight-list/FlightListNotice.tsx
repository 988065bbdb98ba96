import { forwardRef, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import { CardNotice } from '../parts/CardNotice.tsx';
import { useFlightList } from './flight-list-context.ts';

/** Props of `FlightListNotice`. */
export interface FlightListNoticeProps extends Omit<ComponentPropsWithoutRef<'div'>, 'children'> {
  loading?: boolean | undefined;
  error?: string | undefined;
  onReload?: (() => void) | undefined;
}

/** What stands in place of flights: empty cards while they load, an error, or that there are none. */
export const FlightListNotice = forwardRef(function FlightListNotice(
  { loading, error, onReload, ...rest }: FlightListNoticeProps,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const { flights, matching, words } = useFlightList('FlightListNotice');
  const empty = flights.length === 0 ? words.empty : matching.length === 0 ? words.noMatch : undefined;
  return (
    <CardNotice
      {...rest}
      ref={ref}
      loading={loading ? words.loading : undefined}
      error={error}
      empty={empty}
      reload={words.reload}
      onReload={onReload}
      skeleton={skeleton}
    />
  );
});

const skeleton = ['a', 'b', 'c'].map((key) => (
  <div key={key} data-part="flight" data-state="loading">
    <span data-part="bone" data-kind="tile" />
    <span data-part="flight-main">
      <span data-part="bone" />
      <span data-part="bone" data-kind="short" />
    </span>
    <span data-part="bone" data-kind="price" />
  </div>
));
