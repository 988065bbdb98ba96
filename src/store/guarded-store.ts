import { failsAfter, firstDone } from '../base/coming.ts';
import { CodedError } from '../protocol/coded-error.ts';
import { timeIn, withWholeTimes, type DurableStore } from './durable-store.ts';

/** The store could not be read or written. A commit may have been made or not. The host gets the store's own error. */
export class StoreFailedError extends CodedError<'STORE_FAILED' | 'STORE_TIMEOUT'> {
  constructor(cause: unknown) {
    const code = cause instanceof StoreTimeoutError ? 'STORE_TIMEOUT' : 'STORE_FAILED';
    super(code, 'The server cannot reach its records. Try again in a moment.', { cause });
  }
}

/** The store did not answer in time. */
export class StoreTimeoutError extends CodedError<'STORE_TIMEOUT'> {
  constructor(milliseconds: number) {
    const what = `The store did not answer within ${milliseconds} ms, so nobody knows whether a commit was made.`;
    super('STORE_TIMEOUT', `${what} Look at its load and its locks, or raise limits.patience.`);
  }
}

/**
 * Wait for no answer of a store for ever, tell the host what it throws, and keep that from the person: every method
 * throws a `StoreFailedError`. Tell the host, too, if the clock of this process is far from the store's.
 *
 * @param patience - how long one call may take, in milliseconds
 * @param onError - gets the store's own error, or a `StoreTimeoutError`
 */
export function guardedStore(store: DurableStore, patience: number, onError: (error: unknown) => void): DurableStore {
  const checkClock = createClockCheck(store, onError);
  const made = around(store, async (work) => {
    try {
      const done = await inTime(work, patience);
      checkClock();
      return done;
    } catch (error) {
      onError(error);
      throw new StoreFailedError(error);
    }
  });
  guarded.set(made, onError);
  return made;
}

/**
 * Wait for no answer of a store for ever. One that `guardedStore` made stays as it is.
 *
 * @throws {StoreTimeoutError} from every method
 */
export function timedStore(store: DurableStore, patience: number): DurableStore {
  return guarded.has(store) ? store : around(store, (work) => inTime(work, patience));
}

const guarded = new WeakMap<DurableStore, (error: unknown) => void>();

/** Tells the host of a fault around this store. Undefined for one that `guardedStore` has not made. */
export const tellerOf = (store: DurableStore) => guarded.get(store);

function around(store: DurableStore, guard: <T>(work: () => Promise<T>) => Promise<T>): DurableStore {
  return {
    isVolatile: store.isVolatile,
    isShard: store.isShard,
    opening: store.opening,
    read: (keys) => guard(() => store.read(keys)),
    list: (key, from) => guard(() => store.list(key, from)),
    commit: (commit) => guard(() => store.commit(withWholeTimes(commit))),
    due: (...asked) => guard(() => store.due(...asked)),
    now: () => timeIn(store),
    ...(store.watch !== undefined && { watch: (key, onCommit) => store.watch?.(key, onCommit) ?? (() => undefined) }),
  };
}

/** How far the clocks of a process and its store may be apart, in milliseconds. */
const mostSkew = 5000;

/** @param tell - hears of it once, until the clock is right again */
function createClockCheck(store: DurableStore, tell: (error: unknown) => void): () => void {
  let last: 'right' | 'wrong' = 'right';
  return () => {
    const ahead = Date.now() - timeIn(store);
    const is = Math.abs(ahead) > mostSkew ? 'wrong' : 'right';
    if (is === 'wrong' && last === 'right') {
      const where = `${Math.round(Math.abs(ahead) / 1000)} seconds ${ahead > 0 ? 'ahead of' : 'behind'} the store's.`;
      const next = 'Set it by NTP: until then, questions with a deadline end too early or too late.';
      tell(new CodedError('CLOCK_SKEW', `The clock of this process is about ${where} ${next}`));
    }
    last = is;
  };
}

function inTime<T>(work: () => Promise<T>, milliseconds: number): Promise<T> {
  const late = failsAfter(milliseconds, () => new StoreTimeoutError(milliseconds));
  return firstDone<T>((async () => work())(), late);
}
