import { forwardRef, useMemo, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import { plainText } from '../../protocol/plain-text.ts';
import { sharedRoute } from '../../travel/flight-summary.ts';
import { CardHeader } from '../parts/CardHeader.tsx';
import { useFlightList } from './flight-list-context.ts';
import { useFlightListWords } from './useFlightListWords.ts';

/** Props of `FlightListHeader`. */
export interface FlightListHeaderProps extends ComponentPropsWithoutRef<'legend'> {
  /** How many people travel. */
  travellers?: number | undefined;
}

/** The airplane, the title and the trip. It names the whole group, so it stands first in `FlightListRoot`. */
export const FlightListHeader = forwardRef(function FlightListHeader(
  { travellers, children, ...rest }: FlightListHeaderProps,
  ref: ForwardedRef<HTMLLegendElement>,
): ReactNode {
  const { flights, locale } = useFlightList('FlightListHeader');
  const words = useFlightListWords();
  const route = useMemo(() => plainText(sharedRoute(flights, locale), 300), [flights, locale]);
  const trip = [route, travellers && words.travellers(travellers, words.locale)].filter(Boolean).join(' · ');
  return (
    <legend data-part="header" {...rest} ref={ref}>
      {children ?? <CardHeader title={words.title} subtitle={trip} />}
    </legend>
  );
});
