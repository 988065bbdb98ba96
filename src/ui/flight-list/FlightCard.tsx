import type { KeyboardEvent, ReactNode } from 'react';
import {
  describeFlight,
  flightNumbers,
  isReturn,
  operators,
  summarizeLegs,
  type LegSummary,
} from '../../travel/flight-summary.ts';
import type { Flight, FlightPoint } from '../../travel/flight.ts';
import { clockOf, formatDay, formatDuration } from '../../travel/local-time.ts';
import { formatMoney } from '../../travel/money.ts';
import { told, unbroken, type Spoken } from '../../words/word-for.ts';
import { withStyle } from '../parts/with-style.ts';
import type { Badge } from './flight-list-context.ts';
import type { FlightListMessages } from './words.ts';

interface FlightCardProps {
  flight: Flight;
  /** Whether it is sold at several fares. `flight` is then the cheapest. */
  hasFares: boolean;
  badge: Badge | undefined;
  name: string;
  /** The id of the chosen fare; null if the card is the tab stop but not chosen; undefined if neither. */
  chosen: string | null | undefined;
  onChoose: (flightId: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  locale: string | undefined;
  words: Spoken<FlightListMessages>;
  logo: string | undefined;
  children?: ReactNode;
}

/** A native radio and the card that shows the flight. */
export function FlightCard(props: FlightCardProps): ReactNode {
  const { flight, hasFares, badge, name, chosen, onChoose, onKeyDown, locale, words } = props;
  const isChosen = typeof chosen === 'string';
  const note = badge?.text ?? scarcity(flight, words);
  // Announce only the lowest price here. The fares have radios of their own.
  const price = hasFares && flight.price && `${words.from} ${formatMoney(flight.price, locale)}`;
  return (
    <label data-part="flight" data-state={flight.disabled ? 'disabled' : isChosen ? 'selected' : 'available'}>
      <input
        type="radio"
        name={name}
        value={flight.id}
        checked={isChosen}
        disabled={flight.disabled !== undefined}
        tabIndex={chosen === undefined ? -1 : 0}
        aria-label={describeFlight(flight, { badge: note, price, locale, words })}
        onChange={() => onChoose(flight.id)}
        onKeyDown={onKeyDown}
      />
      {props.children ?? <CardFacts {...props} />}
    </label>
  );
}

const scarcity = ({ seatsLeft, disabled }: Flight, words: Spoken<FlightListMessages>) =>
  seatsLeft === undefined || disabled ? undefined : words.seatsLeft(seatsLeft, words.locale);

function CardFacts({ flight, hasFares, badge, locale, words, logo }: FlightCardProps): ReactNode {
  const { airline, disabled, emissions, price } = flight;
  const legs = summarizeLegs(flight);
  const titles = isReturn(flight) ? [words.outbound, words.return] : legs.map((_, i) => words.leg(i + 1, words.locale));
  const operatedBy = operators(flight, words);
  const flown = flightNumbers(flight).split(', ').map(unbroken).join(', ');
  const numbers = words.joined(told([flown, operatedBy && words.operatedBy(operatedBy)]));
  const left = badge ? undefined : scarcity(flight, words);
  return (
    <>
      <span data-part="legs" data-kind={legs.length > 1 ? 'several' : 'single'}>
        {legs.map((leg, i) => (
          <LegLines
            // Legs have no id, and their order never changes.
            // oxlint-disable-next-line react/no-array-index-key
            key={i}
            leg={leg}
            title={legs.length > 1 ? titles[i] : undefined}
            locale={locale}
            words={words}
          />
        ))}
      </span>{' '}
      <span data-part="carrier">
        {logo ? (
          // No `alt`: the airline's name is right beside it.
          <img data-part="logo" src={logo} alt="" width="36" height="36" loading="lazy" />
        ) : (
          <Monogram code={airline.code} />
        )}{' '}
        <b data-part="airline" dir="auto">
          {airline.name ?? airline.code}
        </b>{' '}
        <span data-part="flight-facts" dir={dirOf(numbers)}>
          {numbers}
        </span>
      </span>{' '}
      <span data-part="flight-side">
        {disabled ? (
          <span data-part="reason" dir="auto" data-state={disabled.reason.length > 16 ? 'long' : 'short'}>
            {disabled.reason}
          </span>
        ) : (
          <span data-part="price" dir="auto" data-state={price ? 'known' : 'unknown'}>
            {hasFares && price && (
              <>
                <small>{words.from}</small>{' '}
              </>
            )}
            {price ? formatMoney(price, locale) : words.onRequest}
          </span>
        )}{' '}
        {badge && !disabled && (
          <span data-part="badge" dir="auto" data-state={badge.tone}>
            {badge.text}
          </span>
        )}
        {left && (
          <span data-part="seats-left" dir="auto">
            {left}
          </span>
        )}{' '}
        {emissions && (
          <span data-part="emissions" dir="auto">
            {words.co2(emissions.kgCO2e, words.locale)}
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

interface LegLinesProps extends Pick<FlightCardProps, 'words' | 'locale'> {
  leg: LegSummary;
  /** The leg's title; set only if there are several legs. */
  title: string | undefined;
}

function LegLines({ leg, title, locale, words }: LegLinesProps): ReactNode {
  const { stops } = leg;
  const day = title && formatDay(leg.departure.at, locale);
  const via = words.listed(leg.via, words.locale);
  const halts = stops === 0 ? words.nonstop : stops && words.stops(stops, words.locale);
  return (
    <span data-part="leg">
      {title && (
        <span data-part="leg-title" dir="auto">
          <b>{title}</b> {day && unbroken(day)}
        </span>
      )}{' '}
      <End point={leg.departure} />{' '}
      <span
        data-part="track"
        data-state={stops ? 'stops' : 'direct'}
        ref={stops ? withStyle('--elicit-stops', Math.min(stops, 5)) : undefined}
      >
        {leg.duration && unbroken(formatDuration(leg.duration, words))}{' '}
        {halts && (
          <span data-part="stops" dir={dirOf(halts)}>
            {stops ? <b>{unbroken(halts)}</b> : halts} {via}
          </span>
        )}
      </span>{' '}
      <End point={leg.arrival} days={leg.days} />{' '}
    </span>
  );
}

function End({ point: { at, place }, days = 0 }: { point: FlightPoint; days?: number }): ReactNode {
  return (
    <span data-part="end" dir="auto">
      <strong data-part="clock">
        {clockOf(at)}
        {days !== 0 && (
          <>
            {' '}
            <sup data-part="day-shift" dir="ltr">
              {days > 0 ? `+${days}` : `−${-days}`}
            </sup>
          </>
        )}
      </strong>{' '}
      {place?.code} {place?.city && place.city !== place.code && <span data-part="city">{place.city}</span>}
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
