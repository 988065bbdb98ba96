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
    `two rounds of ${sessions} sessions: ${left.booked} tickets; active ${left.open} at most, ${left.active} left; ` +
      `timers left ${left.timers}; heap ${megabytes(left.heapOpen)} with all open, ` +
      `${left.heapAfter.map(megabytes).join(' and ')} after a round`,
  );

  expect(globalThis.gc, 'run it with --expose-gc').toBeDefined();
  expect(left.open).toBe(sessions);
  expect(left.booked).toBe(sessions);
  expect(left.active).toBe(0);
  expect(left.timers).toBe(0);
  expect(left.errors).toEqual([]);
  const [first = 0, second = Infinity] = left.heapAfter;
  // Less than any session takes, were it or anything of it kept.
  expect((second - first) / sessions).toBeLessThan(512);
}, 900_000);
