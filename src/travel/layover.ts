import { isTimeZone, momentsAt } from '../words/time-zone.ts';
import type { FlightPoint, Place, Segment } from './flight.ts';

/** The time on the ground between two segments. */
export interface Layover {
  /** By time zones or UTC offsets, so clocks may change meanwhile. Absent if the two times cannot be compared. */
  minutes?: number | undefined;
  /** The airport of arrival. */
  at?: Place | undefined;
  /** The airport of departure, if it is another one. */
  from?: Place | undefined;
}

/** The length and place of the wait between two segments. */
export function layoverBetween({ arrival }: Segment, { departure }: Segment): Layover {
  const changes = arrival.place && departure.place && arrival.place.code !== departure.place.code;
  // An airport has one time zone, even if only one side names it.
  const shared = changes ? undefined : (zoneOf(arrival) ?? zoneOf(departure));
  // Compare the clocks of one airport as they are only if nothing tells when they change.
  const isUnzoned = !changes && shared === undefined && !(arrival.utcOffset && departure.utcOffset);
  const timed = (point: FlightPoint): ZonedTime =>
    isUnzoned ? { at: point.at, utcOffset: 'Z' } : { ...point, timeZone: zoneOf(point) ?? shared };
  return {
    minutes: minutesBetween(timed(arrival), timed(departure)),
    at: arrival.place ?? departure.place,
    from: changes ? departure.place : undefined,
  };
}

/** The time zone of a point's place, if it is a known one. */
function zoneOf({ place }: FlightPoint): string | undefined {
  return place?.timeZone && isTimeZone(place.timeZone) ? place.timeZone : undefined;
}

/** A local time, and how far its clock is from UTC: the offset itself, or the time zone to look it up in. */
interface ZonedTime {
  at: string;
  utcOffset?: string | undefined;
  timeZone?: string | undefined;
}

/**
 * The minutes between two moments. Undefined if one is unknown, because its date or both offset and zone are missing or
 * its clock shows that time twice or never, or if the second comes first.
 */
function minutesBetween(from: ZonedTime, to: ZonedTime): number | undefined {
  const minutes = (instantOf(to) - instantOf(from)) / 60_000;
  return minutes >= 0 ? minutes : undefined;
}

/** In milliseconds since the Unix epoch. `NaN` if unknown. */
function instantOf({ at, utcOffset, timeZone }: ZonedTime): number {
  const [local] = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.exec(at) ?? [];
  const [offset] = /^(?:Z|[+-]\d\d:?\d\d)$/.exec(utcOffset ?? '') ?? [];
  if (offset) return Date.parse(local + offset.replace(/(\d\d)(\d\d)/, '$1:$2'));
  const wall = Date.parse(`${local}Z`);
  const [moment = NaN, ...others] = timeZone && wall ? momentsAt(wall, timeZone) : [];
  return others.length > 0 ? NaN : moment;
}
