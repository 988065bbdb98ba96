import { useId, type ReactNode } from 'react';
import type { Flight, Leg } from '../../travel/flight.ts';
import { faresOf } from '../../travel/flight-summary.ts';
import { formatMoney, isFree } from '../../travel/money.ts';
import { formatFacts } from '../../words/format.ts';
import { capitalized, told, type Spoken } from '../../words/word-for.ts';
import { useFlightRows } from './flight-list-context.ts';
import { FlightRadio } from './FlightRadio.tsx';
import type { FlightListMessages } from './words.ts';

interface FlightFaresProps {
  /** Cheapest first. */
  fares: readonly Flight[];
  /** The name of the group. */
  label: string;
  chosen: string;
}

/** A flight's fares, as a radio group of their own. The card's radio chooses the flight. */
export function FlightFares({ fares, label, chosen }: FlightFaresProps): ReactNode {
  const { locale, words } = useFlightRows('Item');
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} data-elicit="fares">
      {fares.map((fare) => {
        const { id, legs, disabled } = fare;
        const title = fareName(fare, words);
        const facts = legs[0] ? formatFacts(words.locale, fareFacts(legs[0], words, locale)) : '';
        const price =
          disabled?.reason ??
          (fare.price ? formatMoney(fare.price, locale) : capitalized(words.unpriced, words.locale));
        const isChosen = id === chosen;
        return (
          <label key={id} data-elicit="fare" data-state={disabled ? 'disabled' : isChosen ? 'selected' : 'available'}>
            <FlightRadio
              flight={fare}
              name={name}
              label={formatFacts(words.locale, [title, facts, price])}
              checked={isChosen}
              stop={isChosen}
            />
            <span data-elicit="fare-name" aria-hidden="true" dir="auto">
              {title}
            </span>{' '}
            <span data-elicit="price" aria-hidden="true" dir="auto">
              {price}
            </span>{' '}
            <span data-elicit="fare-facts" aria-hidden="true" dir="auto">
              {facts}
            </span>
          </label>
        );
      })}
    </div>
  );
}

const fareName = (flight: Flight, words: Spoken<FlightListMessages>): string =>
  faresOf(flight) || words.travelClass(flight.legs[0]?.cabin ?? '') || words.fare;

/** Bags, and the cost of a change or refund. */
function fareFacts(
  { baggage, conditions }: Leg,
  words: Spoken<FlightListMessages>,
  locale: string | undefined,
): readonly string[] {
  const { change, refund } = conditions ?? {};
  return told([
    baggage?.checked
      ? words.checked(baggage.checked, words.locale)
      : baggage?.carryOn !== undefined && words.carryOn(baggage.carryOn, words.locale),
    change &&
      !refund?.allowed &&
      words.fareChange(
        change.allowed,
        change.penalty && formatMoney(change.penalty, locale),
        change.penalty !== undefined && isFree(change.penalty),
      ),
    refund?.allowed && words.fareRefund,
  ]);
}
