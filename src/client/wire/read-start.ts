import { race, sleep, until, type Operation } from 'effection';

/**
 * Read the start of a response's text, within a size and a time limit. The rest is left unread.
 *
 * @param maxBytes - of the body
 * @param milliseconds - the time limit
 */
export function* readStart(response: Response, maxBytes: number, milliseconds: number): Operation<string> {
  if (response.body === null) return '';
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  function* read(): Operation<void> {
    let bytes = 0;
    while (bytes < maxBytes) {
      const { done, value } = yield* until(reader.read());
      if (done) return;
      bytes += value.byteLength;
      text += decoder.decode(value.subarray(0, maxBytes), { stream: true });
    }
  }
  try {
    yield* race([read(), sleep(milliseconds)]);
  } catch {
    // If the body breaks off, keep what came.
  }
  // Don't wait for the cancellation: nothing more is read.
  reader.cancel().catch(() => undefined);
  return text;
}
