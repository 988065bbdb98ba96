import { PGlite } from '@electric-sql/pglite';
import type { SqlRunner } from 'elicitkit/store/postgres';
import { Pool } from 'pg';

const url = process.env['DATABASE_URL'] ?? '.data';

/**
 * Connections to the database. They are all that is kept from one request to the next.
 *
 * Without a `DATABASE_URL`, it is a Postgres in this process that writes to `.data`, to try it on one machine.
 */
export const database: SqlRunner = url.startsWith('postgres')
  ? new Pool({ connectionString: url }).on('error', console.error)
  : new PGlite(url);
