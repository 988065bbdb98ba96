import { Fragment, memo, type KeyboardEvent, type ReactNode } from 'react';
import type { FlightBadge } from '../../travel/flight-badges.ts';
import {
  describeFlight,
  faresOf,
  flightNumbers,
  operators,
  routeOf,
  summarizeLegs,
  type LegSummary,
} from '../../travel/flight-summary.ts';
import type { Flight } from '../../travel/flight.ts';
import { clockOf, formatDay, formatDuration } from '../../travel/local-time.ts';
import { formatMoney } from '../../travel/money.ts';
import type { Spoken } from '../../words/spoken.ts';
import { unbroken } from '../../words/unbroken.ts';
import { FactLine } from '../parts/FactLine.tsx';
import { withStyle } from '../parts/with-style.ts';
import type { FlightListMessages } from './words.ts';

interface FlightCardProps {
  flight: Flight;
  badge: string | undefined;
  tone: FlightBadge | undefined;
  name: string;
  checked: boolean;
  /** Whether the tab key reaches it, from either side. */
  atHand: boolean;
  onChoose: (flightId: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  locale: string | undefined;
  words: Spoken<FlightListMessages>;
  logo: string | undefined;
  children?: ReactNode;
}

/** A native radio under a card that shows the flight. */
export const FlightCard = memo(function FlightCard(props: FlightCardProps): ReactNode {
  const { flight, badge, name, checked, atHand, onChoose, onKeyDown, locale, words } = props;
  return (
    <label data-part="flight" data-state={flight.disabled ? 'disabled' : checked ? 'selected' : 'available'}>
      <input
        type="radio"
        name={name}
        value={flight.id}
        checked={checked}
        disabled={flight.disabled !== undefined}
        tabIndex={atHand ? 0 : -1}
        aria-label={describeFlight(flight, { badge, locale, words })}
        onChange={() => onChoose(flight.id)}
        onKeyDown={onKeyDown}
      />
      {props.children ?? <CardFacts {...props} />}
    </label>
  );
});

function CardFacts({ flight, badge, tone, locale, words, logo }: FlightCardProps): ReactNode {
  const operatedBy = operators(flight, words);
  return (
    <>
      {logo ? (
        // The host chose to load it; its name stands beside it.
        <img data-part="logo" src={logo} alt="" width="36" height="36" loading="lazy" />
      ) : (
        <Monogram code={flight.airline.code} />
      )}{' '}
      <span data-part="flight-main">
        {summarizeLegs(flight).map((leg, i) => (
          // Legs have no name of their own, and never change places.
          // oxlint-disable-next-line react/no-array-index-key
          <LegLines
            key={i}
            leg={leg}
            words={words}
            day={flight.legs.length > 1 ? formatDay(leg.departure.at, locale) : undefined}
          />
        ))}
        <CardLine
          part="carrier"
          facts={[
            flight.airline.name ?? flight.airline.code,
            flightNumbers(flight),
            operatedBy && words.operatedBy(operatedBy),
            faresOf(flight),
          ]}
        />{' '}
        {flight.disabled && (
          <span data-part="reason" dir="auto">
            {flight.disabled.reason}
          </span>
        )}
      </span>{' '}
      <span data-part="flight-side">
        <span data-part="price" dir="auto" data-state={flight.price ? 'known' : 'unknown'}>
          {flight.price ? formatMoney(flight.price, locale) : words.onRequest}
        </span>{' '}
        {badge && !flight.disabled && (
          <span data-part="badge" dir="auto" data-state={tone}>
            {badge}
          </span>
        )}{' '}
        {flight.seatsLeft !== undefined && (
          <span data-part="seats-left" dir="auto">
            {words.seatsLeft(flight.seatsLeft, words.locale)}
          </span>
        )}{' '}
        {flight.emissions && (
          <span data-part="emissions" dir="auto">
            {words.co2(flight.emissions.kgCO2e, words.locale)}
          </span>
        )}
      </span>
    </>
  );
}

function Monogram({ code }: { code: string }): ReactNode {
  return (
    <span data-part="monogram" aria-hidden="true" ref={withStyle('--elicit-hue', hueOf(code))}>
      {Array.from(code).slice(0, 2)}
    </span>
  );
}

interface LegLinesProps extends Pick<FlightCardProps, 'words'> {
  leg: LegSummary;
  day: string | undefined;
}

function LegLines({ leg, words, day }: LegLinesProps): ReactNode {
  const { stops } = leg;
  const facts = [
    day && unbroken(day),
    routeOf(leg),
    leg.duration && unbroken(formatDuration(leg.duration, words)),
    stops === 0 && words.nonstop,
    stops ? (
      <>
        <strong>{words.stops(stops, words.locale)}</strong>
        {'\u00A0'}
        {words.listed(leg.via, words.locale)}
      </>
    ) : undefined,
  ];
  return (
    <>
      <span data-part="times">
        <span>{clockOf(leg.departure.at)}</span> <span data-part="track" data-state={stops ? 'stops' : 'direct'} />
        <span>{clockOf(leg.arrival.at)}</span>{' '}
        {leg.days !== 0 && (
          <sup data-part="day-shift" dir="ltr">
            {leg.days > 0 ? `+${leg.days}` : `−${-leg.days}`}
          </sup>
        )}
      </span>{' '}
      {facts.some(Boolean) && <CardLine part="route" facts={facts} />}{' '}
    </>
  );
}

/** Facts of one script share an element: a list has many of these. */
function CardLine({ part, facts }: { part: string; facts: readonly ReactNode[] }): ReactNode {
  const isMixed = facts.some((fact) => typeof fact === 'string' && rightToLeft.test(fact));
  return (
    <span data-part={part} dir={isMixed ? undefined : 'auto'}>
      <FactLine facts={facts} as={isMixed ? 'bdi' : Fragment} />
    </span>
  );
}

/** Letters of Arabic, Hebrew and their like. */
const rightToLeft = /[\u0590-\u08FF]/;

/** A steady colour for each airline. */
function hueOf(code: string): number {
  let hue = 0;
  for (const letter of code) hue = (hue * 47 + (letter.codePointAt(0) ?? 0) * 29) % 360;
  return hue;
}
