import { createScope, until, type Operation, type Task } from 'effection';
import { inSlices, within } from '../base/wait.ts';

/**
 * The server's work that continues even when no client reads.
 *
 * @param cleanupTime - how long clean-up may take, in milliseconds
 * @param onError - gets server faults: work handles its own failures
 */
export function createBackground(cleanupTime: number, onError: (error: unknown) => void) {
  const [scope, destroy] = createScope();
  const tasks = new Set<Task<void>>();
  let isClosed = false;

  return {
    /** Start work. Does nothing after `close`. */
    run(work: () => Operation<void>): void {
      if (isClosed) return;
      const task = scope.run(function* () {
        try {
          yield* work();
        } catch (error) {
          onError(error);
        }
      });
      tasks.add(task);
      const forget = () => tasks.delete(task);
      // A halted task rejects.
      task.then(forget, forget);
    },
    /** Halt all work. Resolves when the clean-up is done or has taken too long. */
    *close(): Operation<void> {
      isClosed = true;
      // Call `catch` on each halt: halting is lazy and starts only then. The scope waits for the tasks below.
      yield* inSlices(tasks, (task) => task.halt().catch(() => undefined));
      yield* within(cleanupTime, () => until(destroy()));
    },
  };
}
