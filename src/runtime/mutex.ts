import { withResolvers, type Operation } from 'effection';

/** Runs operations one after another, in the order in which they came. */
export interface Mutex {
  run<T>(operation: () => Operation<T>): Operation<T>;
}

export function createMutex(): Mutex {
  const waiting: (() => void)[] = [];
  let busy = false;
  return {
    *run(operation) {
      if (busy) {
        const { operation: turn, resolve } = withResolvers<void>();
        waiting.push(resolve);
        let mine = false;
        try {
          yield* turn;
          mine = true;
        } finally {
          // Halted while waiting: leave the line, or hand on a turn that was given just now.
          const place = waiting.indexOf(resolve);
          if (place >= 0) waiting.splice(place, 1);
          else if (!mine) pass();
        }
      }
      busy = true;
      try {
        return yield* operation();
      } finally {
        pass();
      }
    },
  };

  function pass(): void {
    const next = waiting.shift();
    if (next === undefined) busy = false;
    else next();
  }
}
