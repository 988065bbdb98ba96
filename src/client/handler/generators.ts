import { action, createScope, scoped, type Operation } from 'effection';

/** Runs generator handlers. They bring Effection with them, so a page loads this with the first of them. */
export interface Generators {
  /**
   * Run a handler's operation in a scope of its own.
   *
   * @param onError - gets what it threw, also while it was being halted
   * @returns halts it
   */
  run(operation: Operation<unknown>, onEnd: (returned: unknown) => void, onError: (cause: unknown) => void): Halt;
  /** An operation that ends when `begin` calls back, in the same step. What `begin` returns runs in any case. */
  operation<T>(begin: (resolve: (value: T) => void) => () => void): Operation<T>;
}

/** Resolves when its clean-up is done. */
export type Halt = () => Promise<void>;

export function createGenerators(): Generators {
  const [scope] = createScope();
  return {
    run(operation, onEnd, onError) {
      const failed = (error: unknown) => onError(error instanceof Thrown ? error.value : error);
      const task = scope.run(function* () {
        let returned: unknown;
        try {
          returned = yield* scoped(() => guarded(operation));
        } catch (error) {
          return failed(error);
        }
        onEnd(returned);
      });
      return () => task.halt().catch(failed);
    },
    operation: action,
  };
}

/** Holds what a handler threw. Effection would call `String` on that, which may throw and leave the question hanging. */
class Thrown extends Error {
  constructor(readonly value: unknown) {
    super('A handler threw.');
  }
}

function* guarded(operation: Operation<unknown>): Operation<unknown> {
  try {
    return yield* operation;
  } catch (cause) {
    throw new Thrown(cause);
  }
}
