import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * Serves Node's requests with a handler of `Request` and `Response`.
 *
 * Node's own streams are enough, so this needs no adapter library: `pipeline` waits for slow readers, and cancels
 * the response's body when the reader leaves.
 */
export function nodeListener(handler: (request: Request) => Promise<Response>) {
  return async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const request = requestOf(incoming);
    // The next request on this connection comes after the rest of a body that nobody reads.
    outgoing.once('finish', () => incoming.complete || incoming.removeAllListeners('data').resume());
    const response = request === undefined ? new Response('Bad request', { status: 400 }) : await handler(request);
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    if (response.body === null) {
      outgoing.end();
      return;
    }
    outgoing.flushHeaders();
    // A reader that leaves is not an error: the turn continues without it.
    await pipeline(Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]), outgoing).catch(
      () => undefined,
    );
  };
}

/** Undefined for what no `Request` can hold, such as the method TRACE, or a Host that is none. */
function requestOf(incoming: IncomingMessage): Request | undefined {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    for (const one of [value ?? []].flat()) headers.append(name, one);
  }
  const method = incoming.method ?? 'GET';
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const init = {
    method,
    headers,
    ...(hasBody && { body: Readable.toWeb(incoming) as unknown as ReadableStream, duplex: 'half' }),
  };
  try {
    // Don't resolve the path against the host: "//a.example/" would lead to another.
    return new Request(`http://${incoming.headers.host || 'localhost'}${incoming.url ?? '/'}`, init);
  } catch {
    return undefined;
  }
}
