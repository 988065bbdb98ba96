import { describe, expect, it } from 'vitest';
import type { DueKey } from '../../src/store/durable-store.ts';
import { memoryStore } from '../../src/store/memory-store.ts';
import { storeContract } from '../../src/testing/store-contract.ts';
import { createRandom } from '../faults/faulty-booking.ts';

const seed = Number(process.env['FAULTS_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

describe('a memory store', () => {
  it.each(storeContract(() => memoryStore()).map((rule) => [rule.name, rule] as const))('%s', async (_, rule) => {
    await expect(rule.run()).resolves.toBeUndefined();
  });

  it('has thousands of due times in order, page after page, while they change at random', async () => {
    const random = createRandom(seed);
    const store = memoryStore();
    const model = new Map<string, number>();
    for (let round = 0; round < 20_000; round += 1) {
      const key = `k${Math.floor(random() * 4000)}`;
      const at = random() < 0.3 ? null : Math.floor(random() * 2000);
      await store.commit({ due: [{ key, queue: 'q', at }] });
      if (at === null) model.delete(key);
      else model.set(key, at);
    }
    const sorted = [...model]
      .filter(([, at]) => at < 1900)
      .map(([key, at]) => ({ key, at }))
      .toSorted((a, b) => a.at - b.at || (a.key < b.key ? -1 : 1));
    const found: DueKey[] = [];
    for (let page: DueKey[] = []; found.length === 0 || page.length > 0; found.push(...page)) {
      page = await store.due('q', 1900, 97, page.at(-1));
    }
    expect(found, `seed ${seed}`).toEqual(sorted);
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
