import type * as Pg from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';

const pools: Pg.Pool[] = [];

vi.mock('pg', async (original) => {
  const pg = await original<typeof Pg>();
  return {
    ...pg,
    Pool: class extends pg.Pool {
      constructor(options: object) {
        super(options);
        pools.push(this as unknown as Pg.Pool);
      }
    },
  };
});

it.each([
  ['the document about stores', () => import('../../docs/examples/kept-in-postgres.ts')],
  ['the cluster', async () => (await import('../../examples/cluster/store.ts')).openStore()],
])('the pool of %s outlives a connection that the database ends while it is idle', async (_, open) => {
  vi.stubEnv('DATABASE_URL', 'postgres://127.0.0.1:1/none');
  const told = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => {
    told.mockRestore();
    vi.unstubAllEnvs();
  });
  await open();
  const ended = new Error('terminating connection due to administrator command');
  pools.pop()?.emit('error', ended, {} as never);

  expect(told.mock.calls).toEqual([[ended]]);
});
