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

  it('commits for a user who may use no channel', async () => {
    const muted = await client();
    await muted.sendCommand(['ACL', 'SETUSER', 'muted', 'on', 'nopass', '~*', '+@all', 'resetchannels']);
    await muted.sendCommand(['AUTH', 'muted', 'any']);
    const store = redisStore(muted, { prefix: prefix() });
    expect(await store.commit({ put: [{ key: 'a', value: '1' }] })).toEqual(expect.any(String));
    expect(await store.read(['a'])).toMatchObject([{ value: '1' }]);
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

describe('a store in Redis, when the connection for messages gets no reply', () => {
  /** A Redis whose connections for messages answer once `answers` is called. */
  function createRedis() {
    const subscribers: { destroyed: boolean; send?: (message: string) => void }[] = [];
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const store = redisStore({
      sendCommand: async () => '1',
      duplicate() {
        const one: (typeof subscribers)[number] = { destroyed: false };
        subscribers.push(one);
        return {
          connect: () => answered,
          subscribe: async (_channel, listener) => void (one.send = listener),
          on: () => undefined,
          destroy: () => void (one.destroyed = true),
        };
      },
    });
    return { store, subscribers, answer };
  }

  it('commits, and tells who watches here', async () => {
    const { store } = createRedis();
    const told: string[] = [];
    for (const key of ['a', 'b']) store.watch?.(key, () => told.push(key));

    expect(await store.commit({ put: [{ key: 'a', value: '1' }] })).toBe('1');
    expect(told).toEqual(['a']);
  });

  it('is closed all the same', async () => {
    const { store, subscribers } = createRedis();
    store.watch?.('a', () => undefined);
    await store.close?.();

    expect(subscribers).toEqual([{ destroyed: true }]);
  });

  it('tries another one when somebody watches after ten seconds, until one answers', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { store, subscribers, answer } = createRedis();
    const told: string[] = [];
    store.watch?.('a', () => told.push('a'));
    await vi.advanceTimersByTimeAsync(9_999);
    store.watch?.('b', () => told.push('b'));
    expect(subscribers).toHaveLength(1);

    await vi.advanceTimersByTimeAsync(1);
    store.watch?.('c', () => told.push('c'));
    answer();
    await vi.advanceTimersByTimeAsync(60_000);
    store.watch?.('d', () => told.push('d'));
    expect(subscribers.map(({ destroyed }) => destroyed)).toEqual([true, false]);
    expect(subscribers[1]?.send).toBeDefined();
  });
});

it('refuses a prefix that is no name', () => {
  expect(() => redisStore({} as RedisClient, { prefix: 'x}' })).toThrow('lower-case');
});
