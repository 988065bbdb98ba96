import { race, sleep, until, type Operation } from 'effection';

/**
 * Read the start of a response's text, so much and for so long at most; whatever comes after is left unread.
 *
 * @param maxBytes - of the body
 * @param milliseconds - until what has come by then must do
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
    // A body that breaks off leaves what came of it.
  }
  // Nobody reads on, and nobody waits until the other side has heard so.
  reader.cancel().catch(() => undefined);
  return text;
}
