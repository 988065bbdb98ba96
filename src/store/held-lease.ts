import { createDeadline } from '../base/timers.ts';
import type { DurableStore, StoredEntry } from './durable-store.ts';
import type { Leases } from './lease.ts';
import { StoreLostError } from './store-lost.ts';
import type { Part, Rest } from './tenant.ts';

export interface LeaseOptions {
  readonly leases: Leases;
  readonly key: string;
  /** The lease that was found there. */
  readonly found: Pick<StoredEntry, 'version'> | undefined;
  readonly due: { readonly key: string; readonly queue: string };
}

export type HeldLease = ReturnType<typeof createHeldLease>;

/** The lease of a tenant. @param renew - is called when it has to be renewed */
export function createHeldLease(store: DurableStore, { leases, key, found, due }: LeaseOptions, renew: () => void) {
  const { leaseTime } = leases;
  let version: string | null = found?.version ?? null;
  /** 0 for one that is not this process's. */
  let until = 0;
  const renewal = createDeadline();
  let onDue: (() => void) | undefined = renew;

  // When the clock was set back, nobody knows how old the lease is.
  const renewAt = () => (until - leases.now() > leaseTime ? -Infinity : until - (2 * leaseTime) / 3);
  const isDue = () => until !== 0 && leases.now() >= renewAt();
  const check = () => ({ check: [{ key, version }] });
  const isHeld = () => until > leases.now() && until - leases.now() <= leaseTime;

  function become(now: string | null, heldUntil: number): void {
    version = now;
    until = heldUntil;
    renewInTime();
  }

  /** A timer may be a little early by the clock. */
  function renewInTime(): void {
    renewal.clear();
    if (until === 0 || onDue === undefined) return;
    const wait = Math.ceil(renewAt() - leases.now());
    renewal.set(Date.now() + wait, () => (isDue() ? onDue?.() : renewInTime()));
  }

  return {
    key,
    isHeld,
    /** There is one in the store, of whichever process. */
    exists: () => version !== null,
    isDue,
    check,
    /** Take it, renew it in time, or give it back. Undefined for none of these. */
    part(rest: Rest | undefined, isWanted: boolean): Part | undefined {
      if (rest !== undefined) {
        const at = Number.isFinite(rest.dueAt) ? rest.dueAt : null;
        return { change: { ...check(), remove: [key], due: [{ ...due, at }] }, kept: () => become(null, 0) };
      }
      if (!isWanted || (until !== 0 && !isDue())) return undefined;
      const at = leases.now() + leaseTime;
      const put = [{ key, value: leases.textOf(at) }];
      return { change: { ...check(), put, due: [{ ...due, at }] }, kept: (taken) => become(taken, at) };
    },
    /**
     * Whether the store has another one.
     *
     * @param hasMoved - the records were written by another process
     * @throws {StoreLostError} if nobody can have changed it
     */
    hasMoved(kept: StoredEntry | null, hasMoved: boolean): boolean {
      if ((kept?.version ?? null) === version) return false;
      // A process that takes over writes the record, too, and a lease that has run out stays where it is.
      const isOthers = kept !== null && (leases.isOthers(key, kept) || !isHeld());
      if (hasMoved || version === null || isOthers) return true;
      throw new StoreLostError(key, 'it has another lease there, or none');
    },
    stop() {
      onDue = undefined;
      renewal.clear();
    },
    async abandon(): Promise<void> {
      if (until === 0) return;
      until = 0;
      renewal.clear();
      const put = [{ key, value: leases.textOf(0) }];
      await store.commit({ ...check(), put, due: [{ ...due, at: leases.now() }] });
    },
  };
}
