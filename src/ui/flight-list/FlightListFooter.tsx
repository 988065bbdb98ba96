import { forwardRef, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import { formatMoney } from '../../travel/money.ts';
import { useOwnParts } from '../frame/useOwnParts.ts';
import { CardFooter } from '../parts/CardFooter.tsx';
import { FactLine } from '../parts/FactLine.tsx';
import { useFlightList } from './flight-list-context.ts';

interface FlightListFooterProps extends Omit<ComponentPropsWithoutRef<'div'>, 'children'> {
  /** Flights may still come: while they load, or where the search failed. @default false */
  unsettled?: boolean | undefined;
}

/**
 * What is chosen, Skip where the card was given `onDecline`, and Continue. Where no flight can be chosen, one button
 * is left, which declines: "Continue without a flight".
 */
export const FlightListFooter = forwardRef(function FlightListFooter(
  { unsettled = false, ...props }: FlightListFooterProps,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const { flights, chosen, failed, locale, commit, onDecline, words } = useFlightList('FlightListFooter');
  const price = chosen?.price && <strong>{formatMoney(chosen.price, locale)}</strong>;
  const summary = chosen && (
    <FactLine facts={[`${chosen.airline.name ?? chosen.airline.code} ${chosen.flightNumber}`, price]} />
  );
  const hasChoice = flights.some((flight) => !flight.disabled);
  // Skip would be the only way on: it is the main button instead.
  const without = hasChoice || unsettled ? undefined : onDecline;
  useOwnParts({ decline: without !== undefined });
  return (
    <CardFooter
      {...props}
      ref={ref}
      summary={summary ?? (hasChoice && words.none)}
      commit={failed ? words.again : without ? words.without : words.commit}
      ready={chosen !== undefined || without !== undefined}
      onCommit={without ?? commit}
      skip={words.skip}
      onSkip={without ? undefined : onDecline}
    />
  );
});
