import { createDeadline } from '../base/timers.ts';

export type RunClock = ReturnType<typeof createRunClock>;

interface Alarm {
  /** The clock's time, in milliseconds. */
  readonly at: number;
  readonly onPassed: () => void;
}

/**
 * Measures how long a tool runs, whatever happens to the machine's clock. It begins stopped, and stands still while the
 * tool waits for the person.
 */
export function createRunClock() {
  const deadline = createDeadline();
  const alarms = new Set<Alarm>();
  let ran = 0;
  let startedAt: number | undefined;
  const time = () => (startedAt === undefined ? ran : ran + performance.now() - startedAt);

  /** Set the timer to the next alarm. */
  function wind(): void {
    deadline.clear();
    const next = Math.min(...[...alarms].map(({ at }) => at));
    if (startedAt !== undefined && next < Infinity) deadline.set(Date.now() + next - time(), ring);
  }

  function ring(): void {
    const passed = [...alarms].filter(({ at }) => at <= time());
    for (const alarm of passed) alarms.delete(alarm);
    wind();
    for (const { onPassed } of passed) onPassed();
  }

  return {
    /** The tool starts or goes on. */
    start(): void {
      startedAt ??= performance.now();
      wind();
    },
    /** The tool waits for the person, or has ended. */
    pause(): void {
      ran = time();
      startedAt = undefined;
      wind();
    },
    /**
     * Call back after so many milliseconds of running time.
     *
     * @returns cancels it
     */
    after(milliseconds: number, onPassed: () => void): () => void {
      const alarm = { at: time() + milliseconds, onPassed };
      alarms.add(alarm);
      wind();
      return () => {
        alarms.delete(alarm);
        wind();
      };
    },
  };
}
