import { PGlite } from '@electric-sql/pglite';
import { Pool } from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { postgresStore, type SqlRunner } from '../../src/store/postgres-store.ts';
import { storeContract } from '../../src/testing/store-contract.ts';

let stores = 0;
const prefix = () => `elicit_${process.pid}_${(stores += 1)}`;

describe('a store in Postgres, in process', async () => {
  const database = new PGlite();
  const rules = storeContract(() => postgresStore(database as unknown as SqlRunner, { prefix: prefix() }));
  it.each(rules.map((rule) => [rule.name, rule] as const))('%s', async (_, rule) => {
    await expect(rule.run()).resolves.toBeUndefined();
  });
});

const url = process.env['ELICITKIT_POSTGRES'];
describe.runIf(url !== undefined)('a store in Postgres, over the network', () => {
  const pool = () => {
    const made = new Pool({ connectionString: url, max: 10 });
    onTestFinished(() => made.end());
    return made;
  };
  const rules = storeContract(() => postgresStore(pool() as SqlRunner, { prefix: prefix() }));
  it.each(rules.map((rule) => [rule.name, rule] as const))('%s', async (_, rule) => {
    await expect(rule.run()).resolves.toBeUndefined();
  });

  it('is set up once by many processes that begin at once', async () => {
    const name = prefix();
    const all = Array.from({ length: 8 }, () => postgresStore(pool() as SqlRunner, { prefix: name }));
    await expect(Promise.all(all.map((store) => store.read(['a'])))).resolves.toEqual(all.map(() => [null]));
  });

  it('is shared: of many processes that commit at once, one gets through, and none waits for ever', async () => {
    const name = prefix();
    const all = Array.from({ length: 4 }, () => postgresStore(pool() as SqlRunner, { prefix: name }));
    const tries = all.flatMap((store, process) =>
      Array.from({ length: 25 }, (_, index) =>
        store.commit({
          check: [
            { key: index % 2 === 0 ? 'a' : 'b', version: null },
            { key: index % 2 === 0 ? 'b' : 'a', version: null },
          ],
          put: [
            { key: 'a', value: `${process}` },
            { key: 'b', value: `${process}` },
          ],
        }),
      ),
    );
    expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(1);
  });
});

it('refuses a prefix that is no name', () => {
  expect(() => postgresStore({} as SqlRunner, { prefix: 'x; drop table y' })).toThrow('lower-case');
});
