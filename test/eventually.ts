import { vi } from 'vitest';

/** Repeats the check until it no longer throws, with enough time for a busy machine. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 10_000 });
}
