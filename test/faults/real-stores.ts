import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { createClient } from 'redis';
import { onTestFinished } from 'vitest';
import type { DurableStore } from '../../src/store/durable-store.ts';
import { fileStore } from '../../src/store/file-store.ts';
import { memoryStore } from '../../src/store/memory-store.ts';
import { postgresStore, type SqlRunner } from '../../src/store/postgres-store.ts';
import { redisStore, type RedisClient } from '../../src/store/redis-store.ts';
import { ownPrefix, storeInProcess } from '../store/postgres-in-process.ts';

/** An empty store of each kind, by name. It is closed when the test has ended. */
export type StoreMaker = readonly [name: string, make: () => Promise<DurableStore>];

const redis = process.env['ELICITKIT_REDIS'];
const postgres = process.env['ELICITKIT_POSTGRES'];
if (redis === undefined) console.log('Redis is not tested: ELICITKIT_REDIS is not set.');
if (postgres === undefined) console.log('Postgres is tested in process only: ELICITKIT_POSTGRES is not set.');

/** Every store of the package. Those on servers are there if `scripts/databases.mjs` has started the servers. */
export const realStores: readonly StoreMaker[] = [
  // What it keeps counts as outliving the process, so that the same is written as elsewhere.
  ['memory', async () => ({ ...memoryStore(), isVolatile: false })],
  [
    'a file',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'elicit-faults-'));
      const store = fileStore(folder);
      onTestFinished(async () => {
        await store.close?.();
        rmSync(folder, { recursive: true, force: true });
      });
      return store;
    },
  ],
  [
    'Postgres in process',
    async () => {
      const store = storeInProcess();
      // Its start takes seconds on a busy machine, and is none of the client's business.
      await store.read(['ready']);
      return store;
    },
  ],
  ...(postgres === undefined ? [] : [['Postgres', () => overPostgres(postgres)] as const]),
  ...(redis === undefined ? [] : [['Redis', () => overRedis(redis)] as const]),
];

async function overPostgres(connectionString: string): Promise<DurableStore> {
  const pool = new Pool({ connectionString, max: 4 });
  onTestFinished(() => pool.end());
  return postgresStore(pool as SqlRunner, { prefix: ownPrefix() });
}

async function overRedis(url: string): Promise<DurableStore> {
  const client = createClient({ url });
  await client.connect();
  const store = redisStore(client as unknown as RedisClient, { prefix: ownPrefix() });
  onTestFinished(async () => {
    await store.close?.();
    await client.close();
  });
  return store;
}
