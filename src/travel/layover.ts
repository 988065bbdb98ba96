import type { Place, Segment } from './flight.ts';
import { instantOf, minutesBetween } from './local-time.ts';

/** The time on the ground between two segments. */
export interface Layover {
  /** Unknown where the two clocks cannot be compared. */
  minutes?: number | undefined;
  /** Where the traveller arrives. */
  at?: Place | undefined;
  /** Where the traveller leaves from, where that is another airport. */
  from?: Place | undefined;
}

/** How long and where a traveller waits between two segments. */
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

/** The minutes by the two offsets from UTC, where both are given; they see through a change of the clocks. */
function zoned({ arrival }: Segment, { departure }: Segment): number | undefined {
  const from = instantOf(arrival.at, arrival.utcOffset);
  const to = instantOf(departure.at, departure.utcOffset);
  return from === undefined || to === undefined || to < from ? undefined : to - from;
}
