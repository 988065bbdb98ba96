import { action, createScope, scoped, type Operation } from 'effection';

// This file brings Effection, so a page loads it with its first generator.
const [scope] = createScope();

/**
 * Run a handler's operation in a scope of its own.
 *
 * @param onError - gets what it threw, also while it was being halted
 * @returns halts it. Resolves when its clean-up is done
 */
export function runGenerator(
  operation: Operation<unknown>,
  onEnd: (returned: unknown) => void,
  onError: (cause: unknown) => void,
): () => Promise<void> {
  const failed = (error: unknown) => onError(error instanceof Thrown ? error.value : error);
  const task = scope.run(() => toEnd(operation, onEnd, failed));
  return () => task.halt().catch(failed);
}

function* toEnd(
  operation: Operation<unknown>,
  onEnd: (returned: unknown) => void,
  failed: (error: unknown) => void,
): Operation<void> {
  let returned: unknown;
  try {
    returned = yield* scoped(() => guarded(operation));
  } catch (error) {
    return failed(error);
  }
  onEnd(returned);
}

/** An operation that ends when `begin` calls back, in the same step. What `begin` returns runs in any case. */
export const operationOf: <T>(begin: (resolve: (value: T) => void) => () => void) => Operation<T> = action;

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
