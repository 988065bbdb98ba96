import { abortOf, after, createOnce, firstCame, type Coming } from '../base/coming.ts';
import type { PluginSessionEvent } from '../session/plugin-session.ts';
import type { CallTenant } from '../session/call-news.ts';
import type { DurableStore, StoredEntry } from '../store/durable-store.ts';
import { createLeases } from '../store/lease.ts';
import { openTenant, type Writer } from '../store/tenant.ts';

/** The right to go on with a call, which one process at a time has. The outcome is kept for legs that come again. */
export interface HeldCall extends CallTenant {
  /** What the call ended with before, as text, if that is still kept. */
  readonly result: string | undefined;
  /** Give the right back. @param dueAt - when to look at the call, in milliseconds since the Unix epoch */
  rest(dueAt: number): Promise<void>;
  hasLease(): boolean;
  /** Tell other processes that the call has stopped here in the middle. */
  abandon(): Promise<void>;
  /** Write no more. Other processes wait until the lease runs out. */
  stop(error: unknown): void;
}

export interface CallStore {
  /**
   * Have the right to go on with a call. Waits while another process has it.
   *
   * @throws the reason of `closing`
   * @throws {MovedError} if another process was faster
   */
  open(callId: string, onLost: (error: unknown) => void): Promise<HeldCall>;
  /** It has ended, and what with is still kept. */
  hasResult(callId: string): Promise<boolean>;
  /** There is nothing to do for this call any more, unless another process has it, or has ended it. */
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
 * @param resultTime - how long the result of a call is kept, in milliseconds
 * @param closing - wait for no lease any more
 */
export function createCallStore(
  store: DurableStore,
  { leaseTime, resultTime }: { readonly leaseTime: number; readonly resultTime: number },
  closing: AbortSignal,
): CallStore {
  const leases = createLeases(store, leaseTime);
  const closed = createOnce<never>();
  abortOf(closing)(closed.resolve, closed.reject);

  /** The lease that a process has left there, once none has it, and the call's result. */
  async function free(callId: string): Promise<(StoredEntry | null)[]> {
    const key = leaseKey(callId);
    const watched: Coming<void> = (resolve) => store.watch?.(key, resolve) ?? (() => undefined);
    for (;;) {
      closing.throwIfAborted();
      // Each look depends on the one before.
      const [lease = null, result = null] = await store.read([key, resultKey(callId)]);
      if (lease === null || !leases.isOthers(key, lease)) return [lease, result];
      await firstCame(watched, after(pollTime, undefined), closed.coming);
    }
  }

  async function open(callId: string, onLost: (error: unknown) => void): Promise<HeldCall> {
    const [found, kept] = await free(callId);
    let outcome = kept?.value;
    let version = kept?.version ?? null;
    let restsAt: number | undefined;
    const result: Writer = {
      get told() {
        return { key: resultKey(callId), version, write: 1 };
      },
      isChanged: () => restsAt !== undefined || (outcome !== undefined && version === null),
      part(mayRest) {
        const isNew = outcome !== undefined && version === null;
        const expiresAt = leases.now() + resultTime;
        const at = isNew ? expiresAt : restsAt;
        if (at === undefined) return undefined;
        const put = isNew ? [{ key: resultKey(callId), value: outcome!, expiresAt }] : [];
        return {
          change: { put, ...(mayRest && { rest: { dueAt: at, isRefused: async () => false } }) },
          kept(done) {
            restsAt = undefined;
            if (isNew) version = done;
          },
        };
      },
    };
    const due = { key: keyOf(callId), queue: callQueue };
    const tenant = openTenant({
      store,
      lease: { leases, key: leaseKey(callId), found: found ?? undefined, due },
      standing: result,
      onLost,
    });
    if (found) await tenant.hold();
    /** The call's record, and how often it had been written when this process took the call. */
    let taken: { readonly record: Writer; readonly writes: number } | undefined;

    function commit(record: Writer | undefined, events: readonly PluginSessionEvent[]): Promise<void> | undefined {
      taken ??= record && { record, writes: record.told.write };
      const end = events.find((event) => event.type === 'ended');
      if (end?.type === 'ended') outcome = JSON.stringify(end.outcome);
      const isWanted = end !== undefined || tenant.isBusy() || record?.isChanged() === true;
      return isWanted ? tenant.commit(record) : undefined;
    }

    return {
      takesOver: found != null,
      result: kept?.value,
      hold: () => tenant.hold(),
      tellsEnd: () => true,
      commit,
      async rest(dueAt) {
        restsAt = dueAt;
        // Write the call's record before the right is given back. By that, a process that had read the call before, or was
        // paused with its lease, finds that another one has had it.
        if (taken?.record.told.write === taken?.writes) taken?.record.touch?.();
        await tenant.commit(taken?.record);
      },
      hasLease: tenant.hasLease,
      async abandon() {
        await tenant.settled();
        await tenant.abandon();
      },
      stop: tenant.stop,
    };
  }

  return {
    open,
    hasResult: async (callId) => (await store.read([resultKey(callId)]))[0] != null,
    async forget(callId) {
      const check = [leaseKey(callId), resultKey(callId)].map((key) => ({ key, version: null }));
      await store.commit({ check, due: [{ key: keyOf(callId), queue: callQueue, at: null }] });
    },
  };
}
