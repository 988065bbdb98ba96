/**
 * Conversations in Postgres, for any number of processes.
 *
 * @module elicitkit/store/postgres
 */

export { postgresStore, type PostgresStoreOptions, type SqlRunner } from './store/postgres-store.ts';
export type { DurableStore } from './store/durable-store.ts';
