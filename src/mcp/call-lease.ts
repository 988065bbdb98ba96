import type { DurableStore } from '../store/durable-store.ts';
import { createLeases } from '../store/lease.ts';
import { CallMovedError } from './errors.ts';

/** The right to go on with a call: one process at a time has it. It is renewed until it is given back. */
export interface CallLease {
  /** A process that is gone had it, and left the call in the middle. */
  readonly takesOver: boolean;
  /**
   * Resolves when this process may write.
   *
   * @throws {CallMovedError} if another process has the call
   */
  hold(): Promise<void>;
  /** Give it back. @param dueAt - when to look at the call, in milliseconds since the Unix epoch. `Infinity` for never */
  release(dueAt: number, result?: KeptResult): Promise<void>;
  /** Renew it no more: another process has it. */
  stop(): void;
}

/** What the call ended with, as text, and until when it is kept. */
export interface KeptResult {
  readonly text: string;
  readonly expiresAt: number;
}

export interface CallLeases {
  /**
   * Take the lease of a call. Waits while another process has it.
   *
   * @throws the reason of `closing`
   */
  take(callId: string): Promise<CallLease>;
  /** What the call ended with, if that is still kept. */
  result(callId: string): Promise<string | undefined>;
  /** There is nothing to do for this call any more. */
  forget(callId: string): Promise<void>;
}

const keyOf = (callId: string) => `mcp/${callId}`;
/** The call that is due under this key. */
export const callOf = (key: string) => /^mcp\/([\w-]+)$/.exec(key)?.[1];
const leaseKey = (callId: string) => `mcp/${callId}/lease`;
const resultKey = (callId: string) => `mcp/${callId}/result`;

/** The queue of due times in which calls are, under their keys. */
export const callQueue = 'mcp';

/** How often a lease of another process is looked at, in milliseconds. */
const pollTime = 100;

/**
 * @param leaseTime - how long a lease lasts without being renewed, in milliseconds
 * @param closing - wait for no lease any more
 */
export function createCallLeases(store: DurableStore, leaseTime: number, closing: AbortSignal): CallLeases {
  const leases = createLeases(store, leaseTime);

  /** Resolves when the lease may have changed. */
  function changed(key: string): Promise<void> {
    return new Promise((resolve) => {
      const over = () => {
        unwatch?.();
        clearTimeout(timer);
        closing.removeEventListener('abort', over);
        resolve();
      };
      const unwatch = store.watch?.(key, over);
      const timer = setTimeout(over, pollTime);
      closing.addEventListener('abort', over, { once: true });
    });
  }

  async function take(callId: string): Promise<CallLease> {
    const key = leaseKey(callId);
    for (;;) {
      closing.throwIfAborted();
      // Each look depends on the one before.
      // oxlint-disable-next-line no-await-in-loop
      const [found = null] = await store.read([key]);
      if (found !== null && leases.isOthers(key, found)) {
        // oxlint-disable-next-line no-await-in-loop
        await changed(key);
        continue;
      }
      const until = Date.now() + leaseTime;
      // oxlint-disable-next-line no-await-in-loop
      const version = await write(callId, found?.version ?? null, until);
      if (version !== null) return held(callId, version, until, found !== null);
    }
  }

  function write(callId: string, version: string | null, until: number): Promise<string | null> {
    return store.commit({
      check: [{ key: leaseKey(callId), version }],
      put: [{ key: leaseKey(callId), value: leases.textOf(until) }],
      due: [{ key: keyOf(callId), queue: callQueue, at: until }],
    });
  }

  function held(callId: string, first: string, firstUntil: number, takesOver: boolean): CallLease {
    let version = first;
    let until = firstUntil;
    let renewing: Promise<void> | undefined;
    const timer = setInterval(() => renew().catch(() => undefined), leaseTime / 3);

    function renew(): Promise<void> {
      renewing ??= (async () => {
        const next = Date.now() + leaseTime;
        const written = await write(callId, version, next);
        if (written === null) throw new CallMovedError(callId);
        version = written;
        until = next;
      })().finally(() => (renewing = undefined));
      return renewing;
    }

    return {
      takesOver,
      async hold() {
        if (!leases.isHeld(until) || until - Date.now() < leaseTime / 3) await renew();
      },
      async release(dueAt, result) {
        clearInterval(timer);
        await renewing?.catch(() => undefined);
        const at = Math.min(dueAt, result?.expiresAt ?? Infinity);
        await store.commit({
          check: [{ key: leaseKey(callId), version }],
          remove: [leaseKey(callId)],
          ...(result && { put: [{ key: resultKey(callId), value: result.text, expiresAt: result.expiresAt }] }),
          due: [{ key: keyOf(callId), queue: callQueue, at: Number.isFinite(at) ? at : null }],
        });
      },
      stop: () => clearInterval(timer),
    };
  }

  return {
    take,
    async result(callId) {
      const [found] = await store.read([resultKey(callId)]);
      return found?.value;
    },
    async forget(callId) {
      await store.commit({ remove: [resultKey(callId)], due: [{ key: keyOf(callId), queue: callQueue, at: null }] });
    },
  };
}
