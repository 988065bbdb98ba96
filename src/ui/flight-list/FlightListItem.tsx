import {
  forwardRef,
  useId,
  useState,
  useSyncExternalStore,
  type ComponentPropsWithoutRef,
  type ForwardedRef,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import type { Flight } from '../../travel/flight.ts';
import { flightNumbers } from '../../travel/flight-summary.ts';
import { keyOf } from '../parts/key-of.ts';
import { useFlightRows } from './flight-list-context.ts';
import { FlightCard } from './FlightCard.tsx';
import { FlightDetails } from './FlightDetails.tsx';
import { FlightFares } from './FlightFares.tsx';

/** Props of `FlightListParts.Item`. */
export interface FlightListItemProps extends Omit<ComponentPropsWithoutRef<'div'>, 'children'> {
  flight: Flight;
  /** The content of the card. @default times, route, carrier, price, badge and emissions */
  children?: ReactNode;
}

/**
 * One flight: a native radio with its card, and a button that opens its details. If the flight is sold at several
 * fares, choosing it opens them below.
 */
export const FlightListItem = forwardRef(function FlightListItem(
  { flight, children, ...rest }: FlightListItemProps,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const list = useFlightRows('Item');
  const { choice, words } = list;
  const [open, setOpen] = useState(false);
  const own = useId();
  const fares = list.fares.get(flight.id) ?? [flight];
  // The id of the chosen fare; null if this row is the tab stop but not chosen; undefined if neither.
  const standing = () => {
    const chosen = choice.get();
    if (fares.some(({ id, disabled }) => id === chosen && !disabled)) return chosen;
    const [first] = list.open;
    return first === flight.id && (chosen === undefined || !list.open.has(chosen)) ? null : undefined;
  };
  const chosen = useSyncExternalStore(choice.subscribe, standing, standing);
  const isChosen = typeof chosen === 'string';
  // The radios are one tab stop, and so are the details buttons: the one beside the radio that is the tab stop. An open
  // one is a stop too, and so is that of an unavailable flight, whose radio never is.
  const stop = open || flight.disabled !== undefined || chosen !== undefined;
  return (
    <div data-elicit="flight-item" data-state={isChosen ? 'selected' : undefined} {...rest} ref={ref}>
      <FlightCard flight={flight} hasFares={fares.length > 1} chosen={chosen}>
        {children}
      </FlightCard>
      {flight.legs.length > 0 && (
        <button
          type="button"
          data-elicit="details-toggle"
          aria-expanded={open}
          aria-controls={open ? `${own}-details` : undefined}
          tabIndex={stop ? 0 : -1}
          onClick={() => setOpen(!open)}
          onKeyDown={walkToggles}
        >
          {words.details(flightNumbers(flight))}
        </button>
      )}
      {isChosen && fares.length > 1 && (
        <FlightFares fares={fares} label={words.fares(flightNumbers(flight))} chosen={chosen} />
      )}
      {open && <FlightDetails id={`${own}-details`} flight={fares.find(({ id }) => id === chosen) ?? flight} />}
    </div>
  );
});

/** Let arrow keys move between the details buttons, so that the person can read every flight's without choosing it. */
function walkToggles(event: KeyboardEvent<HTMLElement>): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[keyOf(event)];
  if (by === undefined) return;
  event.preventDefault();
  const list = event.currentTarget.closest('[data-elicit-root]');
  const toggles = [...(list?.querySelectorAll<HTMLElement>('[data-elicit=details-toggle]') ?? [])];
  toggles[toggles.indexOf(event.currentTarget) + by]?.focus();
}
