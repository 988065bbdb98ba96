import { forwardRef, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import { formatMoney } from '../../travel/money.ts';
import { CardFooter } from '../parts/CardFooter.tsx';
import { FactLine } from '../parts/FactLine.tsx';
import { useFlightList } from './flight-list-context.ts';

/** What is chosen, Skip where the card was given `onDecline`, and Continue. */
export const FlightListFooter = forwardRef(function FlightListFooter(
  props: Omit<ComponentPropsWithoutRef<'div'>, 'children'>,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const { chosen, failed, locale, commit, onDecline, words } = useFlightList('FlightListFooter');
  const price = chosen?.price && <strong>{formatMoney(chosen.price, locale)}</strong>;
  const summary = chosen && (
    <FactLine facts={[`${chosen.airline.name ?? chosen.airline.code} ${chosen.flightNumber}`, price]} />
  );
  return (
    <CardFooter
      {...props}
      ref={ref}
      summary={summary ?? words.none}
      commit={failed ? words.again : words.commit}
      ready={chosen !== undefined}
      onCommit={commit}
      skip={words.skip}
      onSkip={onDecline}
    />
  );
});
