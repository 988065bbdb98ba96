import { forwardRef, useState, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import type { Flight } from '../../travel/flight.ts';
import { flightNumbers } from '../../travel/flight-summary.ts';
import { useFlightList } from './flight-list-context.ts';
import { FlightCard } from './FlightCard.tsx';
import { FlightDetails } from './FlightDetails.tsx';

/** Props of `FlightListItem`. */
export interface FlightListItemProps extends Omit<ComponentPropsWithoutRef<'div'>, 'children'> {
  flight: Flight;
  /** What the card shows. @default times, route, carrier, price, badge and emissions */
  children?: ReactNode;
}

/** One flight: a native radio under its card, and beside it a button that opens its details. */
export const FlightListItem = forwardRef(function FlightListItem(
  { flight, children, ...rest }: FlightListItemProps,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const list = useFlightList('FlightListItem');
  const [open, setOpen] = useState(false);
  const { id, locale, words } = list;
  const tone = list.badges.get(flight.id);
  const atHand = flight === list.atHand;
  const detailsId = `${id}-details-${flight.id}`;
  // The radios are one tab stop, and so are these buttons: the one of the flight that the radios stand at. Flights
  // that cannot be chosen keep their own, since the radios never stand there.
  const stop = open || flight.disabled !== undefined || atHand;
  return (
    <div data-part="flight-item" {...rest} ref={ref}>
      <FlightCard
        flight={flight}
        badge={flight.badges?.[0] ?? (tone && words.badges[tone])}
        tone={tone}
        name={`${id}-flight`}
        checked={flight === list.chosen}
        atHand={atHand}
        onChoose={list.choose}
        onKeyDown={list.onKeyDown}
        locale={locale}
        words={words}
        logo={list.logoOf?.(flight.airline)}
      >
        {children}
      </FlightCard>
      {flight.legs.length > 0 && (
        <button
          type="button"
          data-part="details-toggle"
          aria-expanded={open}
          aria-controls={open ? detailsId : undefined}
          tabIndex={stop ? 0 : -1}
          onClick={() => setOpen(!open)}
        >
          {words.details(flightNumbers(flight))}
        </button>
      )}
      {open && <FlightDetails id={detailsId} flight={flight} locale={locale} words={words} />}
    </div>
  );
});
