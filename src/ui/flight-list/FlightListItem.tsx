import {
  forwardRef,
  memo,
  useState,
  type ComponentPropsWithoutRef,
  type ForwardedRef,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import type { FlightBadge } from '../../travel/flight-badges.ts';
import type { Flight } from '../../travel/flight.ts';
import { flightNumbers } from '../../travel/flight-summary.ts';
import { useFlightList } from './flight-list-context.ts';
import { FlightCard } from './FlightCard.tsx';
import { FlightDetails } from './FlightDetails.tsx';
import { words } from './words.ts';

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
  const { id, badges, chosen, atHand, choose, onKeyDown, locale, logoOf } = useFlightList('FlightListItem');
  const tone = badges.get(flight.id);
  return (
    <ItemOfList
      {...rest}
      ref={ref}
      flight={flight}
      badge={flight.badges?.[0] ?? words.badges[tone ?? 'none']}
      tone={tone}
      listId={id}
      checked={flight === chosen}
      atHand={flight === atHand}
      onChoose={choose}
      onRadioKeyDown={onKeyDown}
      locale={locale}
      logo={logoOf?.(flight.airline)}
    >
      {children}
    </ItemOfList>
  );
});

interface ItemOfListProps extends FlightListItemProps {
  badge: string | undefined;
  tone: FlightBadge | undefined;
  listId: string;
  checked: boolean;
  /** Whether the tab key reaches it. */
  atHand: boolean;
  onChoose: (flightId: string) => void;
  onRadioKeyDown: (event: KeyboardEvent) => void;
  locale: string | undefined;
  logo: string | undefined;
}

/** Drawn again only when something about this one flight changes. */
const ItemOfList = memo(
  forwardRef(function ItemOfList(
    {
      flight,
      badge,
      tone,
      listId,
      checked,
      atHand,
      onChoose,
      onRadioKeyDown,
      locale,
      logo,
      children,
      ...rest
    }: ItemOfListProps,
    ref: ForwardedRef<HTMLDivElement>,
  ): ReactNode {
    const [open, setOpen] = useState(false);
    const detailsId = `${listId}-details-${flight.id}`;
    // The radios are one tab stop, and so are these buttons: the one of the flight that the radios stand at. Flights
    // that cannot be chosen keep their own, since the radios never stand there.
    const stop = open || flight.disabled !== undefined || atHand;
    return (
      <div data-part="flight-item" {...rest} ref={ref}>
        <FlightCard
          flight={flight}
          badge={badge}
          tone={tone}
          name={`${listId}-flight`}
          checked={checked}
          atHand={atHand}
          onChoose={onChoose}
          onKeyDown={onRadioKeyDown}
          locale={locale}
          logo={logo}
        >
          {children}
        </FlightCard>
        {flight.legs.length > 0 && (
          <button
            type="button"
            data-part="details-toggle"
            aria-label={words.details(flightNumbers(flight))}
            aria-expanded={open}
            aria-controls={open ? detailsId : undefined}
            tabIndex={stop ? 0 : -1}
            onClick={() => setOpen(!open)}
          />
        )}
        {open && <FlightDetails id={detailsId} flight={flight} locale={locale} />}
      </div>
    );
  }),
);
