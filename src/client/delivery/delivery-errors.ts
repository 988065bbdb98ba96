import { ClientError } from '../client-error.ts';

/** Nothing can be sent: there is no chat server. */
export function noEndpoint(): ClientError {
  const what = 'This client has no chat server, so nothing can be sent to one.';
  return new ClientError('NO_ENDPOINT', `${what} Give createPluginClient an endpoint or a transport.`);
}

/** The server has not mentioned an answer. */
export function notConfirmed(): ClientError {
  return new ClientError('ANSWER_NOT_CONFIRMED', 'The server did not say that it has the answer. Send it again.');
}

/** A stream ended before it was complete. */
export function cut(cause?: unknown): ClientError {
  return new ClientError('STREAM_CUT', 'The server’s reply was cut off. Try again.', { cause });
}
