import { race, sleep, until, useAbortSignal, type Operation } from 'effection';
import { comesBack, untilOnline, type Connection } from './connection.ts';

/** How a POST that failed is tried again by itself. */
export interface RetryOptions {
  /** How often in a row, without anything new having come meanwhile. @default 5 */
  tries?: number | undefined;
  /** The first pause, in milliseconds; each further one is twice as long. @default 500 */
  delay?: number | undefined;
  /** The longest pause. @default 15000 */
  maxDelay?: number | undefined;
  /** The longest `Retry-After` that is waited for; behind a longer one the person decides. @default 60000 */
  maxRetryAfter?: number | undefined;
  /** From 0 to 1: spreads the pauses, so that not all clients come back at once. @default Math.random */
  random?: (() => number) | undefined;
  /** Waits; for tests. @default a timer */
  wait?: ((milliseconds: number, signal: AbortSignal) => Promise<void>) | undefined;
}

/** When to try again, and the waiting for it. */
export interface RetryPolicy {
  readonly tries: number;
  /** True where waiting as long as a server asks for is too long. */
  isTooLong(retryAfter: number | undefined): boolean;
  isOnline(): boolean;
  untilOnline(): Operation<void>;
  /** Wait before the nth try, from 1, and at least as long as the server asks for. */
  pause(nth: number, retryAfter: number | undefined): Operation<void>;
}

export function createRetryPolicy(options: RetryOptions | false, connection: Connection): RetryPolicy {
  const given = options === false ? { tries: 0 } : options;
  const { tries = 5, delay = 500, maxDelay = 15_000, maxRetryAfter = 60_000, random = Math.random } = given;

  function* wait(milliseconds: number): Operation<void> {
    if (given.wait === undefined) return yield* sleep(milliseconds);
    const signal = yield* useAbortSignal();
    yield* until(given.wait(milliseconds, signal));
  }

  return {
    tries,
    isTooLong: (retryAfter = 0) => retryAfter > maxRetryAfter,
    isOnline: () => connection.isOnline(),
    untilOnline: () => untilOnline(connection),
    *pause(nth, retryAfter = 0) {
      if (!connection.isOnline()) return;
      const full = Math.min(maxDelay, delay * 2 ** (nth - 1));
      const pause = Math.max(full * (0.5 + random() / 2), retryAfter);
      // A connection that comes back need not be waited for any longer; a server's word does.
      yield* retryAfter > 0 ? wait(pause) : race([wait(pause), comesBack(connection)]);
    },
  };
}
