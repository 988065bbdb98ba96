import type { Operation } from 'effection';
import { isObject, parseJson } from '../../protocol/json.ts';
import { ClientError } from '../client-error.ts';
import { readStart } from './read-start.ts';

/** Read why a server refused a request: `{"error": {code, message}}`, or the status alone. */
export function* readRefusal(response: Response): Operation<ClientError> {
  const { status } = response;
  // What is longer, or does not end, leaves the status to speak.
  const body = parseJson(yield* readStart(response, 65_536, 1000));
  const error = isObject(body) ? body.error : undefined;
  if (isObject(error) && typeof error.code === 'string') {
    const message = typeof error.message === 'string' ? error.message : `The server refused the request (${status}).`;
    return new ClientError(error.code, message, { status });
  }
  return new ClientError('HTTP_ERROR', `The server answered ${status} and no reason. Try again.`, { status });
}

/** How long the server asks to wait, in milliseconds. */
export function readRetryAfter({ headers }: Response): number | undefined {
  const given = headers.get('retry-after');
  if (given === null) return undefined;
  const milliseconds = /^\d+$/.test(given.trim()) ? Number(given) * 1000 : Date.parse(given) - Date.now();
  return Number.isNaN(milliseconds) ? undefined : Math.max(0, milliseconds);
}
