import { PGlite } from '@electric-sql/pglite';
import type { DurableStore } from '../../src/store/durable-store.ts';
import { postgresStore, type SqlRunner } from '../../src/store/postgres-store.ts';

/**
 * A Postgres in this process. All test files of a process share one, and whoever imports it waits until it has started:
 * that takes seconds on a busy machine, and is part of no test.
 */
export const postgresInProcess = await PGlite.create();

let prefixes = 0;

/** For tables that no other test has, in whichever file and process. */
export const ownPrefix = (): string => `elicit_${process.pid}_${(prefixes += 1)}`;

export const storeInProcess = (prefix = ownPrefix()): DurableStore =>
  postgresStore(postgresInProcess as unknown as SqlRunner, { prefix });
