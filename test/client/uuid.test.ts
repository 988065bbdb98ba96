import { afterEach, expect, it, vi } from 'vitest';
import { uuid } from '../../src/client/uuid.ts';

afterEach(() => vi.unstubAllGlobals());

it.each(['https', 'plain HTTP'])('makes random UUIDs of version 4 on a page over %s', (scheme) => {
  const { crypto } = globalThis;
  const getRandomValues = crypto.getRandomValues.bind(crypto);
  if (scheme === 'plain HTTP') vi.stubGlobal('crypto', { getRandomValues });
  const made = Array.from({ length: 1000 }, uuid);
  expect(new Set(made).size).toBe(1000);
  const version4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
  expect(made.filter((one) => !version4.test(one))).toEqual([]);
});
