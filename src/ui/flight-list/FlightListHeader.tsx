import { forwardRef, useMemo, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import { plainText } from '../../protocol/plain-text.ts';
import { sharedRoute } from '../../travel/flight-summary.ts';
import { unbroken } from '../../words/word-for.ts';
import { AirplaneIcon } from '../parts/AirplaneIcon.tsx';
import { CardHeader } from '../parts/CardHeader.tsx';
import { FactLine } from '../parts/FactLine.tsx';
import { useFlightList } from './flight-list-context.ts';

/** Props of `FlightListParts.Header`. */
export interface FlightListHeaderProps extends ComponentPropsWithoutRef<'legend'> {
  /** The number of travellers. */
  travellers?: number | undefined;
  /** Whether the host is still searching for flights. */
  loading?: boolean | undefined;
}

/** The airplane icon, the title and the trip. It names the whole group, so put it first in `FlightListParts.Root`. */
export const FlightListHeader = forwardRef(function FlightListHeader(
  { travellers, loading, children, ...rest }: FlightListHeaderProps,
  ref: ForwardedRef<HTMLLegendElement>,
): ReactNode {
  const { flights, locale, words } = useFlightList('Header');
  const shared = useMemo(
    () => sharedRoute(flights, locale, words).map((fact) => plainText(fact, 200)),
    [flights, locale, words],
  );
  const people = travellers && words[travellers > 1 ? 'pricesFor' : 'travellers'](travellers, words.locale);
  const trip = loading ? [words.loading] : [...shared, people && unbroken(people)].filter(Boolean);
  const title = flights.length > 0 && flights.every(({ legs }) => legs.length > 1) ? words.tripTitle : words.title;
  return (
    <legend data-elicit="header" {...rest} ref={ref}>
      {children ?? (
        <CardHeader
          title={title}
          asks
          subtitle={trip.length > 0 && <FactLine facts={trip} />}
          icon={<AirplaneIcon />}
        />
      )}
    </legend>
  );
});
