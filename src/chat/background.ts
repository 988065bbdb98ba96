import { createScope, until, type Operation, type Task } from 'effection';
import { inSlices } from '../session/in-slices.ts';
import { within } from '../session/within.ts';

/** The server's work that goes on whoever reads. */
export interface Background {
  /** Begin something; nothing begins once this is closed. */
  run(work: () => Operation<void>): void;
  /** Halt all of it; resolves when the clean-up ran, or took too long. */
  close(): Operation<void>;
}

export interface BackgroundOptions {
  /** How long clean-up may take, in milliseconds. */
  cleanupTime: number;
  /** Work handles its own failures: what it throws is a fault of the server. */
  onError(error: unknown): void;
}

export function createBackground({ cleanupTime, onError }: BackgroundOptions): Background {
  const [scope, destroy] = createScope();
  const tasks = new Set<Task<void>>();
  let isClosed = false;

  return {
    run(work) {
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
    *close() {
      isClosed = true;
      // Halting is lazy: asking for the outcome begins it. The scope waits for all of it below.
      yield* inSlices(tasks, (task) => task.halt().catch(() => undefined));
      yield* within(cleanupTime, () => until(destroy()));
    },
  };
}
