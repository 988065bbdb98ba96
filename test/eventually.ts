import { vi } from 'vitest';

/** Wait until nothing is thrown any more, as long as a busy machine may take. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 10_000 });
}
