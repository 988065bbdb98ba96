import { afterEach, expect, it, vi } from 'vitest';
import { createRetryPolicy } from '../../src/client/delivery/retry-policy.ts';

afterEach(() => void vi.useRealTimers());

it('waits as long as the server asked, also where the network goes meanwhile', async () => {
  vi.useFakeTimers();
  const policy = createRetryPolicy({}, { isOnline: () => false, onOnline: () => () => undefined });
  let isOver = false;
  const paused = policy.pause(1, 2_000, new AbortController().signal).then(() => (isOver = true));
  await vi.advanceTimersByTimeAsync(1_999);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await paused;
  expect(isOver).toBe(true);
});
