import { describe, expect, it } from 'vitest';
import { memoryStore } from '../../src/store/memory-store.ts';
import { storeContract } from '../../src/testing/store-contract.ts';

describe('a memory store', () => {
  it.each(storeContract(() => memoryStore()).map((rule) => [rule.name, rule] as const))('%s', async (_, rule) => {
    await expect(rule.run()).resolves.toBeUndefined();
  });
});

it.each([
  ['that knows no versions', { commit: async () => '1' }],
  ['that lets every commit through', {}],
])('the contract finds a store %s', async (_, broken) => {
  const real = memoryStore();
  const store = {
    ...real,
    commit: (commit: Parameters<typeof real.commit>[0]) => real.commit({ ...commit, check: [] }),
    ...broken,
  };
  const rules = storeContract(() => store);
  const ends = await Promise.allSettled(rules.map((rule) => rule.run()));
  expect(ends.some(({ status }) => status === 'rejected')).toBe(true);
});
