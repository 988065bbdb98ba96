import type { ReactNode } from 'react';
import {
  describeFlight,
  flightNumbers,
  operators,
  summarizeLegs,
  type LegSummary,
} from '../../travel/flight-summary.ts';
import type { Flight, FlightPoint } from '../../travel/flight.ts';
import { clockOf, formatDay, formatDuration } from '../../travel/local-time.ts';
import { formatMoney } from '../../travel/money.ts';
import { formatFacts } from '../../words/format.ts';
import { capitalized, unbroken, type Spoken } from '../../words/word-for.ts';
import { withStyle } from '../parts/with-style.ts';
import { useFlightRows } from './flight-list-context.ts';
import { FlightRadio } from './FlightRadio.tsx';
import { legTitles } from './leg-titles.ts';
import type { FlightListMessages } from './words.ts';

interface FlightCardProps {
  flight: Flight;
  /** Whether it is sold at several fares. `flight` is then the cheapest. */
  hasFares: boolean;
  /** The id of the chosen fare; null if the card is the tab stop but not chosen; undefined if neither. */
  chosen: string | null | undefined;
  children?: ReactNode;
}

/** A native radio and the card that shows the flight. */
export function FlightCard({ flight, hasFares, chosen, children }: FlightCardProps): ReactNode {
  const { id, badges, locale, words } = useFlightRows('Item');
  const isChosen = typeof chosen === 'string';
  const badge = badges.get(flight.id)?.text ?? scarcity(flight, words);
  // Announce only the lowest price here. The fares have radios of their own.
  const price = hasFares && flight.price && `${words.from} ${formatMoney(flight.price, locale)}`;
  return (
    <label data-elicit="flight" data-state={flight.disabled ? 'disabled' : isChosen ? 'selected' : 'available'}>
      <FlightRadio
        flight={flight}
        name={`${id}-flight`}
        label={describeFlight(flight, { badge, price, locale, words })}
        checked={isChosen}
        stop={chosen !== undefined}
      />
      {children ?? <CardFacts flight={flight} hasFares={hasFares} />}
    </label>
  );
}

const scarcity = ({ seatsLeft, disabled }: Flight, words: Spoken<FlightListMessages>) =>
  seatsLeft === undefined || disabled ? undefined : words.seatsLeft(seatsLeft, words.locale);

function CardFacts({ flight, hasFares }: Pick<FlightCardProps, 'flight' | 'hasFares'>): ReactNode {
  const { badges, logoOf, locale, words } = useFlightRows('Item');
  const { airline, disabled, emissions, price } = flight;
  const legs = summarizeLegs(flight);
  const titles = legTitles(flight, words);
  const badge = badges.get(flight.id);
  const logo = logoOf?.(airline);
  const operatedBy = operators(flight, words);
  const flown = flightNumbers(flight).split(', ').map(unbroken).join(', ');
  const numbers = formatFacts(words.locale, [flown, operatedBy && words.operatedBy(operatedBy)]);
  const left = badge ? undefined : scarcity(flight, words);
  // The radio says it all: without `aria-hidden`, screen readers would come to each fact a second time.
  return (
    <>
      <span data-elicit="legs" aria-hidden="true" data-kind={legs.length > 1 ? 'several' : 'single'}>
        {legs.map((leg, i) => (
          // Legs have no id, and their order never changes.
          <LegLines key={i} leg={leg} title={titles[i]} />
        ))}
      </span>{' '}
      <span data-elicit="carrier" aria-hidden="true">
        {logo ? (
          // No `alt`: the airline's name is right beside it.
          <img data-elicit="logo" src={logo} alt="" width="36" height="36" loading="lazy" />
        ) : (
          <Monogram code={airline.code} />
        )}{' '}
        <b data-elicit="airline" dir="auto">
          {airline.name ?? airline.code}
        </b>{' '}
        <span data-elicit="flight-facts" dir={dirOf(numbers)}>
          {numbers}
        </span>
      </span>{' '}
      <span data-elicit="flight-side" aria-hidden="true">
        {disabled ? (
          <span data-elicit="reason" dir="auto" data-state={disabled.reason.length > 16 ? 'long' : 'short'}>
            {disabled.reason}
          </span>
        ) : (
          <span data-elicit="price" dir="auto" data-state={price ? 'known' : 'unknown'}>
            {hasFares && price && (
              <>
                <small data-elicit="">{words.from}</small>{' '}
              </>
            )}
            <span data-elicit="">{price ? formatMoney(price, locale) : capitalized(words.unpriced, words.locale)}</span>
          </span>
        )}{' '}
        {badge && !disabled && (
          <span data-elicit="badge" dir="auto" data-state={badge.tone}>
            {badge.text}
          </span>
        )}
        {left && (
          <span data-elicit="seats-left" dir="auto">
            {left}
          </span>
        )}{' '}
        {emissions && (
          <span data-elicit="emissions" dir="auto">
            {words.co2(emissions.kgCO2e, words.locale)}
          </span>
        )}
      </span>
    </>
  );
}

function Monogram({ code }: { code: string }): ReactNode {
  return (
    <span data-elicit="monogram" ref={withStyle('--elicit-hue', hueOf(code))}>
      {Array.from(code).slice(0, 2)}
    </span>
  );
}

interface LegLinesProps {
  leg: LegSummary;
  /** The leg's title; set only if there are several legs. */
  title: string | undefined;
}

function LegLines({ leg, title }: LegLinesProps): ReactNode {
  const { locale, words } = useFlightRows('Item');
  const { stops } = leg;
  const day = title && formatDay(leg.departure.at, locale);
  const via = words.listed(leg.via, words.locale);
  const halts = stops === 0 ? words.nonstop : stops && words.stops(stops, words.locale);
  return (
    <span data-elicit="leg">
      {title && (
        <span data-elicit="leg-title" dir="auto">
          <b data-elicit="">{title}</b> {day && unbroken(day)}
        </span>
      )}{' '}
      <End point={leg.departure} />{' '}
      <span
        data-elicit="track"
        dir="auto"
        data-state={stops ? 'stops' : 'direct'}
        ref={stops ? withStyle('--elicit-stops', Math.min(stops, 5)) : undefined}
      >
        {leg.duration && unbroken(formatDuration(leg.duration, words))}{' '}
        {halts && (
          <span data-elicit="stops" dir={dirOf(halts)}>
            {stops ? <b data-elicit="">{unbroken(halts)}</b> : halts} {via}
          </span>
        )}
      </span>{' '}
      <End point={leg.arrival} days={leg.days} />{' '}
    </span>
  );
}

function End({ point: { at, place }, days = 0 }: { point: FlightPoint; days?: number }): ReactNode {
  return (
    <span data-elicit="end" dir="auto">
      <strong data-elicit="clock">
        {clockOf(at)}
        {days !== 0 && (
          <>
            {' '}
            <sup data-elicit="day-shift" dir="ltr">
              {days > 0 ? `+${days}` : `−${-days}`}
            </sup>
          </>
        )}
      </strong>{' '}
      {place?.code} {place?.city && place.city !== place.code && <span data-elicit="city">{place.city}</span>}
    </span>
  );
}

/** Arabic, Hebrew and similar scripts take the page's direction: with `auto`, a leading Latin name would turn them. */
export const dirOf = (text: string): 'auto' | undefined => (/[\u0590-\u08FF]/.test(text) ? undefined : 'auto');

/** A colour for each airline, always the same. */
function hueOf(code: string): number {
  let hue = 0;
  for (const letter of code) hue = (hue * 47 + (letter.codePointAt(0) ?? 0) * 29) % 360;
  return hue;
}
