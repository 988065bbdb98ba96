import type { Operation, Scope, Task } from 'effection';

/**
 * Work in a scope that nobody waits for.
 *
 * @param onError - gets what it throws
 */
export function createBackground(scope: Scope, onError: (error: unknown) => void) {
  const tasks = new Set<Task<void>>();
  return {
    /** Do this to its end, even if the caller is halted. */
    run(work: () => Operation<unknown>): void {
      const task = scope.run(() => guarded(work, onError));
      tasks.add(task);
      const forget = () => tasks.delete(task);
      // A halted task rejects.
      task.then(forget, forget);
    },
    /** Halt all work. Its clean-up goes on in the scope. */
    halt(): void {
      // Call `catch` on each halt: halting is lazy and starts only then.
      for (const task of tasks) task.halt().catch(() => undefined);
    },
  };
}

function* guarded(work: () => Operation<unknown>, onError: (error: unknown) => void): Operation<void> {
  try {
    yield* work();
  } catch (error) {
    onError(error);
  }
}
