import { CodedError } from '../protocol/coded-error.ts';

/** A record as the store tells of it. */
export interface ToldRecord {
  readonly version: string;
  /** Counts the writes of this record, by whichever process. */
  readonly write: number;
}

/**
 * The store contradicts what it told this process: a commit that it confirmed is gone, or its versions are wrong. What
 * hung on it is ended as "outcome unknown", so that nothing is done twice.
 */
export class StoreLostError extends CodedError<'STORE_LOST'> {
  /** The key in the store. */
  readonly key: string;

  /** @param found - what the store says now, as the end of "The store confirmed a write of X, and now …" */
  constructor(key: string, found: string) {
    const what = `The store confirmed a write of "${key}", and now ${found}.`;
    const end =
      'Its conversation was ended here, and its open calls as "outcome unknown", so that nothing is done twice.';
    const next = 'Look for a restore, a failover, an eviction or a cache between this process and the store.';
    super('STORE_LOST', `${what} ${end} ${next}`);
    this.key = key;
  }
}

/**
 * Compare a record with what the store told of it before. It may have been written since, and nothing else: each write
 * has the next number, and another version.
 *
 * @throws {StoreLostError} if the record is gone, is older, or has another version without another write
 */
export function refuseLost(key: string, told: ToldRecord, found: ToldRecord | null): void {
  if (found === null) throw new StoreLostError(key, 'it has nothing there');
  const { version, write } = found;
  if (write < told.write) throw new StoreLostError(key, `it has write ${write} there instead of ${told.write}`);
  if (write === told.write && version !== told.version) {
    throw new StoreLostError(key, `write ${write} has the version ${version} instead of ${told.version}`);
  }
}
