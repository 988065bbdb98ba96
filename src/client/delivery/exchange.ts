import { ensure, race, scoped, sleep, until, useAbortSignal, type Operation } from 'effection';
import { isPromise } from '../../base/is-promise.ts';
import type { ChatRequestBody } from '../../protocol/chat-request.ts';
import { ClientError } from '../client-error.ts';
import type { ChatTransport, ChatTransportRequest } from '../wire/chat-transport.ts';
import { readChatStream } from '../wire/read-chat-stream.ts';
import type { LineReader, Told } from '../wire/read-line.ts';
import { readRefusal, readRetryAfter } from '../wire/read-refusal.ts';
import { reasonOf } from '../../protocol/coded-error.ts';

/** How one request ended. */
export type ExchangeEnd =
  /** The stream came to an end; whether that was its end, the events say. */
  | { kind: 'ended' }
  /** The host took it and reads the stream itself. */
  | { kind: 'handed over' }
  | { kind: 'unsent' | 'unanswered' | 'broken'; error: ClientError }
  /** A line was too long to read, and would be too long again. */
  | { kind: 'unreadable'; error: ClientError }
  | { kind: 'refused'; error: ClientError; retryAfter: number | undefined };

export interface ExchangeRequest {
  readonly body: ChatRequestBody;
  readonly headers: HeadersInit | (() => HeadersInit | Promise<HeadersInit>) | undefined;
  /** Names the stream, to servers without revisions. */
  readonly stream: string;
  /** The line after which such a server is to tell the stream on; undefined to begin it. */
  readonly afterLsn: number | undefined;
  readonly lines: LineReader;
  readonly maxLineBytes: number;
  /** Where it goes, for the words of a refusal. */
  readonly endpoint: string | undefined;
  /** How often the server says at least something, in milliseconds, as far as it has told. */
  readonly keepAlive: () => number | undefined;
  /** The transport is the platform's own fetch: nothing but the server keeps it waiting. */
  readonly isPlainFetch: boolean;
}

export interface ExchangeSink {
  /** The response has begun; it names its stream where it can be resumed. */
  onOpened(namedStream: string | null): void;
  onTold(told: readonly Told[]): void;
  onProblem(error: ClientError): void;
}

/** Make one request and read what comes back to its end. Never fails: how it ended is what it gives. */
export function exchange(
  transport: ChatTransport,
  request: ExchangeRequest,
  sink: ExchangeSink,
): Operation<ExchangeEnd> {
  return scoped(function* (): Operation<ExchangeEnd> {
    let kind: 'unsent' | 'unanswered' | 'broken' = 'unsent';
    try {
      const signal = yield* useAbortSignal();
      const headers = yield* readHeaders(request);
      kind = 'unanswered';
      const heard = <T>(operation: Operation<T>, least?: number) => unlessSilent(operation, request.keepAlive(), least);
      const carried = carry(transport, { body: request.body, headers, signal });
      const response = yield* request.isPlainFetch ? heard(carried, leastUpload) : carried;
      if (!response) return { kind: 'handed over' };
      if (!response.ok) {
        const retryAfter = readRetryAfter(response);
        return { kind: 'refused', error: yield* readRefusal(response, request.endpoint), retryAfter };
      }
      kind = 'broken';
      sink.onOpened(response.headers.get('x-session-id'));
      if (response.body === null) return { kind: 'ended' };
      const error = yield* readChatStream(response.body, sink, request.lines, request.maxLineBytes, heard);
      return error === undefined ? { kind: 'ended' } : { kind: 'unreadable', error };
    } catch (cause) {
      return { kind, error: cause instanceof ClientError ? cause : networkFailed(cause) };
    }
  });
}

function* readHeaders({ headers, stream, afterLsn }: ExchangeRequest): Operation<Record<string, string>> {
  const given = typeof headers === 'function' ? headers() : headers;
  const all = new Headers(isPromise(given) ? yield* until(given) : given);
  all.set('content-type', 'application/json');
  all.set('x-session-id', stream);
  if (afterLsn !== undefined) all.set('x-last-lsn', String(afterLsn));
  return Object.fromEntries(all);
}

function* carry(transport: ChatTransport, request: ChatTransportRequest): Operation<Response | void> {
  const carried = (async () => transport(request))();
  let isTaken = false;
  yield* ensure(() => {
    // A transport that heeds no signal answers all the same: nobody will read it.
    if (!isTaken) carried.then((late) => late?.body?.cancel()).catch(() => undefined);
  });
  const response = yield* until(carried);
  isTaken = true;
  return response;
}

/**
 * Wait for a server no longer than one that lives can be silent. A connection may be dead without saying so, after a
 * walk out of the house or a night's sleep, and would otherwise be waited for as long as the system likes.
 */
function* unlessSilent<T>(operation: Operation<T>, keepAlive = Infinity, least = leastSilence): Operation<T> {
  const longest = Math.max(least, 3 * keepAlive);
  // No timer counts as far as this: nobody waits so long.
  return longest >= 2 ** 31 ? yield* operation : yield* race([operation, fallSilent(longest)]);
}

function* fallSilent(longest: number): Operation<never> {
  yield* sleep(longest);
  const what = `Nothing has come from the server for ${Math.round(longest / 1000)} seconds`;
  throw new ClientError('NETWORK_FAILED', `${what}: the connection counts as broken. Try again.`);
}

/** However often a server says something, a slow network is not a dead one; in milliseconds. */
const leastSilence = 10_000;
/** A long conversation takes its time to be sent, before the server can say anything. */
const leastUpload = 120_000;

function networkFailed(cause: unknown): ClientError {
  const why = reasonOf(cause);
  const message = `The server could not be reached, or the connection broke (${why}). Try again.`;
  return new ClientError('NETWORK_FAILED', message, { cause });
}
