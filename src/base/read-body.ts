import { after, firstDone } from './coming.ts';

/** A request's body as text, or why there is none. */
export type ReadBody =
  | { readonly text: string; readonly fault?: undefined }
  /** `large`: it has too many bytes. `late`: it took too long to arrive. `cut`: it broke off, for this cause. */
  | { readonly fault: 'large' | 'late' | 'cut'; readonly cause?: unknown };

/**
 * Read a request's body. What is left of a refused one is not read.
 *
 * @param bodyTime - how long it may take to arrive, in milliseconds
 */
export async function readBody(
  request: Request,
  { bodyBytes, bodyTime }: { readonly bodyBytes: number; readonly bodyTime: number },
): Promise<ReadBody> {
  if (Number(request.headers.get('content-length') ?? 0) > bodyBytes) return { fault: 'large' };
  if (request.body === null) return { text: '' };
  const reader = request.body.getReader();
  const read = await firstDone(readAll(reader, bodyBytes), after<ReadBody>(bodyTime, { fault: 'late' }));
  // Don't await this: the rest of the body is not needed, and a transport may be slow to stop.
  if (read.fault !== undefined) reader.cancel().catch(() => undefined);
  return read;
}

async function readAll(reader: ReadableStreamDefaultReader<Uint8Array>, bodyBytes: number): Promise<ReadBody> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  try {
    for (;;) {
      // Read in sequence: each piece comes after the one before.
      const { done, value } = await reader.read();
      if (done) return { text: text + decoder.decode() };
      bytes += value.byteLength;
      if (bytes > bodyBytes) return { fault: 'large' };
      text += decoder.decode(value, { stream: true });
    }
  } catch (cause) {
    return { fault: 'cut', cause };
  }
}
