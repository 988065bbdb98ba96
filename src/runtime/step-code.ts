import type { Effect, Operation } from 'effection';

/** Knows whether the code that runs now is a step's own. */
export function createStepCode() {
  let inside: string | undefined;
  return {
    stepNow: () => inside,
    inStep: <T>(step: string, work: Operation<T>): Operation<T> => ({
      [Symbol.iterator]() {
        const iterator = work[Symbol.iterator]() as Required<Iterator<Effect<unknown>, T>>;
        const within = <Step>(go: () => Step): Step => {
          const around = inside;
          inside = step;
          try {
            return go();
          } finally {
            inside = around;
          }
        };
        return {
          next: (input) => within(() => iterator.next(input)),
          throw: (error) => within(() => iterator.throw(error)),
          return: (value) => within(() => iterator.return(value)),
        };
      },
    }),
  };
}
