/**
 * Read the start of a response's text, within a size and a time limit. The rest is left unread.
 *
 * @param maxBytes - of the body
 * @param milliseconds - the time limit
 * @param signal - ends the reading, too
 */
export async function readStart(
  response: Response,
  maxBytes: number,
  milliseconds: number,
  signal?: AbortSignal,
): Promise<string> {
  if (response.body === null) return '';
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  // Don't wait for the cancellation: nothing more is read, and a read under way is done at once.
  const stop = () => void reader.cancel().catch(() => undefined);
  const timer = setTimeout(stop, milliseconds);
  signal?.addEventListener('abort', stop);
  let text = '';
  try {
    for (let bytes = 0; bytes < maxBytes;) {
      const { done, value } = await reader.read();
      if (done) break;
      bytes += value.byteLength;
      text += decoder.decode(value.subarray(0, maxBytes), { stream: true });
    }
  } catch {
    // If the body breaks off, keep what came.
  }
  clearTimeout(timer);
  signal?.removeEventListener('abort', stop);
  stop();
  return text;
}
