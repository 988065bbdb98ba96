import type { ChatRequestBody } from '../../protocol/chat-request.ts';

/**
 * Sends a POST to the chat server.
 *
 * Return a `Response` to have it read as a chat stream. Return nothing if the host reads the stream itself and passes
 * its events to `client.push`, before the transport returns or later. Throw if the POST or the stream fails: the person
 * can then retry.
 */
export type ChatTransport = (request: ChatTransportRequest) => Promise<Response | void>;

/** A POST as a transport gets it. */
export interface ChatTransportRequest {
  body: ChatRequestBody;
  /** Lower-case names. */
  headers: Record<string, string>;
  /** Aborts when the rest is no longer wanted. */
  signal: AbortSignal;
}

/** POST a body as JSON. */
export function postJson(
  endpoint: string,
  fetcher: typeof fetch | undefined,
  { body, headers, signal }: Omit<ChatTransportRequest, 'body'> & { readonly body: object },
): Promise<Response> {
  // Look up the global on each call: hosts may replace it after the client is created.
  return (fetcher ?? globalThis.fetch)(endpoint, { method: 'POST', headers, body: JSON.stringify(body), signal });
}
