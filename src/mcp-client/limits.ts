import { abortable } from '../client/abortable.ts';
import { createDeadline } from '../base/timers.ts';

/** How much one server may ask. */
export interface McpLimits {
  /** The most questions open at once. @default 10 */
  open?: number | undefined;
  /** The most questions within any minute. @default 30 */
  perMinute?: number | undefined;
}

export type RateLimit = ReturnType<typeof createRateLimit>;

/** Counts what a server asks. */
export function createRateLimit({ open = 10, perMinute = 30 }: McpLimits = {}) {
  let taken: number[] = [];
  const underWay = new Set<object>();
  return {
    /** @returns what to call when it ends, once or more often. Undefined if this one is too many */
    take(): (() => void) | undefined {
      const now = Date.now();
      // A clock that was set back would count some for hours.
      taken = taken.filter((at) => at > now - minute && at <= now);
      if (underWay.size >= open || taken.length >= perMinute) return undefined;
      taken.push(now);
      const one = {};
      underWay.add(one);
      return () => void underWay.delete(one);
    },
  };
}

const minute = 60_000;

/**
 * Lets a few through at once; the others wait their turn. An aborted one leaves the line at once.
 *
 * @param most - how many may run at once
 */
export function createTurnstile(most: number) {
  // In order of arrival.
  const waiting = new Set<() => void>();
  let inside = 0;

  const turn = (signal: AbortSignal) =>
    abortable<void>(signal, (resolve) => {
      waiting.add(resolve);
      return () => waiting.delete(resolve);
    });

  return async <T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> => {
    signal.throwIfAborted();
    // Work that ends passes its place to the next in line.
    if (inside >= most) await turn(signal);
    else inside += 1;
    try {
      // It may have aborted just as it got its place.
      signal.throwIfAborted();
      return await work();
    } finally {
      const [enter] = waiting;
      if (enter === undefined) inside -= 1;
      else enter();
    }
  };
}

/**
 * A time limit that does not count the person's time.
 *
 * @param timeout - in milliseconds
 * @param isAsking - while true, time stands still; it restarts afterwards
 * @param subscribe - tells when that changes
 */
export function createPatience(
  timeout: number,
  isAsking: () => boolean,
  subscribe: (onChange: () => void) => () => void,
) {
  const controller = new AbortController();
  const timer = createDeadline();
  const renew = () => timer.set(Date.now() + timeout, () => isAsking() || controller.abort());
  const unsubscribe = subscribe(renew);
  renew();
  return {
    /** Aborts when the time is over, and at the end. */
    signal: controller.signal,
    /** Something happened: restart the time. */
    renew,
    end(): void {
      timer.clear();
      unsubscribe();
      // Lets combined signals release their listeners.
      controller.abort();
    },
  };
}
