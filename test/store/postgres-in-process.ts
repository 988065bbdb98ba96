import { PGlite } from '@electric-sql/pglite';

let database: PGlite | undefined;

/**
 * A Postgres in this process. It takes seconds to start, so all test files of a process share one. Each store in it
 * needs a prefix that no other file takes.
 */
export const postgresInProcess = (): PGlite => (database ??= new PGlite());
