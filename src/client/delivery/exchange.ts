import { abortable } from '../abortable.ts';
import { isPromise } from '../../base/is-promise.ts';
import { longestTimer } from '../../base/timers.ts';
import type { ChatRequestBody } from '../../protocol/chat-request.ts';
import { ClientError } from '../client-error.ts';
import type { PluginClientOptions } from '../client-options.ts';
import type { ChatTransport } from '../wire/chat-transport.ts';
import { readChatStream, type ChatStreamSink } from '../wire/read-chat-stream.ts';
import type { LineReader } from '../wire/read-line.ts';
import { isRefused, readRefusal } from '../wire/read-refusal.ts';
import { reasonOf } from '../../protocol/coded-error.ts';

/** How one request ended. */
export type ExchangeEnd =
  /** The response ended. Its events say whether the stream was complete. */
  | { kind: 'ended' }
  /** The host took the POST and reads the stream itself. */
  | { kind: 'handed over' }
  | FailedExchange;

export interface FailedExchange {
  /**
   * `unsent`: the transport was never called. `unanswered`: it was called but got no response, so the server may or may
   * not have the POST. `broken`: the response began, then broke off. `unreadable`: it could not be read, nor could it
   * again, such as a line that is too long.
   */
  kind: 'unsent' | 'unanswered' | 'refused' | 'broken' | 'unreadable';
  error: ClientError;
  /** How long the server asks to wait, in milliseconds. */
  retryAfter?: number | undefined;
}

export interface ExchangeRequest extends ChatStreamSink {
  readonly transport: ChatTransport;
  readonly body: ChatRequestBody;
  readonly options: PluginClientOptions;
  readonly lines: LineReader;
  /** The server's keep-alive interval, in milliseconds, if it has told one. */
  readonly keepAlive: () => number | undefined;
  /** The response has begun. */
  onOpened(): void;
}

/**
 * Make one request and read the response to its end.
 *
 * @returns how it ended, also where it failed
 * @throws the signal's reason once that aborts
 */
export async function exchange(request: ExchangeRequest, signal: AbortSignal): Promise<ExchangeEnd> {
  const { transport, body, options, lines, keepAlive } = request;
  let kind: 'unsent' | 'unanswered' | 'broken' = 'unsent';
  const abort = new AbortController();
  let carried: Promise<Response | void> | undefined;
  let isOver = false;
  try {
    const heard = <T>(promise: Promise<T>, least?: number) => unlessSilent(promise, keepAlive(), signal, least);
    const given = readHeaders(options.headers);
    const headers = isPromise(given) ? await heard(given, Infinity) : given;
    kind = 'unanswered';
    carried = (async () => transport({ body, headers, signal: abort.signal }))();
    // Only the server can delay the platform's own fetch.
    const isPlainFetch = options.transport === undefined && options.fetch === undefined;
    const response = await heard(carried, isPlainFetch ? leastUpload : Infinity);
    carried = undefined;
    if (!response) return { kind: 'handed over' };
    if (isRefused(response)) return await readRefusal(response, signal, options.endpoint);
    kind = 'broken';
    request.onOpened();
    if (response.body !== null) {
      const error = await readChatStream(response.body, request, lines, options.maxLineBytes, heard);
      if (error !== undefined) return { kind: 'unreadable', error };
    }
    isOver = true;
    return { kind: 'ended' };
  } catch (cause) {
    signal.throwIfAborted();
    return { kind, error: networkFailed(cause) };
  } finally {
    if (!isOver) abort.abort();
    // A transport that ignores the signal still answers: cancel the body, because there is no reader.
    void carried?.then((late) => late?.body?.cancel()).catch(() => undefined);
  }
}

type Named = Record<string, string>;

export function readHeaders(headers: PluginClientOptions['headers']): Named | Promise<Named> {
  const given = typeof headers === 'function' ? headers() : headers;
  return isPromise(given) ? given.then(named) : named(given);
}

function named(given: HeadersInit | undefined): Named {
  // Most pages give none, and a browser takes long to make these.
  const all = given === undefined ? [] : new Headers(given);
  return { ...Object.fromEntries(all), 'content-type': 'application/json' };
}

/**
 * Stop waiting when the server is silent for longer than a live server would be. A connection can be dead without
 * saying so, after a change of network or a night's sleep; the system might wait for hours.
 */
export function unlessSilent<T>(
  promise: Promise<T>,
  keepAlive = Infinity,
  signal: AbortSignal,
  least = leastSilence,
): Promise<T> {
  const longest = Math.max(least, 3 * keepAlive);
  return abortable(signal, (resolve, reject) => {
    promise.then(resolve, reject);
    if (longest > longestTimer) return () => undefined;
    const what = `Nothing has come from the server for ${Math.round(longest / 1000)} seconds`;
    const fail = () =>
      reject(new ClientError('NETWORK_FAILED', `${what}: the connection counts as broken. Try again.`));
    const timer = setTimeout(fail, longest);
    return () => clearTimeout(timer);
  });
}

/** The shortest silence that counts as dead, in milliseconds: a slow network is not a dead one. */
const leastSilence = 10_000;
/** The same before the response begins: a long conversation takes time to upload. In milliseconds. */
const leastUpload = 120_000;

export function networkFailed(cause: unknown): ClientError {
  if (cause instanceof ClientError) return cause;
  const why = reasonOf(cause);
  const message = `The server could not be reached, or the connection broke (${why}). Try again.`;
  return new ClientError('NETWORK_FAILED', message, { cause });
}
