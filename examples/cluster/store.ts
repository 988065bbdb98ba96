import type { DurableStore } from 'elicitkit/server';
import { postgresStore } from 'elicitkit/store/postgres';
import { redisStore } from 'elicitkit/store/redis';
import { Pool } from 'pg';
import { createClient } from 'redis';

/** The database that all processes share: Postgres by `DATABASE_URL`, or Redis by `REDIS_URL`. */
export async function openStore(): Promise<DurableStore> {
  const { DATABASE_URL, REDIS_URL, STORE_PREFIX: prefix } = process.env;
  if (DATABASE_URL !== undefined) {
    const pool = new Pool({ connectionString: DATABASE_URL });
    // Without a listener, the process would end with an idle connection that the database closes.
    pool.on('error', (error) => console.error(error));
    return postgresStore(pool, { prefix });
  }
  if (REDIS_URL === undefined) throw new Error('Set DATABASE_URL or REDIS_URL: the processes share that database.');
  const client = createClient({ url: REDIS_URL });
  // It connects again by itself.
  client.on('error', (error) => console.error(error));
  await client.connect();
  return redisStore(client, { prefix });
}
