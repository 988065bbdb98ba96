import { heed } from './heed.ts';
import { longestTimer } from '../base/timers.ts';

/** How much one server may ask. */
export interface McpLimits {
  /** Questions that are open at once. @default 10 */
  open?: number | undefined;
  /** Questions within any minute. @default 30 */
  perMinute?: number | undefined;
}

/** Counts what a server asks. */
export interface RateLimit {
  /** @returns false where this one is too many; otherwise give it back with `done` */
  readonly take: (now: number) => boolean;
  readonly done: () => void;
}

export function createRateLimit({ open = 10, perMinute = 30 }: McpLimits = {}): RateLimit {
  let taken: number[] = [];
  let isOpen = 0;
  return {
    take(now) {
      taken = taken.filter((at) => at > now - minute);
      if (isOpen >= open || taken.length >= perMinute) return false;
      taken.push(now);
      isOpen += 1;
      return true;
    },
    done() {
      isOpen -= 1;
    },
  };
}

const minute = 60_000;

/** Lets a few through at once; the others wait their turn. Who is not wanted any more leaves the line at once. */
export type Turnstile = <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T>;

/** @param most - how many are inside at once */
export function createTurnstile(most: number): Turnstile {
  // In the order in which they came.
  const waiting = new Set<() => void>();
  let inside = 0;

  const turn = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const enter = () => {
        unheed();
        resolve();
      };
      waiting.add(enter);
      const unheed = heed(signal, () => {
        waiting.delete(enter);
        reject(signal.reason);
      });
    });

  return async (work, signal) => {
    signal.throwIfAborted();
    // Who leaves hands on their place.
    if (inside >= most) await turn(signal);
    else inside += 1;
    try {
      // It may have been given to who was leaving at that moment.
      signal.throwIfAborted();
      return await work();
    } finally {
      const [enter] = waiting;
      if (enter === undefined) inside -= 1;
      else {
        waiting.delete(enter);
        enter();
      }
    }
  };
}

/** A time limit that does not count the time a person takes. */
export interface Patience {
  readonly signal: AbortSignal;
  readonly isOver: () => boolean;
  /** Something happened: the time begins anew. */
  readonly renew: () => void;
  readonly end: () => void;
}

/**
 * @param timeout - in milliseconds
 * @param isAsking - while true, the time stands still; it begins anew afterwards
 * @param subscribe - tells when that changes
 */
export function createPatience(
  timeout: number,
  isAsking: () => boolean,
  subscribe: (onChange: () => void) => () => void,
): Patience {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const run = () => {
    if (isAsking()) return;
    isOver = true;
    controller.abort();
  };
  const renew = () => {
    clearTimeout(timer);
    timer = setTimeout(run, Math.min(timeout, longestTimer));
  };
  const unsubscribe = subscribe(renew);
  renew();
  return {
    signal: controller.signal,
    isOver: () => isOver,
    renew,
    end() {
      clearTimeout(timer);
      unsubscribe();
      // Whoever followed this signal lets go of all that it followed.
      controller.abort();
    },
  };
}
