import type { Place, Segment } from './flight.ts';
import { minutesBetween } from './local-time.ts';

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
  // By the UTC offsets, which stay right when clocks change, if both are given.
  const zoned = minutesBetween(arrival.at, departure.at, [arrival.utcOffset, departure.utcOffset]);
  return {
    minutes: changes ? zoned : (zoned ?? minutesBetween(arrival.at, departure.at)),
    at: arrival.place ?? departure.place,
    from: changes ? departure.place : undefined,
  };
}
