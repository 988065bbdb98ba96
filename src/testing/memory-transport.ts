import type { ChatTransport } from '../client/wire/chat-transport.ts';

/**
 * Connect a client to a chat handler in the same process: no server, no network, the same bytes.
 *
 * @example
 * const client = createPluginClient({ transport: memoryTransport(handler), plugins: [bookFlightPlugin] });
 */
export function memoryTransport(handler: (request: Request) => Promise<Response>): ChatTransport {
  return ({ body, headers, signal }) =>
    handler(
      new Request('http://memory.invalid/', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
        signal,
      }),
    );
}
