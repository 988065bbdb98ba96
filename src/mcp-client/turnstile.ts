/** Lets a few through at once; the others wait their turn. */
export type Turnstile = <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T>;

/** @param most - how many are inside at once */
export function createTurnstile(most: number): Turnstile {
  const waiting: (() => void)[] = [];
  let inside = 0;
  return async (work, signal) => {
    // Who leaves hands on their place.
    if (inside >= most) await new Promise<void>((enter) => waiting.push(enter));
    else inside += 1;
    try {
      signal.throwIfAborted();
      return await work();
    } finally {
      const enter = waiting.shift();
      if (enter === undefined) inside -= 1;
      else enter();
    }
  };
}
