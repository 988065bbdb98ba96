import { createScope, until, type Operation, type Task } from 'effection';
import { inSlices, within } from '../base/wait.ts';

export interface BackgroundOptions {
  /** How long clean-up may take, in milliseconds. */
  cleanupTime: number;
  /** Work handles its own failures, so an error that reaches this is a server fault. */
  onError(error: unknown): void;
}

/** The server's work that continues even when no client reads. */
export function createBackground({ cleanupTime, onError }: BackgroundOptions) {
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
