import { createAdmission } from '../base/admission.ts';
import { ChatRequestError } from './chat-errors.ts';
import type { ChatBounds } from './chat-limits.ts';
import type { Reading } from './reading.ts';

type VisitLimits = Pick<ChatBounds, 'keepAlive' | 'perOwner' | 'perProcess'>;

/** One request's place. */
export type Visit = ReturnType<ReturnType<typeof createVisits>['enter']>;

/**
 * The requests being served. Each owner has a fixed number of places. A request takes one from the arrival of its body
 * until its reader has everything or is gone.
 */
export function createVisits(limits: VisitLimits) {
  const places = createAdmission<Place>(limits, (holders) => freeOne([...holders], limits.keepAlive));
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

/** End one that can come back: a page that waits for news, or a stalled reader, who left without notice. */
function freeOne(places: readonly Place[], keepAlive: number): boolean {
  // Clients use the same timeout for a silent server.
  const before = Date.now() - Math.max(3 * keepAlive, 10_000);
  const isStalled = ({ reading }: Place) => (reading?.stalledSince() ?? Infinity) <= before;
  const one = places.find(({ stop }) => stop !== undefined) ?? places.find(isStalled);
  one?.stop?.();
  one?.reading?.cut();
  return one !== undefined;
}
