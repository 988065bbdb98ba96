import { abortOf, after, createOnce, firstCame, type Coming } from '../base/coming.ts';
import type { CallTenant } from '../session/call-news.ts';
import type { DurableStore, StoredEntry } from '../store/durable-store.ts';
import { createLeases } from '../store/lease.ts';
import { openTenant, type Rest, type Writer } from '../store/tenant.ts';
import type { McpBounds } from './mcp-limits.ts';

/** The right to go on with a call, which one process at a time has. */
export interface HeldCall extends CallTenant {
  /** Give the right back. @param dueAt - when to look at the call, in milliseconds since the Unix epoch */
  rest(dueAt: number): Promise<void>;
  hasLease(): boolean;
  /** Tell other processes that the call has stopped here in the middle. */
  abandon(): Promise<void>;
  /** Write no more. Other processes wait until the lease runs out. */
  stop(error: unknown): void;
}

const keyOf = (callId: string) => `mcp/${callId}`;
/** The call that is due under this key. */
export const callOf = (key: string) => /^mcp\/([\w-]+)$/.exec(key)?.[1];
const leaseKey = (callId: string) => `mcp/${callId}/lease`;

/** The queue of due times in which calls are, under their keys. */
export const callQueue = 'mcp';

const restUntil = (dueAt: number): Rest => ({ dueAt, isRefused: async () => false });

/** How often a lease of another process is looked at, in milliseconds. */
const pollTime = 100;

/**
 * Gives the right to go on with a call. That waits while another process has it, and throws `MovedError` if one was
 * faster.
 *
 * @param closing - wait for no lease any more: then its reason is thrown
 */
export function createCallTenants(
  store: DurableStore,
  { leaseTime, callTtl }: Pick<McpBounds, 'leaseTime' | 'callTtl'>,
  closing: AbortSignal,
) {
  const leases = createLeases(store, leaseTime);
  const closed = createOnce<never>();
  abortOf(closing)(closed.resolve, closed.reject);

  /** The lease that a process has left there, once none has it. */
  async function free(callId: string): Promise<StoredEntry | null> {
    const key = leaseKey(callId);
    const watched: Coming<void> = (resolve) => store.watch?.(key, resolve) ?? (() => undefined);
    for (;;) {
      closing.throwIfAborted();
      // Each look depends on the one before.
      const [lease = null] = await store.read([key]);
      if (lease === null || !leases.isOthers(key, lease)) return lease;
      await firstCame(watched, after(pollTime, undefined), closed.coming);
    }
  }

  return async (callId: string, onLost: (error: unknown) => void): Promise<HeldCall> => {
    const found = await free(callId);
    /** The call's record, and how often it had been written when this process took the call. */
    let taken: { readonly record: Writer; readonly writes: number } | undefined;
    /** To be given back with the next commit. */
    let rest: Rest | undefined;
    const resting: Writer = {
      // While nobody has the lease, a commit checks this: so it finds that another process has had the call meanwhile.
      get told() {
        return taken?.record.told ?? { key: keyOf(callId), version: null, write: 0 };
      },
      isChanged: () => rest !== undefined,
      part(mayRest) {
        const given = rest;
        const kept = () => void (rest === given && (rest = undefined));
        return given && { change: mayRest ? { rest: given } : undefined, kept };
      },
    };
    const due = { key: keyOf(callId), queue: callQueue };
    const tenant = openTenant({
      store,
      lease: { leases, key: leaseKey(callId), found: found ?? undefined, due },
      standing: resting,
      onLost,
    });
    if (found) await tenant.hold();

    function take(record: Writer | undefined): void {
      taken ??= record && { record, writes: record.told.write };
    }

    return {
      takesOver: found !== null,
      hold(record) {
        take(record);
        return tenant.hold();
      },
      commit(record, events) {
        take(record);
        const hasEnded = events.some(({ type }) => type === 'ended');
        const isChanged = record?.isChanged() ?? hasEnded;
        if (hasEnded && isChanged) rest = restUntil(Date.now() + callTtl);
        return isChanged || tenant.isBusy() ? tenant.commit(record) : undefined;
      },
      async rest(dueAt) {
        rest = restUntil(dueAt);
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
  };
}
