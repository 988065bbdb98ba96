import { abortable, pause } from '../abortable.ts';
import { untilOnline, type Connection } from './connection.ts';

/** How to retry a failed POST automatically. */
export interface RetryOptions {
  /** How many tries in a row without anything new from the server. @default 5 */
  tries?: number | undefined;
  /** The first pause, in milliseconds; each later one is twice as long. @default 500 */
  delay?: number | undefined;
  /** The longest pause, in milliseconds. @default 15000 */
  maxDelay?: number | undefined;
  /** The longest `Retry-After` to wait for, in milliseconds. If it is longer, the person decides. @default 60000 */
  maxRetryAfter?: number | undefined;
  /** A number from 0 to 1 that spreads the pauses, so that clients don't all return at once. @default Math.random */
  random?: (() => number) | undefined;
  /** Waits; for tests. @default a timer */
  wait?: ((milliseconds: number, signal: AbortSignal) => Promise<void>) | undefined;
}

export type RetryPolicy = ReturnType<typeof createRetryPolicy>;

/** Decides when to retry, and waits for it. */
export function createRetryPolicy(options: RetryOptions | false, connection: Connection) {
  const given = options === false ? { tries: 0 } : options;
  const { tries = 5, delay = 500, maxDelay = 15_000, maxRetryAfter = 60_000 } = given;
  const { random = Math.random, wait = pause } = given;

  return {
    tries,
    /** True if the server asks for a longer wait than allowed. */
    isTooLong: (retryAfter = 0) => retryAfter > maxRetryAfter,
    isOnline: () => connection.isOnline(),
    untilOnline: (signal: AbortSignal) => untilOnline(connection, signal),
    /** Wait before the nth retry, counted from 1, and at least as long as the server asks. */
    async pause(nth: number, retryAfter = 0, signal: AbortSignal): Promise<void> {
      const isOnline = connection.isOnline();
      // Offline, only what the server asked for is waited: the network decides about the rest.
      if (!isOnline && retryAfter === 0) return;
      const full = Math.min(maxDelay, delay * 2 ** (nth - 1));
      const longest = isOnline ? Math.max(full * (0.5 + random() / 2), retryAfter) : retryAfter;
      await abortable<void>(signal, (resolve, reject) => {
        const stop = new AbortController();
        wait(longest, stop.signal).then(resolve, reject);
        // Stop waiting when the network is back, unless the server asked for the wait.
        const leave = retryAfter > 0 ? undefined : connection.onOnline(resolve);
        return () => {
          stop.abort();
          leave?.();
        };
      });
    },
  };
}
