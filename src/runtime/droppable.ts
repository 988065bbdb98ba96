import type { Operation } from 'effection';

/**
 * An operation that can be dropped: halted while `isDropped()`, it is forgotten where it stands and no `finally`
 * of its own runs. Its scope still releases what it waited on, and halts what it began beside itself. In every other
 * way it is the operation itself.
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
