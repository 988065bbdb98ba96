import { heed } from './heed.ts';

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
