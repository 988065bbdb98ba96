import { nextTurn } from '../base/wait.ts';
import { CodedError } from '../protocol/coded-error.ts';

const tooSlow = 'The client reads too slowly, so its response was cut off. Read it as it comes.';

/** A reader that takes nothing for so long has left without notice, in milliseconds. */
const stallTime = 10_000;

/**
 * Pass a stream of events on to its reader. A stalled reader that leaves too much unread is cut off. Another response is
 * whole by now, and stays as it is.
 *
 * @param mostUnread - in bytes
 * @param onOver - called when the stream has been read to its end, or its reader is gone
 */
export function watchResponse(response: Response, mostUnread: number, onOver: () => void = () => undefined): Response {
  if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true || response.body === null) {
    onOver();
    return response;
  }
  const source = response.body.getReader();
  let written = 0;
  let read = 0;
  let readAt = Date.now();

  /** Look how far the reader is. Nothing tells when it reads. */
  function hasStalled(unread: number): boolean {
    if (written - unread > read || unread === 0) {
      read = written - unread;
      readAt = Date.now();
    }
    return unread > mostUnread && Date.now() - readAt >= stallTime;
  }

  async function pass(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    // Let the server send the headers first. If it has a piece by then, it may wait a millisecond for the next.
    await new Promise<void>(nextTurn);
    for (;;) {
      // Read in sequence: each piece comes after the one before.
      const { done, value } = await source.read();
      if (done) return controller.close();
      if (hasStalled(-(controller.desiredSize ?? 0))) throw new CodedError('SLOW_READER', tooSlow);
      controller.enqueue(value);
      written += value.byteLength;
    }
  }

  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        void pass(controller)
          .catch((error: unknown) => {
            controller.error(error);
            source.cancel(error).catch(() => undefined);
          })
          .finally(onOver);
      },
      cancel: (reason) => source.cancel(reason),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 0 }),
  );
  return new Response(body, response);
}
