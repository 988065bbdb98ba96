import type { KeyboardEvent, ReactNode } from 'react';
import type { Flight, Leg } from '../../travel/flight.ts';
import { faresOf } from '../../travel/flight-summary.ts';
import { formatMoney } from '../../travel/money.ts';
import { plainFlight } from '../../travel/normalize-flight.ts';
import type { Spoken } from '../../words/spoken.ts';
import { told } from '../../words/told.ts';
import type { FlightListMessages } from './words.ts';

interface FlightFaresProps {
  /** The cheapest first; their words as they came. */
  fares: readonly Flight[];
  /** The card's own radio, which is that of the first fare. */
  firstId: string;
  name: string;
  chosen: string;
  onChoose: (flightId: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  locale: string | undefined;
  words: Spoken<FlightListMessages>;
}

/** At which fares a flight is sold: each has one radio, the first that of the card. */
export function FlightFares({ fares, firstId, name, chosen, onChoose, onKeyDown, locale, words }: FlightFaresProps) {
  return (
    <div role="group" aria-label={words.fares} data-part="fares">
      {fares.map((offer, i) => {
        const fare = plainFlight(offer);
        const { id, legs, disabled } = fare;
        const title = fareName(fare, words);
        const facts = legs[0] ? words.joined(fareFacts(legs[0], words, locale)) : '';
        const price = disabled?.reason ?? (fare.price ? formatMoney(fare.price, locale) : words.onRequest);
        const isChosen = id === chosen;
        return (
          <label
            key={id}
            htmlFor={i === 0 ? firstId : undefined}
            data-part="fare"
            data-state={disabled ? 'disabled' : isChosen ? 'selected' : 'available'}
          >
            {i > 0 && (
              <input
                type="radio"
                name={name}
                value={id}
                checked={isChosen}
                disabled={disabled !== undefined}
                tabIndex={isChosen ? 0 : -1}
                aria-label={words.joined(told([title, facts, price]))}
                onChange={() => onChoose(id)}
                onKeyDown={onKeyDown}
              />
            )}
            <FareWords title={title} facts={facts} price={price} />
          </label>
        );
      })}
    </div>
  );
}

function FareWords({ title, facts, price }: Record<'title' | 'facts' | 'price', string>): ReactNode {
  return (
    <>
      <span data-part="fare-name" dir="auto">
        {title}
      </span>{' '}
      <span data-part="price" dir="auto">
        {price}
      </span>{' '}
      <span data-part="fare-facts" dir="auto">
        {facts}
      </span>
    </>
  );
}

const fareName = (flight: Flight, words: Spoken<FlightListMessages>): string =>
  faresOf(flight) || words.travelClass(flight.legs[0]?.cabin ?? '') || words.fare;

/** Bags, and what changing or giving it back costs. */
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
      words.fareChange(change.allowed, change.penalty && formatMoney(change.penalty, locale)),
    refund?.allowed && words.fareRefund,
  ]);
}
