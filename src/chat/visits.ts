import { ChatRequestError } from './chat-errors.ts';
import type { ChatLimits } from './chat-limits.ts';
import type { Reading } from './conversation-log.ts';

/**
 * The requests being served. Each owner has a fixed number of places. A request takes one from the arrival of its body
 * until its reader has everything or is gone.
 */
export interface Visits {
  /** @throws {ChatRequestError} 429 if every place is taken */
  enter(owner: string | undefined): Visit;
}

/** One request's place. */
export interface Visit {
  /** The response is being read. From now on a stalled reader can lose its place. */
  reads(reading: Reading): void;
  /** Give up the place. Calling this again does nothing. */
  leave(): void;
}

type VisitLimits = Pick<ChatLimits, 'keepAlive' | 'streamsPerOwner' | 'streams' | 'anonymousStreams'>;

export function createVisits(limits: VisitLimits): Visits {
  const owners = createPool(limits.streams);
  const nobody = createPool(limits.anonymousStreams);
  const perOwner = new Map<string, Pool>();

  function poolsOf(owner: string | undefined): readonly Pool[] {
    if (owner === undefined) return [nobody];
    const mine = perOwner.get(owner) ?? createPool(limits.streamsPerOwner);
    perOwner.set(owner, mine);
    return [mine, owners];
  }

  function tidy(owner: string | undefined): void {
    if (owner !== undefined && perOwner.get(owner)?.places.size === 0) perOwner.delete(owner);
  }

  return {
    enter(owner) {
      const pools = poolsOf(owner);
      // Check the owner's own places first: a place freed there also frees one in the shared pool.
      for (const pool of pools) {
        if (pool.places.size < pool.limit || cutStalled(pool, limits.keepAlive)) continue;
        tidy(owner);
        throw tooManyStreams();
      }
      const place: Place = { reading: undefined };
      for (const { places } of pools) places.add(place);
      return {
        reads(reading) {
          place.reading = reading;
        },
        leave() {
          for (const { places } of pools) places.delete(place);
          tidy(owner);
        },
      };
    },
  };
}

export function tooManyStreams(): ChatRequestError {
  return new ChatRequestError(429, 'TOO_MANY_STREAMS', 'Too many streams are open. Close one, or wait a moment.');
}

/** The callers that share a limit. */
interface Pool {
  readonly limit: number;
  readonly places: Set<Place>;
}

interface Place {
  reading: Reading | undefined;
}

function createPool(limit: number): Pool {
  return { limit, places: new Set() };
}

/** Cut off a stalled reader: it left without notice. Clients use the same timeout for a silent server. */
function cutStalled({ places }: Pool, keepAlive: number): boolean {
  const before = Date.now() - Math.max(3 * keepAlive, 10_000);
  for (const { reading } of places) {
    if ((reading?.stalledSince() ?? Infinity) > before) continue;
    reading?.cut();
    return true;
  }
  return false;
}
