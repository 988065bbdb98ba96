import { createClient } from 'redis';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { redisStore, type RedisClient } from '../../src/store/redis-store.ts';
import { storeContract } from '../../src/testing/store-contract.ts';

let stores = 0;
const prefix = () => `elicit_${process.pid}_${(stores += 1)}`;

const url = process.env['ELICITKIT_REDIS'];
if (url === undefined) console.log('Redis is not tested: ELICITKIT_REDIS is not set.');
describe.runIf(url !== undefined)('a store in Redis', () => {
  async function client(): Promise<RedisClient> {
    const made = createClient({ url: url ?? '' });
    await made.connect();
    onTestFinished(() => void made.close());
    return made as unknown as RedisClient;
  }
  const rules = storeContract(async () => redisStore(await client(), { prefix: prefix() }));
  it.each(rules.map((rule) => [rule.name, rule] as const))('%s', async (_, rule) => {
    await expect(rule.run()).resolves.toBeUndefined();
  });

  it('tells the time of the server, whatever the clock of the process says', async () => {
    const store = redisStore(await client(), { prefix: prefix() });
    const wrong = vi.spyOn(Date, 'now').mockReturnValue(3_600_000);
    onTestFinished(() => wrong.mockRestore());
    await store.read(['none']);
    const hours = ((store.now?.() ?? 0) - performance.timeOrigin - performance.now()) / 3_600_000;
    expect(Math.abs(hours)).toBeLessThan(0.5);
  });

  it('is shared: of many processes that commit at once, one gets through', async () => {
    const name = prefix();
    const all = await Promise.all(Array.from({ length: 4 }, async () => redisStore(await client(), { prefix: name })));
    const tries = all.flatMap((store) =>
      Array.from({ length: 25 }, () =>
        store.commit({ check: [{ key: 'a', version: null }], put: [{ key: 'a', value: '1' }] }),
      ),
    );
    expect((await Promise.all(tries)).filter((version) => version !== null)).toHaveLength(1);
  });
});

it('refuses a prefix that is no name', () => {
  expect(() => redisStore({} as RedisClient, { prefix: 'x}' })).toThrow('lower-case');
});
