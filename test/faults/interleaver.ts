/** Releases a few waiters at a time, in an order that depends only on the random numbers. */
export function createInterleaver(random: Random): Interleaver {
  const waiting: (() => void)[] = [];
  let stopped = false;
  return {
    turn: () => (stopped ? Promise.resolve() : new Promise<void>((resolve) => waiting.push(resolve))),
    async run() {
      while (!stopped) {
        await quiet();
        for (let count = Math.ceil(random() * (waiting.length / 2)); count > 0; count -= 1) {
          const [next] = waiting.splice(Math.floor(random() * waiting.length), 1);
          next?.();
        }
      }
    },
    stop() {
      stopped = true;
      for (const next of waiting.splice(0)) next();
    },
  };
}

export interface Interleaver {
  /** Waits to be chosen. */
  turn(): Promise<void>;
  /** Chooses until stopped. */
  run(): Promise<void>;
  stop(): void;
}

export type Random = () => number;

/** Numbers from 0 to 1, the same for the same seed. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const quiet = () => new Promise((resolve) => setImmediate(resolve));
