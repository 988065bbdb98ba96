import { ChatRequestError } from './chat-error.ts';
import type { ChatLimits } from './chat-limits.ts';
import { longestTimer } from '../session/within.ts';
import { createResponseStream, type ResponseStream } from './response-stream.ts';

/** The streams that are open, and those that can still be resumed. Each belongs to its owner: for anybody else it does not exist. */
export interface StreamRegistry {
  /**
   * @throws {ChatRequestError} 409 for an id that its owner has used, 429 where too many are open
   */
  open(owner: string | undefined, id: string): ResponseStream;
  /** @throws {ChatRequestError} 404 for one that is not there, or no longer reaches back that far */
  resume(owner: string | undefined, id: string, afterLsn: number): ResponseStream;
  /** End every stream and forget all of them. */
  close(): void;
}

type StreamLimits = Pick<
  ChatLimits,
  'keepAlive' | 'resumeWindow' | 'streamBytes' | 'resumeBytes' | 'streamsPerOwner' | 'streams'
>;

export function createStreamRegistry(limits: StreamLimits): StreamRegistry {
  const open = new Map<string, ResponseStream>();
  const perOwner = new Map<string, number>();
  /** In the order of their end. */
  const ended = new Map<string, { stream: ResponseStream; timer: ReturnType<typeof setTimeout> }>();
  let endedBytes = 0;

  function forget(key: string): void {
    const kept = ended.get(key);
    if (kept === undefined) return;
    clearTimeout(kept.timer);
    endedBytes -= kept.stream.bytes();
    ended.delete(key);
  }

  function keep(key: string, stream: ResponseStream): void {
    open.delete(key);
    count(stream.owner, -1);
    ended.set(key, { stream, timer: setTimeout(() => forget(key), Math.min(limits.resumeWindow, longestTimer)) });
    endedBytes += stream.bytes();
    for (const oldest of ended.keys()) {
      if (endedBytes <= limits.resumeBytes) return;
      forget(oldest);
    }
  }

  function count(owner: string | undefined, change: number): number {
    if (owner === undefined) return 0;
    const next = (perOwner.get(owner) ?? 0) + change;
    if (next > 0) perOwner.set(owner, next);
    else perOwner.delete(owner);
    return next;
  }

  return {
    open(owner, id) {
      const key = keyOf(owner, id);
      if (open.has(key) || ended.has(key)) {
        const message = 'This X-Session-Id names a stream already. Make a new one for every request.';
        throw new ChatRequestError(409, 'STREAM_IN_USE', message);
      }
      if (open.size >= limits.streams || count(owner, 0) >= limits.streamsPerOwner) {
        throw new ChatRequestError(429, 'TOO_MANY_STREAMS', 'Too many streams are open. Close one, or wait a moment.');
      }
      const { keepAlive, streamBytes: maxBytes } = limits;
      const stream = createResponseStream({ id, owner, keepAlive, maxBytes, onEnd: () => keep(key, stream) });
      open.set(key, stream);
      count(owner, 1);
      return stream;
    },
    resume(owner, id, afterLsn) {
      const key = keyOf(owner, id);
      const stream = open.get(key) ?? ended.get(key)?.stream;
      if (stream?.reaches(afterLsn) === true) return stream;
      const message = 'There is no such stream to resume. Attach to the conversation instead.';
      throw new ChatRequestError(404, 'STREAM_NOT_FOUND', message);
    },
    close() {
      for (const stream of open.values()) stream.end();
      for (const key of ended.keys()) forget(key);
    },
  };
}

function keyOf(owner: string | undefined, id: string): string {
  return JSON.stringify([owner ?? null, id]);
}
