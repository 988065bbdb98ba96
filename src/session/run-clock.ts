import { createDeadline } from '../base/deadline.ts';

/** Measures how long a tool runs, without the time that people take, and calls out when it is too long. */
export interface RunClock {
  /** The tool runs, or runs on. */
  start(): void;
  /** The tool waits for the person. */
  pause(): void;
}

/** @param limit - in milliseconds, of all the running together */
export function createRunClock(limit: number, onOver: () => void): RunClock {
  const deadline = createDeadline();
  let left = limit;
  let startedAt: number | undefined;
  return {
    start() {
      if (startedAt !== undefined) return;
      startedAt = Date.now();
      if (Number.isFinite(left)) deadline.set(startedAt + left, onOver);
    },
    pause() {
      deadline.clear();
      if (startedAt !== undefined) left -= Date.now() - startedAt;
      startedAt = undefined;
    },
  };
}
