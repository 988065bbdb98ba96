import { run } from 'effection';
import { expect, it } from 'vitest';
import { createOnce, firstOf } from '../../src/base/coming.ts';

it('waits for the first of two, also if both have come already', async () => {
  const [first, second] = [createOnce<string>(), createOnce<string>()];
  first.resolve('first');
  second.resolve('second');
  expect(await run(() => firstOf(first.coming, second.coming))).toBe('first');
});
