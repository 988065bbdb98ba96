import type { ChatStreamEvent } from '../protocol/chat-event.ts';
import { longestTimer } from '../session/within.ts';

/**
 * The events of one response, numbered and kept, so that a reader who was cut off can read on from where it was.
 * Whether and how fast anybody reads makes no difference to whoever writes.
 */
export interface ResponseStream {
  readonly id: string;
  readonly owner: string | undefined;
  /** How many requests read it, or are about to. */
  readers: number;
  write(event: ChatStreamEvent): void;
  /** There is nothing more to come. */
  end(): void;
  /** End it and free the lines it keeps. */
  drop(): void;
  isEnded(): boolean;
  /** How much is kept just now. */
  bytes(): number;
  /** True while everything behind an LSN is kept. */
  reaches(afterLsn: number): boolean;
  /**
   * Read from after an LSN: the lines kept so far, then new ones as they arrive. A reader that lags too far is cut off.
   *
   * @param onLeft - called when the reader has everything, or has left; maybe more than once
   */
  read(afterLsn: number, onLeft?: () => void): StreamReading;
}

/** One reader of a stream. */
export interface StreamReading {
  readonly body: ReadableStream<Uint8Array>;
  /** When a line began to wait for the reader to take it, in milliseconds since the Unix epoch. */
  stalledSince(): number | undefined;
  /** Cut the reader off. */
  cut(): void;
}

export interface ResponseStreamOptions {
  id: string;
  owner: string | undefined;
  /** How often a reader who waits gets a blank line, in milliseconds. */
  keepAlive: number;
  /** How much is kept; what is older goes. */
  maxBytes: number;
  /** Called with the number of bytes by which the kept size changed. */
  onBytes?: ((change: number) => void) | undefined;
  onEnd(): void;
}

export function createResponseStream(options: ResponseStreamOptions): ResponseStream {
  const { id, owner, keepAlive, maxBytes, onBytes, onEnd } = options;
  const encoder = new TextEncoder();
  const blankLine = encoder.encode('\n');
  const waiting = new Set<() => void>();
  const lines: Uint8Array[] = [];
  /** How many lines are gone from the front. */
  let gone = 0;
  let bytes = 0;
  let ended = false;

  function wake(): void {
    for (const onMore of waiting) onMore();
  }

  /** Wait for a line or the end; false when it was time for a sign of life instead. */
  function more(signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const done = (isMore: boolean) => {
        clearTimeout(timer);
        waiting.delete(onMore);
        signal.removeEventListener('abort', onMore);
        resolve(isMore);
      };
      const onMore = () => done(true);
      const timer = setTimeout(() => done(false), Math.min(keepAlive, longestTimer));
      waiting.add(onMore);
      signal.addEventListener('abort', onMore);
    });
  }

  function end(): void {
    if (ended) return;
    ended = true;
    wake();
    onEnd();
  }

  return {
    id,
    owner,
    readers: 0,
    isEnded: () => ended,
    bytes: () => bytes,
    reaches: (afterLsn) => afterLsn >= gone,
    write(event) {
      if (ended) return;
      const before = bytes;
      const line = encoder.encode(`${JSON.stringify({ lsn: gone + lines.length + 1, event })}\n`);
      lines.push(line);
      bytes += line.byteLength;
      while (bytes > maxBytes && lines.length > 1) {
        bytes -= lines.shift()?.byteLength ?? 0;
        gone += 1;
      }
      wake();
      onBytes?.(bytes - before);
    },
    end,
    drop() {
      onBytes?.(-bytes);
      gone += lines.length;
      lines.length = 0;
      bytes = 0;
      end();
    },
    read(afterLsn, onLeft = () => undefined) {
      const left = new AbortController();
      let next = afterLsn;
      let stalledSince: number | undefined;
      let cut = () => left.abort();
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          cut = () => {
            if (left.signal.aborted) return;
            left.abort();
            controller.close();
            onLeft();
          };
        },
        async pull(controller) {
          stalledSince = undefined;
          while (next >= gone + lines.length && !ended && !left.signal.aborted) {
            if (await more(left.signal)) continue;
            stalledSince = Date.now();
            return controller.enqueue(blankLine);
          }
          if (left.signal.aborted) return;
          const line = lines[next - gone];
          next += 1;
          if (line === undefined) return cut();
          stalledSince = Date.now();
          controller.enqueue(line);
        },
        cancel() {
          left.abort();
          onLeft();
        },
      });
      return { body, stalledSince: () => stalledSince, cut: () => cut() };
    },
  };
}
