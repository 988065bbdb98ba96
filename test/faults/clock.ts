import { AsyncLocalStorage } from 'node:async_hooks';
import { onTestFinished, vi } from 'vitest';

/** The clock of one process. */
export interface Clock {
  /** How far it is ahead, in milliseconds. */
  ahead: number;
  /** Do what this process does: whatever it leads to has this clock as well. */
  run<T>(work: () => T): T;
}

/** Clocks of several processes. What runs in none of them has the right time. */
export function createClocks(): (ahead: number) => Clock {
  const current = new AsyncLocalStorage<Clock>();
  const now = Date.now;
  vi.spyOn(Date, 'now').mockImplementation(() => now() + (current.getStore()?.ahead ?? 0));
  onTestFinished(() => void vi.restoreAllMocks());
  return (ahead) => {
    const clock: Clock = { ahead, run: (work) => current.run(clock, work) };
    return clock;
  };
}
