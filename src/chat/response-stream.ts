import type { ChatStreamEvent } from '../protocol/chat-event.ts';

/**
 * The events of one response, numbered and kept, so that a reader who was cut off can read on from where it was.
 * Whether and how fast anybody reads makes no difference to whoever writes.
 */
export interface ResponseStream {
  readonly id: string;
  readonly owner: string | undefined;
  write(event: ChatStreamEvent): void;
  /** There is nothing more to come. */
  end(): void;
  isEnded(): boolean;
  /** Read from behind an LSN: what is there already, then the rest as it comes. */
  read(afterLsn: number): ReadableStream<Uint8Array>;
}

export interface ResponseStreamOptions {
  id: string;
  owner: string | undefined;
  /** How often a reader who waits gets a blank line, in milliseconds. */
  keepAlive: number;
  onEnd(): void;
}

export function createResponseStream({ id, owner, keepAlive, onEnd }: ResponseStreamOptions): ResponseStream {
  const encoder = new TextEncoder();
  const lines: Uint8Array[] = [];
  const waiting = new Set<() => void>();
  let ended = false;

  function wake(): void {
    for (const onMore of waiting) onMore();
  }

  return {
    id,
    owner,
    isEnded: () => ended,
    write(event) {
      if (ended) return;
      lines.push(encoder.encode(`${JSON.stringify({ lsn: lines.length + 1, event })}\n`));
      wake();
    },
    end() {
      if (ended) return;
      ended = true;
      wake();
      onEnd();
    },
    read(afterLsn) {
      let next = Math.max(0, afterLsn);
      let stopWaiting = (): void => undefined;
      return new ReadableStream<Uint8Array>({
        async pull(controller) {
          while (next >= lines.length && !ended) {
            const more = await new Promise<boolean>((resolve) => {
              const onMore = () => resolve(true);
              const timer = setTimeout(() => resolve(false), keepAlive);
              waiting.add(onMore);
              stopWaiting = () => {
                clearTimeout(timer);
                waiting.delete(onMore);
                resolve(true);
              };
            });
            stopWaiting();
            stopWaiting = () => undefined;
            if (!more) {
              controller.enqueue(encoder.encode('\n'));
              return;
            }
            if (next === Number.POSITIVE_INFINITY) return;
          }
          const line = lines[next];
          if (line === undefined) {
            controller.close();
            return;
          }
          next += 1;
          controller.enqueue(line);
        },
        cancel() {
          next = Number.POSITIVE_INFINITY;
          stopWaiting();
        },
      });
    },
  };
}
