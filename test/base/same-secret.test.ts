import { expect, it, vi } from 'vitest';
import { isSameSecret } from '../../src/base/same-secret.ts';

it('knows a secret from texts that differ anywhere', () => {
  expect(isSameSecret('call_1~07ab', 'call_1~07ab')).toBe(true);
  expect(isSameSecret('', '')).toBe(true);
  for (const given of ['call_1~07aB', 'Call_1~07ab', 'call_1~07a', 'call_1~07abb', '', 'call_1~07a\u0162']) {
    expect(isSameSecret('call_1~07ab', given), given).toBe(false);
  }
});

it('looks at every letter, wherever the first wrong one is', () => {
  const looks = vi.spyOn(String.prototype, 'charCodeAt');
  const counts = ['0000', '1000', '0001'].map((given) => {
    looks.mockClear();
    isSameSecret('0000', given);
    return looks.mock.calls.length;
  });
  looks.mockRestore();
  expect(counts).toEqual([8, 8, 8]);
});
