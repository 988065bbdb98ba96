import type { Operation } from 'effection';

/**
 * Wrap an operation so that it can be dropped. If it is halted while `isDropped()` is true, its own `finally` blocks
 * do not run. Its scope still releases what it waited for, and halts what it spawned.
 */
export function droppable<T>(operation: Operation<T>, isDropped: () => boolean): Operation<T> {
  return {
    [Symbol.iterator]() {
      const iterator = operation[Symbol.iterator]();
      return {
        next: (input) => iterator.next(input),
        throw(error) {
          if (iterator.throw !== undefined) return iterator.throw(error);
          throw error;
        },
        return(value) {
          if (isDropped() || iterator.return === undefined) return { done: true, value: value as T };
          return iterator.return(value);
        },
      };
    },
  };
}
