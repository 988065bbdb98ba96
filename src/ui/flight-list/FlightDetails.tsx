import { Fragment, type ReactNode } from 'react';
import { operatorOf } from '../../travel/flight-summary.ts';
import type { ChangeCondition, Flight, FlightPoint, Leg, Place, Segment } from '../../travel/flight.ts';
import { layoverBetween } from '../../travel/layover.ts';
import { clockOf, dayShift, formatDay, formatDuration } from '../../travel/local-time.ts';
import { formatFacts } from '../../words/format.ts';
import { told, unbroken, type Spoken } from '../../words/word-for.ts';
import { formatMoney, isFree } from '../../travel/money.ts';
import { Facts, type Fact } from '../kit/Facts.tsx';
import { FactLine } from '../parts/FactLine.tsx';
import { useFlightRows } from './flight-list-context.ts';
import { legTitles } from './leg-titles.ts';
import type { FlightListMessages } from './words.ts';

interface FlightDetailsProps {
  id: string;
  flight: Flight;
}

/** The details that a card has no room for: segments, layovers, fare, bags and conditions. */
export function FlightDetails({ id, flight }: FlightDetailsProps): ReactNode {
  const { locale, words } = useFlightRows('Item');
  const { legs, emissions } = flight;
  const titles = legTitles(flight, words);
  return (
    <div id={id} data-elicit="details">
      {legs.map((leg, i) => (
        // Legs have no id, and their order never changes.
        <Fragment key={i}>
          {titles[i] && (
            <p data-elicit="leg-title">
              <FactLine facts={[titles[i], formatDay(leg.segments[0]?.departure.at ?? '', locale)]} />
            </p>
          )}
          <SegmentList leg={leg} />
          <Facts facts={factsOf(leg, words, locale)} />
        </Fragment>
      ))}
      {emissions && <Facts facts={[{ label: words.emissions, value: emissionWords(emissions, words) }]} />}
    </div>
  );
}

function SegmentList({ leg }: { leg: Leg }): ReactNode {
  const { locale, words } = useFlightRows('Item');
  return (
    <ol data-elicit="segments">
      {leg.segments.map((segment, i) => {
        const before = leg.segments[i - 1];
        return (
          // The order of segments never changes either.
          <li key={i} data-elicit="segment">
            {before && (
              <p data-elicit="layover">
                <FactLine facts={layoverWords(before, segment, words)} />
              </p>
            )}
            <Point point={segment.departure} day={i === 0 ? undefined : laterDay(leg, segment.departure, locale)} />
            <p data-elicit="segment-facts">
              <FactLine facts={segmentWords(segment, words)} />
            </p>
            {segment.technicalStops?.map((stop) => (
              <p key={stop.place.code} data-elicit="segment-facts" dir="auto">
                {words.technicalStop(nameOf(stop.place))}
              </p>
            ))}
            <Point point={segment.arrival} day={laterDay(leg, segment.arrival, locale)} />
          </li>
        );
      })}
    </ol>
  );
}

interface PointProps {
  point: FlightPoint;
  day: string | undefined;
}

function Point({ point: { at, place, terminal }, day }: PointProps): ReactNode {
  const { words } = useFlightRows('Item');
  return (
    <p data-elicit="point">
      <strong data-elicit="">{clockOf(at)}</strong>{' '}
      <FactLine facts={[place && nameOf(place), terminal && words.terminal(terminal), day && unbroken(day)]} />
    </p>
  );
}

type Words = Spoken<FlightListMessages>;

function factsOf({ fareBrand, cabin, baggage, conditions }: Leg, words: Words, locale?: string): Fact[] {
  const fare = formatFacts(words.locale, [fareBrand, cabin && words.travelClass(cabin)]);
  const bags = words.listed(
    told([
      baggage?.carryOn !== undefined && words.carryOn(baggage.carryOn, words.locale),
      baggage?.checked !== undefined && words.checked(baggage.checked, words.locale),
    ]),
    words.locale,
  );
  const facts = [
    { label: words.fare, value: fare },
    { label: words.bags, value: bags },
    { label: words.changes, value: conditionWords(conditions?.change, words, locale) },
    { label: words.refund, value: conditionWords(conditions?.refund, words, locale) },
  ];
  return facts.filter(({ value }) => value !== '');
}

/** Empty if nothing is known. */
function conditionWords(condition: ChangeCondition | undefined, words: Words, locale?: string): string {
  if (!condition) return '';
  if (!condition.allowed) return words.notAllowed;
  const { penalty } = condition;
  return words.allowed(penalty && formatMoney(penalty, locale), penalty !== undefined && isFree(penalty));
}

function emissionWords({ kgCO2e, typicalKgCO2e }: NonNullable<Flight['emissions']>, words: Words): string {
  const emitted = words.co2(kgCO2e, words.locale);
  if (!typicalKgCO2e) return emitted;
  return formatFacts(words.locale, [
    emitted,
    words.co2Compared(Math.round((kgCO2e / typicalKgCO2e - 1) * 100), words.locale),
  ]);
}

function segmentWords(segment: Segment, words: Words): ReactNode[] {
  const { marketing, mode = 'flight' } = segment;
  const other = operatorOf(segment);
  return [
    mode !== 'flight' && words[mode],
    `${marketing.name ?? marketing.code} ${segment.flightNumber}`,
    other && words.operatedBy(other),
    segment.duration && unbroken(formatDuration(segment.duration, words)),
    segment.aircraft?.name ?? segment.aircraft?.code,
    words.travelClass(segment.cabin ?? segment.cabinName ?? ''),
  ];
}

function layoverWords(before: Segment, after: Segment, words: Words): ReactNode[] {
  const { minutes, at, from } = layoverBetween(before, after);
  const time = minutes === undefined ? undefined : formatDuration(`PT${minutes}M`, words);
  return at && from ? [words.airportChange(at.code, from.code), time] : [words.layover(time, at && nameOf(at))];
}

/** The day, if it differs from the day on which the leg began. */
function laterDay(leg: Leg, { at }: FlightPoint, locale?: string): string | undefined {
  return dayShift(leg.segments[0]?.departure.at ?? '', at) === 0 ? undefined : formatDay(at, locale);
}

const nameOf = ({ code, city, name }: Place): string => {
  const known = city ?? name;
  return known && known !== code ? `${known} (${code})` : code;
};
