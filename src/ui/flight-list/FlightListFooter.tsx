import { forwardRef, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import { useOwnParts } from '../frame/useOwnParts.ts';
import { Footer } from '../kit/Footer.tsx';
import { dirOf } from './FlightCard.tsx';
import { useFlightList } from './flight-list-context.ts';

interface FlightListFooterProps extends Omit<ComponentPropsWithoutRef<'div'>, 'children'> {
  /** How many people the price is for. */
  travellers?: number | undefined;
  /** Whether flights are still loading. There is no footer yet. @default false */
  loading?: boolean | undefined;
  /** Pass it only if the search failed. The main button then searches again. */
  onReload?: (() => void) | undefined;
}

/**
 * The chosen flight, Skip if the card has `onDecline`, and Continue. If no flight can be chosen, the main button
 * instead says "Search again", or "Continue without a flight", which declines. Absent while flights load.
 */
export const FlightListFooter = forwardRef(function FlightListFooter(
  { travellers = 1, loading = false, onReload, ...props }: FlightListFooterProps,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const { flights, chosen, commit, onDecline, words } = useFlightList('Footer');
  const hasChoice = flights.some((flight) => !flight.disabled);
  // If declining is the only way on, make it the main button instead of Skip.
  const without = hasChoice || onReload ? undefined : onDecline;
  useOwnParts({ decline: !loading && without !== undefined });
  if (loading) return null;
  const ready = chosen ? words.commit : words.none;
  const { title = '', amount: price } = chosen ?? {};
  return (
    <Footer
      {...props}
      ref={ref}
      summary={
        chosen && (
          <>
            {price && (
              <strong data-elicit="">{travellers > 1 ? words.priceFor(price, travellers, words.locale) : price}</strong>
            )}{' '}
            <span data-elicit="" dir={dirOf(title)}>
              {title}
            </span>
          </>
        )
      }
      commit={onReload ? words.reload : without ? words.without : ready}
      again={chosen && !(onReload ?? without)}
      missing={(chosen ?? without ?? onReload) ? undefined : '[data-elicit=flight] [tabindex="0"]'}
      onCommit={onReload ?? without ?? commit}
      onSkip={without ? undefined : onDecline}
    />
  );
});
