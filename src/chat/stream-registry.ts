import type { Operation } from 'effection';
import { inSlices } from '../session/in-slices.ts';
import { longestTimer } from '../session/within.ts';
import { ChatRequestError } from './chat-error.ts';
import type { ChatLimits } from './chat-limits.ts';
import { createResponseStream, type ResponseStream, type StreamReading } from './response-stream.ts';

/**
 * The requests being served, and the streams that can be resumed.
 *
 * An owner has a fixed number of places. Each request takes one, from the arrival of its body until its reader has
 * everything or is gone. Free places keep unread streams for readers that come back; the oldest goes first.
 */
export interface StreamRegistry {
  /** @throws {ChatRequestError} 429 where every place is taken by a request */
  enter(owner: string | undefined): Visit;
  /** End every stream and forget all of them. */
  close(): Operation<void>;
}

/** One request's place. Streams belong to their owner: for other callers they do not exist. */
export interface Visit {
  /** @throws {ChatRequestError} 409 for an id that its owner has used */
  open(id: string): ResponseStream;
  /** @throws {ChatRequestError} 404 for a stream that is not there, or no longer reaches back that far */
  resume(id: string, afterLsn: number): ResponseStream;
  /** Read a stream that was opened or resumed; leaves when the reader has everything, or left. */
  read(stream: ResponseStream, afterLsn: number): ReadableStream<Uint8Array>;
  /** Give the place up; does nothing the second time. */
  leave(): void;
}

type StreamLimits = Pick<
  ChatLimits,
  'keepAlive' | 'resumeWindow' | 'streamBytes' | 'resumeBytes' | 'streamsPerOwner' | 'streams' | 'anonymousStreams'
>;

export function createStreamRegistry(limits: StreamLimits): StreamRegistry {
  const streams = new Map<string, KeptStream>();
  const everybody = createPool(Infinity);
  const owners = createPool(limits.streams);
  const nobody = createPool(limits.anonymousStreams);
  const perOwner = new Map<string, Pool>();
  let unreadBytes = 0;

  function poolsOf(owner: string | undefined): readonly Pool[] {
    if (owner === undefined) return [nobody, everybody];
    const mine = perOwner.get(owner) ?? createPool(limits.streamsPerOwner);
    perOwner.set(owner, mine);
    return [mine, owners, everybody];
  }

  function setUnread(kept: KeptStream, isUnread: boolean): void {
    if (everybody.unread.has(kept) === isUnread) return;
    unreadBytes += isUnread ? kept.stream.bytes() : -kept.stream.bytes();
    for (const { unread } of kept.pools) {
      if (isUnread) unread.add(kept);
      else unread.delete(kept);
    }
  }

  function forget(kept: KeptStream): void {
    setUnread(kept, false);
    streams.delete(kept.key);
    clearTimeout(kept.timer);
    // The turn that writes it may run for a long time.
    if (kept.stream.readers === 0) kept.stream.drop();
    tidy(kept.stream.owner);
  }

  function makeRoom(pools: readonly Pool[]): void {
    for (const { limit, visits, unread } of pools) {
      for (const oldest of unread) {
        if (visits.size + unread.size <= limit) break;
        forget(oldest);
      }
    }
    for (const oldest of everybody.unread) {
      if (unreadBytes <= limits.resumeBytes) return;
      forget(oldest);
    }
  }

  function tidy(owner: string | undefined): void {
    if (owner === undefined) return;
    const mine = perOwner.get(owner);
    if (mine?.visits.size === 0 && mine.unread.size === 0) perOwner.delete(owner);
  }

  return {
    enter(owner) {
      const pools = poolsOf(owner);
      // The owner's own places first: one that is freed there is free for all owners too.
      for (const pool of pools) {
        if (pool.visits.size < pool.limit || cutStalled(pool, limits.keepAlive)) continue;
        tidy(owner);
        throw tooManyStreams();
      }
      let mine: KeptStream | undefined;
      const place: Place = { reading: undefined };
      for (const { visits } of pools) visits.add(place);

      function take(kept: KeptStream): ResponseStream {
        mine = kept;
        kept.stream.readers += 1;
        setUnread(kept, false);
        // Don't do this earlier: the stream being resumed may be the next to go.
        makeRoom(pools);
        return kept.stream;
      }

      function leave(): void {
        if (!everybody.visits.has(place)) return;
        for (const { visits } of pools) visits.delete(place);
        if (mine !== undefined) {
          mine.stream.readers -= 1;
          if (mine.stream.readers === 0 && streams.get(mine.key) === mine) setUnread(mine, true);
          makeRoom(pools);
        }
        tidy(owner);
      }

      return {
        open(id) {
          const key = keyOf(owner, id);
          if (streams.has(key)) {
            const message = 'This X-Session-Id names a stream already. Make a new one for every request.';
            throw new ChatRequestError(409, 'STREAM_IN_USE', message);
          }
          const { keepAlive, streamBytes: maxBytes } = limits;
          const stream = createResponseStream({
            id,
            owner,
            keepAlive,
            maxBytes,
            onBytes(change) {
              if (!everybody.unread.has(kept)) return;
              unreadBytes += change;
              makeRoom([]);
            },
            onEnd() {
              if (streams.get(key) !== kept) return;
              kept.timer = setTimeout(() => forget(kept), Math.min(limits.resumeWindow, longestTimer));
            },
          });
          const kept: KeptStream = { key, stream, pools, timer: undefined };
          streams.set(key, kept);
          return take(kept);
        },
        resume(id, afterLsn) {
          const kept = streams.get(keyOf(owner, id));
          if (kept?.stream.reaches(afterLsn) === true) return take(kept);
          const message = 'There is no such stream to resume. Attach to the conversation instead.';
          throw new ChatRequestError(404, 'STREAM_NOT_FOUND', message);
        },
        read(stream, afterLsn) {
          place.reading = stream.read(afterLsn, leave);
          return place.reading.body;
        },
        leave,
      };
    },
    close: () =>
      inSlices(streams.values(), (kept) => {
        kept.stream.end();
        forget(kept);
      }),
  };
}

export function tooManyStreams(): ChatRequestError {
  return new ChatRequestError(429, 'TOO_MANY_STREAMS', 'Too many streams are open. Close one, or wait a moment.');
}

/** The callers that share a limit. */
interface Pool {
  readonly limit: number;
  readonly visits: Set<Place>;
  /** The streams that nobody reads, the longest unread first. */
  readonly unread: Set<KeptStream>;
}

interface Place {
  reading: StreamReading | undefined;
}

interface KeptStream {
  readonly key: string;
  readonly stream: ResponseStream;
  readonly pools: readonly Pool[];
  timer: ReturnType<typeof setTimeout> | undefined;
}

function createPool(limit: number): Pool {
  return { limit, visits: new Set(), unread: new Set() };
}

/** Cut off a reader that takes nothing: it left without notice. Clients use the same measure for a silent server. */
function cutStalled({ visits }: Pool, keepAlive: number): boolean {
  const before = Date.now() - Math.max(3 * keepAlive, 10_000);
  for (const { reading } of visits) {
    if ((reading?.stalledSince() ?? Infinity) > before) continue;
    reading?.cut();
    return true;
  }
  return false;
}

function keyOf(owner: string | undefined, id: string): string {
  return JSON.stringify([owner ?? null, id]);
}
