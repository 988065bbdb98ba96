import { longestTimer } from '../base/timers.ts';
import { CodedError } from '../protocol/coded-error.ts';
import type { DurableStore } from './durable-store.ts';

/** The store could not be read or written. A commit may have been made or not. The host gets the store's own error. */
export class StoreFailedError extends CodedError<'STORE_FAILED' | 'STORE_TIMEOUT'> {
  constructor(cause: unknown) {
    const isLate = cause instanceof StoreTimeoutError;
    super(isLate ? 'STORE_TIMEOUT' : 'STORE_FAILED', 'The server cannot reach its records. Try again in a moment.', {
      cause,
    });
  }
}

/** The store did not answer in time. */
export class StoreTimeoutError extends CodedError<'STORE_TIMEOUT'> {
  constructor(milliseconds: number) {
    const what = `The store did not answer within ${milliseconds} ms, so nobody knows whether a commit was made.`;
    super('STORE_TIMEOUT', `${what} Look at its load and its locks, or raise limits.storeTime.`);
  }
}

const guarded = new WeakSet<DurableStore>();

/**
 * Wait for no answer of a store for ever, tell the host what it throws, and keep that from the person: every method
 * throws a `StoreFailedError`. A store that is guarded already stays as it is.
 *
 * @param storeTime - how long one call may take, in milliseconds
 * @param onError - gets the store's own error, or a `StoreTimeoutError`
 */
export function guardedStore(store: DurableStore, storeTime: number, onError: (error: unknown) => void): DurableStore {
  if (guarded.has(store)) return store;

  async function guard<T>(work: () => Promise<T>): Promise<T> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tooLate = new Promise<never>((_, reject) => {
      if (storeTime === Infinity) return;
      timer = setTimeout(() => reject(new StoreTimeoutError(storeTime)), Math.min(storeTime, longestTimer));
    });
    try {
      return await Promise.race([work(), tooLate]);
    } catch (error) {
      onError(error);
      throw new StoreFailedError(error);
    } finally {
      clearTimeout(timer);
    }
  }

  const made: DurableStore = {
    isVolatile: store.isVolatile,
    opening: store.opening,
    read: (keys) => guard(() => store.read(keys)),
    list: (key, from) => guard(() => store.list(key, from)),
    commit: (commit) => guard(() => store.commit(commit)),
    due: (...asked) => guard(() => store.due(...asked)),
    ...(store.watch !== undefined && { watch: (key, onCommit) => store.watch?.(key, onCommit) ?? (() => undefined) }),
  };
  guarded.add(made);
  return made;
}
