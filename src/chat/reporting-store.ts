import type { DurableStore } from '../store/durable-store.ts';
import { ChatRequestError } from './chat-errors.ts';

/** The store could not be read or written. The host gets the store's own error. */
export class StoreFailedError extends ChatRequestError {
  constructor(cause: unknown) {
    super(503, 'STORE_FAILED', 'The server cannot reach its records. Try again in a moment.', { cause });
  }
}

/** Tell the host what a store throws, and keep it from the person. */
export function reportingStore(store: DurableStore, onError: (error: unknown) => void): DurableStore {
  async function guard<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      onError(error);
      throw new StoreFailedError(error);
    }
  }
  return {
    isVolatile: store.isVolatile,
    opening: store.opening,
    read: (keys) => guard(() => store.read(keys)),
    list: (key, from) => guard(() => store.list(key, from)),
    commit: (commit) => guard(() => store.commit(commit)),
    due: (...asked) => guard(() => store.due(...asked)),
    ...(store.watch !== undefined && { watch: (key, onCommit) => store.watch?.(key, onCommit) ?? (() => undefined) }),
  };
}
