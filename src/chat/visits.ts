import { createAdmission } from '../base/admission.ts';
import { ChatRequestError } from './chat-errors.ts';
import type { ChatLimits } from './chat-limits.ts';
import type { Reading } from './reading.ts';

type VisitLimits = Pick<ChatLimits, 'keepAlive' | 'streamsPerOwner' | 'streams' | 'anonymousStreams'>;

/** One request's place. */
export type Visit = ReturnType<ReturnType<typeof createVisits>['enter']>;

/**
 * The requests being served. Each owner has a fixed number of places. A request takes one from the arrival of its body
 * until its reader has everything or is gone.
 */
export function createVisits({ keepAlive, streamsPerOwner, streams, anonymousStreams }: VisitLimits) {
  const places = createAdmission<Place>(
    { perOwner: streamsPerOwner, owners: streams, anonymous: anonymousStreams },
    (holders) => stopWaiting(holders) || cutStalled(holders, keepAlive),
  );
  return {
    /** @throws {ChatRequestError} 429 if every place is taken */
    enter(owner: string | undefined) {
      const place: Place = { reading: undefined, stop: undefined };
      const leave = places.take(owner, place);
      if (leave === undefined) throw tooManyStreams();
      return {
        /** The response is being read: the place is the reader's until it has left. A stalled one can lose it. */
        reads(reading: Reading): void {
          place.reading = reading;
          reading.left.addEventListener('abort', leave);
          if (reading.left.aborted) leave();
        },
        /** The request only waits for news: it is ended with `stop` where another one needs its place. */
        waits(stop: () => void): void {
          place.stop = () => {
            leave();
            stop();
          };
        },
        /** Give up the place. Calling this again does nothing. */
        leave,
      };
    },
  };
}

export function tooManyStreams(): ChatRequestError {
  return new ChatRequestError(429, 'TOO_MANY_STREAMS', 'Too many streams are open. Close one, or wait a moment.');
}

interface Place {
  reading: Reading | undefined;
  /** Gives up its place. */
  stop: (() => void) | undefined;
}

/** A page that waits for news asks again. */
function stopWaiting(places: Iterable<Place>): boolean {
  for (const { stop } of places) {
    stop?.();
    if (stop !== undefined) return true;
  }
  return false;
}

/** Cut off a stalled reader: it left without notice. Clients use the same timeout for a silent server. */
function cutStalled(places: Iterable<Place>, keepAlive: number): boolean {
  const before = Date.now() - Math.max(3 * keepAlive, 10_000);
  for (const { reading } of places) {
    if ((reading?.stalledSince() ?? Infinity) > before) continue;
    reading?.cut();
    return true;
  }
  return false;
}
