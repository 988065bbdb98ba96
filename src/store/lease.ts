import { longestTimer } from '../base/timers.ts';
import { CodedError } from '../protocol/coded-error.ts';
import { timeIn, type DurableStore, type StoredEntry } from './durable-store.ts';
import { tellerOf } from './guarded-store.ts';

interface Lease {
  /** Names the handler that has it. */
  readonly holder: string;
  /** In milliseconds since the Unix epoch, by the store's clock or else the holder's. */
  readonly until: number;
  /** How long it lasts without being renewed, in milliseconds. */
  readonly for: number;
  readonly opening?: string | undefined;
}

/** How many leases that end too late to be believed are remembered. */
const mostDoubted = 10_000;

export type Leases = ReturnType<typeof createLeases>;

/**
 * The leases that one handler takes and sees: entries that say which process is at work on something, and until when.
 *
 * @param leaseTime - how long a lease lasts without being renewed, in milliseconds
 * @throws {TypeError} if a timer could not renew it
 */
export function createLeases(store: DurableStore, leaseTime: number) {
  if (leaseTime < 1 || leaseTime > longestTimer) {
    throw new TypeError(`limits.leaseTime is ${leaseTime}. Use from 1 to ${longestTimer} milliseconds.`);
  }
  const { opening } = store;
  const now = () => timeIn(store);
  let tell = tellerOf(store);
  const me = crypto.randomUUID();
  /** Leases of a clock that is ahead of this one's, and since when they have not been renewed. */
  const doubted = new Map<string, { readonly version: string; readonly since: number }>();

  /** @returns for how long the lease has been seen as it is, in milliseconds. Does not depend on any clock's time */
  function seenFor(key: string, version: string, ahead: number): number {
    const seen = doubted.get(key);
    if (seen?.version === version) return performance.now() - seen.since;
    // Who renews a lease is alive.
    if (seen !== undefined && ahead > leaseTime) {
      const what = `The clock of another process is about ${Math.round(ahead / 1000)} seconds ahead of this one's.`;
      const next = 'Set both by NTP: until then, what this process has at work may be taken from it.';
      tell?.(new CodedError('CLOCK_SKEW', `${what} ${next}`));
      tell = undefined;
    }
    doubted.delete(key);
    doubted.set(key, { version, since: performance.now() });
    const [oldest] = doubted.size > mostDoubted ? doubted.keys() : [];
    if (oldest !== undefined) doubted.delete(oldest);
    return 0;
  }

  function isOver(key: string, version: string, lease: Lease): boolean {
    const left = lease.until - now();
    // No lease ends later than it lasts. The holder's clock is ahead: see whether it is renewed.
    if (left > lease.for) return seenFor(key, version, left - lease.for) >= lease.for;
    doubted.delete(key);
    return left <= 0;
  }

  /** Somebody's lease lasts. */
  function lasts(key: string, { value, version }: StoredEntry): boolean {
    return !isOver(key, version, JSON.parse(value) as Lease);
  }

  return {
    leaseTime,
    now,
    /** A lease for this handler, as it stands in the store. @param until - in milliseconds since the Unix epoch */
    textOf: (until: number) => JSON.stringify({ holder: me, until, for: leaseTime, opening } satisfies Lease),
    lasts,
    /** A lease lasts, and another process has it. This one asks only about what it is not at work on. */
    isOthers(key: string, lease: StoredEntry): boolean {
      const { holder, opening: from } = JSON.parse(lease.value) as Lease;
      return holder !== me && from === opening && lasts(key, lease);
    },
  };
}
