import type { ChatStreamEvent } from '../protocol/chat-event.ts';
import type { HostReply } from './turn-command.ts';

export type Reading = ReturnType<typeof createReading>;

export interface ReadingOptions {
  readonly owner: string | undefined;
  /** Send an event to this reader only. It gets no revision. */
  reply(event: ChatStreamEvent | HostReply): void;
  /** What the reader gets. It ends when `left` aborts, which it is then asked for once more. */
  readonly texts: AsyncIterator<string>;
  /** Aborts when the reader has everything, has left, or was cut off. */
  readonly left: AbortController;
}

/** Written out, the compiler gives `Uint8Array` a parameter that TypeScript 5.6 does not know. */
interface Bytes extends ReadableStream<Uint8Array> {}

/** A response that a client reads. */
export function createReading({ owner, reply, texts, left }: ReadingOptions) {
  const { signal } = left;
  let stalledSince: number | undefined;

  function leave(end?: () => void): void {
    if (signal.aborted) return;
    left.abort(hasLeft);
    end?.();
    texts.next().catch(() => undefined);
  }

  let close: (() => void) | undefined;
  /** Cut the reader off. */
  const cut = () => leave(close);
  const body: Bytes = new ReadableStream({
    start(controller) {
      close = () => controller.close();
    },
    async pull(controller) {
      stalledSince = undefined;
      try {
        const { done, value } = await texts.next();
        if (signal.aborted) return;
        if (done === true) return cut();
        stalledSince = Date.now();
        controller.enqueue(encoder.encode(value));
      } catch (error) {
        leave(() => controller.error(error));
      }
    },
    cancel: () => leave(),
  });
  return {
    owner,
    body,
    reply,
    /** Since when a line has waited for the reader to take it, in milliseconds since the Unix epoch. */
    stalledSince: () => stalledSince,
    cut,
    left: signal,
  };
}

/** The texts of a response, as they come. The reader leaves with the loop. */
export async function* textsOf({ body }: Pick<Reading, 'body'>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield decoder.decode(value, { stream: true });
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

const encoder = new TextEncoder();
/** One reason for all: without one, each request would make an error and its stack, which takes 40 µs. */
const hasLeft = new Error('The reader has left.');
