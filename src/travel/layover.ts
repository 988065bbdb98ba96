import type { Place, Segment } from './flight.ts';
import { instantOf, minutesBetween } from './local-time.ts';

/** The time on the ground between two segments. */
export interface Layover {
  /** Absent if the two local times cannot be compared. */
  minutes?: number | undefined;
  /** The airport of arrival. */
  at?: Place | undefined;
  /** The airport of departure, if it is another one. */
  from?: Place | undefined;
}

/** The length and place of the wait between two segments. */
export function layoverBetween(before: Segment, after: Segment): Layover {
  const { arrival } = before;
  const { departure } = after;
  const changes = arrival.place && departure.place && arrival.place.code !== departure.place.code;
  return {
    minutes: changes ? zoned(before, after) : (zoned(before, after) ?? minutesBetween(arrival.at, departure.at)),
    at: arrival.place ?? departure.place,
    from: changes ? departure.place : undefined,
  };
}

/** The minutes by the UTC offsets, which stay right when clocks change. Undefined unless both are given. */
function zoned({ arrival }: Segment, { departure }: Segment): number | undefined {
  const from = instantOf(arrival.at, arrival.utcOffset);
  const to = instantOf(departure.at, departure.utcOffset);
  return from === undefined || to === undefined || to < from ? undefined : to - from;
}
