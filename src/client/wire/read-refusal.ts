import { parseWithin } from '../../protocol/bounds.ts';
import { isObject } from '../../protocol/json.ts';
import { ClientError } from '../client-error.ts';
import type { FailedExchange } from '../delivery/exchange.ts';
import { readStart } from './read-start.ts';

/**
 * Read why a server refused a request: `{"error": {code, message}}`, or the status alone.
 *
 * @param signal - stops reading
 * @param endpoint - named in the message if the response has no URL
 */
export async function readRefusal(
  response: Response,
  signal: AbortSignal,
  endpoint: string | undefined,
): Promise<FailedExchange> {
  const { status } = response;
  const retryAfter = readRetryAfter(response);
  // If the body is too long or does not end, only the status counts.
  const { value: body } = parseWithin(await readStart(response, longest, 1000, signal), refusalBounds);
  const { code, message } = isObject(body) && isObject(body.error) ? body.error : {};
  const isTold = typeof code === 'string' && code.length <= 1000;
  const bare = `${placeOf(response, endpoint)} answered ${status}: ${meaningOf(status)}`;
  const why = isTold && typeof message === 'string' ? message : bare;
  return { kind: 'refused', error: new ClientError(isTold ? code : 'HTTP_ERROR', why, { status }), retryAfter };
}

/** The server refused a request, or no server of ours is there: a page of a sign-in or of a proxy, say. */
export function isRefused({ ok, headers }: Response): boolean {
  return !ok || headers.get('content-type')?.startsWith('text/html') === true;
}

/** In bytes. */
const longest = 65_536;
const refusalBounds = { characters: longest, values: 1000, depth: 50 };

/** How long the server asks to wait, in milliseconds. */
function readRetryAfter({ headers }: Response): number | undefined {
  const given = headers.get('retry-after');
  if (given === null) return undefined;
  const milliseconds = /^\d+$/.test(given.trim()) ? Number(given) * 1000 : Date.parse(given) - Date.now();
  return Number.isNaN(milliseconds) ? undefined : Math.max(0, milliseconds);
}

/** Where the request went, without its query or hash: they may hold secrets. */
function placeOf({ url }: Response, endpoint = 'The chat server'): string {
  return (url || endpoint).replace(/[?#].*$/su, '');
}

/** What a status means when the server gives no reason, and what may help. */
function meaningOf(status: number): string {
  if (status < 300) return 'what is there is a page, not a chat server. Sign in, or check the endpoint.';
  if (status === 404 || status === 405) return 'nothing there takes a POST. Check the endpoint.';
  if (status === 401 || status === 403) return 'it wants to know who asks. Sign in, or check the headers.';
  if (status === 408 || status === 425 || status === 429) return 'not now. Try again in a moment.';
  if (status >= 500) return 'the server failed, or cannot be reached. Try again.';
  return 'it refused the request, and gave no reason.';
}
