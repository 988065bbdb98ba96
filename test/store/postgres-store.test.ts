import { Pool } from 'pg';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { postgresStore, type SqlRunner } from '../../src/store/postgres-store.ts';
import { storeContract } from '../../src/testing/store-contract.ts';
import { ownPrefix, postgresInProcess, storeInProcess } from './postgres-in-process.ts';

describe('a store in Postgres, in process', async () => {
  const isolate = (level: string) => postgresInProcess.exec(`set default_transaction_isolation to '${level}'`);

  it.each(['repeatable read', 'serializable'])(
    'refuses to commit what it would check as of an earlier time: %s',
    async (level) => {
      const store = storeInProcess();
      await isolate(level);
      onTestFinished(() => void isolate('read committed'));

      await expect(store.commit({ put: [{ key: 'a', value: '1' }] })).rejects.toThrow(`cannot commit under "${level}"`);
      expect(await store.read(['a'])).toEqual([null]);
      await isolate('read uncommitted');
      expect(await store.commit({ put: [{ key: 'a', value: '1' }] })).toEqual(expect.any(String));
    },
  );

  it('keeps what has not expired by its own clock for a process whose clock is an hour ahead', async () => {
    const now = Date.now;
    let ahead = 0;
    vi.spyOn(Date, 'now').mockImplementation(() => now() + ahead);
    onTestFinished(() => void vi.restoreAllMocks());
    // The database, which runs in this process, has the right time.
    const query: SqlRunner['query'] = async (...asked) => {
      const skew = ahead;
      ahead = 0;
      const found = await postgresInProcess.query(...asked);
      ahead = skew;
      return found;
    };
    const store = postgresStore({ query }, { prefix: ownPrefix() });
    const expiresAt = Date.now() + 1_800_000;
    const version = await store.commit({
      put: [{ key: 'a', value: '1', expiresAt }],
      append: [{ key: 'b', items: ['2'], expiresAt }],
    });
    ahead = 3_600_000;

    expect(await store.read(['a'])).toEqual([{ value: '1', version }]);
    expect(await store.list('b')).toEqual(['2']);
    await store.due('chat', 0, 1);
    expect(await store.commit({ check: [{ key: 'a', version }], put: [{ key: 'c', value: '3' }] })).not.toBeNull();
    expect(await store.commit({ check: [{ key: 'b', length: 1 }] })).not.toBeNull();
    expect(await store.read(['a'])).toEqual([{ value: '1', version }]);
  });

  it('creates tables that are gone, though its functions are there', async () => {
    const prefix = ownPrefix();
    await storeInProcess(prefix).commit({ put: [{ key: 'a', value: '1' }] });
    await postgresInProcess.exec(`drop table ${prefix}_entries, ${prefix}_items; drop sequence ${prefix}_versions`);

    const restarted = storeInProcess(prefix);
    expect(await restarted.read(['a'])).toEqual([null]);
    expect(await restarted.commit({ append: [{ key: 'b', items: ['2'] }] })).toEqual(expect.any(String));
  });

  it('says what to do to a role that may not create its tables, which needs no more than that', async () => {
    const prefix = ownPrefix();
    await postgresInProcess.exec(`create role ${prefix}_app`);
    const actAs = (role: string) => postgresInProcess.exec(`set role ${role}`);
    onTestFinished(() => void postgresInProcess.exec('reset role'));
    await actAs(`${prefix}_app`);
    const store = storeInProcess(prefix);
    await expect(store.read(['a'])).rejects.toThrow(/may not create the tables .* grant this one select, insert/);

    await postgresInProcess.exec('reset role');
    await storeInProcess(prefix).read([]);
    const tables = ['entries', 'lists', 'items', 'due'].map((name) => `${prefix}_${name}`).join(', ');
    await postgresInProcess.exec(`grant select, insert, update, delete on ${tables} to ${prefix}_app;
      grant usage on sequence ${prefix}_versions to ${prefix}_app`);
    await actAs(`${prefix}_app`);
    const put = [{ key: 'a', value: '1' }];
    const due = [{ key: 'a', queue: 'chat', at: 1 }];
    expect(await store.commit({ put, due, append: [{ key: 'b', items: ['2'] }] })).toEqual(expect.any(String));
    expect(await store.due('chat', 2, 1)).toEqual([{ key: 'a', at: 1 }]);
    expect(await store.commit({ remove: ['a', 'b'] })).toEqual(expect.any(String));
  });

  const rules = storeContract(() => storeInProcess());
  it.each(rules.map((rule) => [rule.name, rule] as const))('%s', async (_, rule) => {
    await expect(rule.run()).resolves.toBeUndefined();
  });
});

describe.each([
  ['in process', () => postgresInProcess as unknown as SqlRunner],
  ...(process.env['ELICITKIT_POSTGRES'] === undefined
    ? []
    : [
        [
          'over the network',
          () => {
            const pool = new Pool({ connectionString: process.env['ELICITKIT_POSTGRES'] });
            onTestFinished(() => pool.end());
            return pool as SqlRunner;
          },
        ] as const,
      ]),
] as const)('a store in Postgres, %s', (_, openDatabase) => {
  it('deletes the rows of what has expired when somebody asks what is due, and no others', async () => {
    const database = openDatabase();
    const name = ownPrefix();
    const store = postgresStore(database, { prefix: name });
    const rows = async () =>
      Promise.all(
        ['entries', 'lists', 'items'].map(async (table) => {
          const found = (await database.query(`select key from ${name}_${table} order by key`)).rows;
          return (found as { key: string }[]).map(({ key }) => key);
        }),
      );
    await store.commit({
      put: [
        { key: 'gone', value: '1', expiresAt: Date.now() - 1 },
        { key: 'kept', value: '1', expiresAt: Date.now() + 86_400_000 },
        { key: 'kept for ever', value: '1' },
      ],
      append: [
        { key: 'gone list', items: ['x', 'y'], expiresAt: Date.now() - 1 },
        { key: 'kept list', items: ['x'], expiresAt: Date.now() + 86_400_000 },
      ],
    });
    expect((await rows())[2]).toContain('gone list');
    await store.due('q', 0, 1);
    expect(await rows()).toEqual([['kept', 'kept for ever'], ['kept list'], ['kept list']]);
  });

  it('deletes them a batch at a time, one with each question', async () => {
    const database = openDatabase();
    const name = ownPrefix();
    const store = postgresStore(database, { prefix: name });
    const expiresAt = Date.now() - 1;
    await store.commit({ put: Array.from({ length: 1500 }, (__, nth) => ({ key: `k${nth}`, value: '', expiresAt })) });
    const left = async () => (await database.query(`select 1 from ${name}_entries`)).rows.length;
    await store.due('q', 0, 1);
    expect(await left()).toBe(500);
    await store.due('q', 0, 1);
    expect(await left()).toBe(0);
  });

  it('is set up by the next call when the first query gets no reply', async () => {
    const database = openDatabase();
    const replies = [new Promise<never>(() => undefined)];
    const store = postgresStore(
      { query: (text, values) => replies.pop() ?? database.query(text, values) },
      { prefix: ownPrefix() },
    );
    const silent = store.read(['a']);
    const commits = Promise.all(['a', 'b'].map((key) => store.commit({ put: [{ key, value: key }] })));

    expect(await Promise.race([silent, commits])).toEqual([expect.any(String), expect.any(String)]);
    expect(await store.read(['b'])).toMatchObject([{ value: 'b' }]);
  });

  it('finds what is due by an index, without sorting, however much there is', async () => {
    const database = openDatabase();
    const name = ownPrefix();
    const asked: { text: string; values: unknown[] | undefined }[] = [];
    const store = postgresStore(
      {
        query(text, values) {
          if (text.includes(`${name}_due`)) asked.push({ text, values });
          return database.query(text, values);
        },
      },
      { prefix: name },
    );
    await store.read([]);
    await database.query(
      `insert into ${name}_due (key, queue, at) select 'conv/' || i, case when i % 10 = 0 then 'mcp' else 'chat' end, 1795626263224 + i / 10 from generate_series(1, 100000) i`,
    );
    await database.query(`analyze ${name}_due`);
    asked.length = 0;
    const [first] = await store.due('chat', Number.MAX_SAFE_INTEGER, 1);
    const page = await store.due('chat', Number.MAX_SAFE_INTEGER, 1000, first);
    await store.due('chat', Number.MAX_SAFE_INTEGER, 1000, page.at(-1));
    await store.due('mcp', 1795626263224 + 5000, 1000, { key: 'conv/40000', at: 1795626263224 + 4000 });
    await store.due('none', Number.MAX_SAFE_INTEGER, 1000);
    const plans = await Promise.all(
      asked.map(async ({ text, values }) => {
        const { rows } = await database.query(`explain (analyze, costs off, timing off) ${text}`, values);
        return (rows as { 'QUERY PLAN': string }[]).map((row) => row['QUERY PLAN']).join('\n');
      }),
    );

    expect(page).toHaveLength(1000);
    expect(plans).toHaveLength(5);
    for (const plan of plans) {
      expect(plan).toMatch(new RegExp(`Index (Only )?Scan using ${name}_due_at`));
      expect(plan).not.toMatch(/Sort|Filter/);
    }
  });
});

const url = process.env['ELICITKIT_POSTGRES'];
describe.runIf(url !== undefined)('a store in Postgres, over the network', () => {
  const pool = () => {
    const made = new Pool({ connectionString: url, max: 10 });
    onTestFinished(() => made.end());
    return made;
  };
  const rules = storeContract(() => postgresStore(pool() as SqlRunner, { prefix: ownPrefix() }));
  it.each(rules.map((rule) => [rule.name, rule] as const))('%s', async (_, rule) => {
    await expect(rule.run()).resolves.toBeUndefined();
  });

  it('tells the time of the database, whatever the clock of the process says', async () => {
    const store = postgresStore(pool() as SqlRunner, { prefix: ownPrefix() });
    const wrong = vi.spyOn(Date, 'now').mockReturnValue(3_600_000);
    onTestFinished(() => wrong.mockRestore());
    await store.read(['none']);
    const hours = ((store.now?.() ?? 0) - performance.timeOrigin - performance.now()) / 3_600_000;
    expect(Math.abs(hours)).toBeLessThan(0.5);
  });

  it('is set up once by many processes that begin at once', async () => {
    const name = ownPrefix();
    const all = Array.from({ length: 8 }, () => postgresStore(pool() as SqlRunner, { prefix: name }));
    await expect(Promise.all(all.map((store) => store.read(['a'])))).resolves.toEqual(all.map(() => [null]));
  });

  it('is set up by many processes that begin at once, while those that have begun commit', async () => {
    const keys = ['a', 'b', 'c'];
    for (let round = 0; round < 5; round += 1) {
      const name = ownPrefix();
      const all = Array.from({ length: 8 }, () => postgresStore(pool() as SqlRunner, { prefix: name }));
      const work = all.map(async (store, process) => {
        for (let nth = 0; nth < 20; nth += 1) {
          await store.commit({
            put: keys.map((key) => ({ key: `${key}${process}`, value: `${nth}` })),
            append: [{ key: `l${process}`, items: ['x'] }],
            due: [{ key: `a${process}`, queue: 'q', at: nth }],
          });
        }
      });
      const ends = await Promise.allSettled(work);
      expect(ends.flatMap((end) => (end.status === 'rejected' ? [String(end.reason)] : []))).toEqual([]);
    }
  });

  it('is shared: of many processes that commit at once, one gets through, and none waits for ever', async () => {
    const name = ownPrefix();
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
