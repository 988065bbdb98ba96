import type { ChatRequestBody } from '../../protocol/chat-request.ts';

/**
 * Carries a POST to the chat server.
 *
 * A `Response` is read as a chat stream. Nothing means that the host reads the stream itself and feeds
 * what it brings to `client.push`, before the transport returns or afterwards. Throw where the POST or
 * the stream fails: the person can then try again.
 *
 * The headers `x-session-id` and `x-last-lsn` mean something to servers without revisions alone.
 */
export type ChatTransport = (request: ChatTransportRequest) => Promise<Response | void>;

/** A POST as a transport gets it. */
export interface ChatTransportRequest {
  body: ChatRequestBody;
  /** Lower-case names. */
  headers: Record<string, string>;
  /** Aborts when nobody wants the rest. */
  signal: AbortSignal;
}

/** A transport that POSTs JSON to an endpoint. */
export function createFetchTransport(endpoint: string, fetcher?: typeof fetch): ChatTransport {
  return ({ body, headers, signal }) =>
    // Look the global up at each call: hosts replace it after the client is made.
    (fetcher ?? globalThis.fetch)(endpoint, { method: 'POST', headers, body: JSON.stringify(body), signal });
}
