import { run } from 'effection';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createOnce, firstOf, lookUntil } from '../../src/base/coming.ts';

it('waits for the first of two, also if both have come already', async () => {
  const [first, second] = [createOnce<string>(), createOnce<string>()];
  first.resolve('first');
  second.resolve('second');
  expect(await run(() => firstOf(first.coming, second.coming))).toBe('first');
});

it('looks for no longer than was asked though the clock is set back', async () => {
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => 1_800_000_000_000 - 3_600_000 * clock.mock.calls.length);
  onTestFinished(() => clock.mockRestore());
  let looks = 0;
  const look = async () => void (looks += 1);
  expect(await lookUntil(look, { atMost: 30, every: 5 })).toBeUndefined();
  expect(looks).toBeGreaterThan(1);
});
