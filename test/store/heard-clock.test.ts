import { expect, it, onTestFinished, vi } from 'vitest';
import type { DurableStore } from '../../src/store/durable-store.ts';
import { guardedStore } from '../../src/store/guarded-store.ts';
import { postgresStore } from '../../src/store/postgres-store.ts';
import { redisStore } from '../../src/store/redis-store.ts';

/** A store whose database has its own clock, and answers at once unless told otherwise. */
const stores: [string, (timeOfDatabase: () => number) => DurableStore][] = [
  [
    'Postgres',
    (timeOfDatabase) =>
      postgresStore({
        query: async (text) => ({
          rows: [text.includes('pg_proc') ? { isThere: true } : { now: timeOfDatabase() }],
        }),
      }),
  ],
  [
    'Redis',
    (timeOfDatabase) =>
      redisStore({
        async sendCommand() {
          const now = timeOfDatabase();
          return [`${Math.floor(now / 1000)}`, `${(now % 1000) * 1000}`];
        },
      }),
  ],
];

it.each(stores)('a store in %s tells the time of its database, also after a late reply', async (_, make) => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  let ahead = 3_600_000;
  let wayThere = 0;
  let wayBack = 0;
  const store = make(() => {
    vi.advanceTimersByTime(wayThere);
    const now = Date.now() + ahead;
    vi.advanceTimersByTime(wayBack);
    return now;
  });
  const error = () => (store.now?.() ?? 0) - Date.now() - ahead;

  await store.read([]);
  expect(error()).toBe(0);

  wayBack = 13_000;
  await store.read([]);
  expect(error()).toBe(0);

  wayThere = 20_000;
  await store.read([]);
  expect(error()).toBe(0);

  // The clock of the database was set.
  ahead = -3_600_000;
  await store.read([]);
  expect(Math.abs(error())).toBeLessThanOrEqual(33_000);

  wayThere = 0;
  wayBack = 0;
  await store.read([]);
  expect(error()).toBe(0);

  // The clock of the process was set, which nothing has told the store of.
  vi.setSystemTime(Date.now() - 3_600_000);
  ahead += 3_600_000;
  expect(error()).toBe(0);
});

it.each([
  ['an hour ahead', 3_600_000, 'about 3600 seconds ahead of the store'],
  ['an hour behind', -3_600_000, 'about 3600 seconds behind the store'],
])('the host hears once that the clock of its process is %s, and again when that is so again', async (_, by, words) => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const [, make] = stores[0]!;
  let ahead = 0;
  const told: unknown[] = [];
  const store = guardedStore(
    make(() => Date.now() - ahead),
    1000,
    (error) => told.push(error),
  );
  const readTwice = async (skew: number) => {
    ahead = skew;
    for (let reads = 0; reads < 2; reads += 1) await store.read([]);
  };
  const skewed = expect.objectContaining({ code: 'CLOCK_SKEW', message: expect.stringContaining(words) });

  await readTwice(0);
  expect(told).toEqual([]);
  await readTwice(by);
  expect(told).toEqual([skewed]);
  await readTwice(0);
  await readTwice(by);
  expect(told).toEqual([skewed, skewed]);
});
