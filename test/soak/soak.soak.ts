import { afterEach, expect, it, vi } from 'vitest';
import { soak } from './sessions.ts';

afterEach(() => {
  vi.useRealTimers();
});

const sessions = Number(process.env['SOAK_SESSIONS'] ?? 2000);

it(`leaves nothing of ${sessions} sessions, half of them answered and half abandoned`, async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const left = await soak(sessions);
  const megabytes = (bytes: number) => `${(bytes / 1_048_576).toFixed(1)} MB`;
  console.info(
    `${sessions} sessions: ${left.booked} tickets; active ${left.open} at most, ${left.active} left; ` +
      `timers left ${left.timers}; heap ${megabytes(left.heapBefore)} before, ` +
      `${megabytes(left.heapOpen)} with all open, ${megabytes(left.heapAfter)} after`,
  );

  expect(globalThis.gc, 'run it with --expose-gc').toBeDefined();
  expect(left.open).toBe(sessions);
  expect(left.booked).toBe(sessions / 2);
  expect(left.active).toBe(0);
  expect(left.timers).toBe(0);
  expect(left.errors).toEqual([]);
  // A kilobyte for each session is far less than any session takes.
  expect(left.heapAfter - left.heapBefore).toBeLessThan(sessions * 1024);
}, 600_000);
