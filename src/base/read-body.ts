import { after, firstDone } from './coming.ts';

/** A request's body as text, or why there is none. */
export type ReadBody = { readonly text: string; readonly fault?: undefined } | { readonly fault: BodyFault };

/** Why a body is refused, as the response says it. */
export interface BodyFault {
  /** The HTTP status. */
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly cause?: unknown;
}

/**
 * Read a request's body. What is left of a refused one is not read.
 *
 * @param patience - half of what it may take to arrive, in milliseconds
 */
export async function readBody(
  request: Request,
  { bytes, patience }: { readonly bytes: number; readonly patience: number },
): Promise<ReadBody> {
  if (Number(request.headers.get('content-length') ?? 0) > bytes) return tooLarge(bytes);
  if (request.body === null) return { text: '' };
  const bodyTime = 2 * patience;
  const reader = request.body.getReader();
  const read = await firstDone(readAll(reader, bytes), after(bodyTime, tooLate(bodyTime)));
  // Don't await this: the rest of the body is not needed, and a transport may be slow to stop.
  if (read.fault !== undefined) reader.cancel().catch(() => undefined);
  return read;
}

/** What is wrong with a body that is no JSON. */
export function notJson(text: string): string {
  if (text !== '') return 'The body is not JSON.';
  return 'There is no body. What reads it first, such as express.json(), must come after this handler.';
}

async function readAll(reader: ReadableStreamDefaultReader<Uint8Array>, most: number): Promise<ReadBody> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  try {
    for (;;) {
      // Read in sequence: each piece comes after the one before.
      const { done, value } = await reader.read();
      if (done) return { text: text + decoder.decode() };
      bytes += value.byteLength;
      if (bytes > most) return tooLarge(most);
      text += decoder.decode(value, { stream: true });
    }
  } catch (cause) {
    const message = 'The body broke off before its end. Send it again.';
    return { fault: { status: 400, code: 'BODY_CUT', message, cause } };
  }
}

function tooLarge(bytes: number): ReadBody {
  const message = `The body is larger than ${bytes} bytes. Send less.`;
  return { fault: { status: 413, code: 'BODY_TOO_LARGE', message } };
}

function tooLate(milliseconds: number): ReadBody {
  const message = `The body took longer than ${milliseconds} ms to arrive. Send it again.`;
  return { fault: { status: 408, code: 'BODY_TIMEOUT', message } };
}
