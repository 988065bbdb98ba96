import { after, firstDone } from '../base/coming.ts';
import { nextTurn } from '../base/wait.ts';
import { CodedError } from '../protocol/coded-error.ts';
import { timeIn, type DurableStore, type StoreCheck, type StoreCommit, type StoredEntry } from './durable-store.ts';
import { createHeldLease, type HeldLease, type LeaseOptions } from './held-lease.ts';
import { refuseLost, StoreLostError } from './store-lost.ts';

/** One record, and how it is written. */
export interface Writer {
  /** The record as the store told of it last. */
  readonly told: {
    readonly key: string;
    /** Null for one that is not written yet. */
    readonly version: string | null;
    /** Counts the writes of the record. It is in its value as `write`. */
    readonly write: number;
    /** Until when it does not expire, in milliseconds since the Unix epoch. @default Infinity */
    readonly keptUntil?: number | undefined;
    /** What stands in the store in its place once it is over. */
    readonly remains?: string | undefined;
  };
  /** The store lacks something of it. Changes nothing. */
  isChanged(): boolean;
  /** Write the record again as it is, so that another process that has read it finds a later one. */
  touch?(): void;
  /** Make ready what `part` needs. Undefined if it is. */
  prepare?(): Promise<void> | undefined;
  /**
   * Its part of a commit. Undefined for none. If the commit is refused, the writer is asked again: so only the tenant
   * asks.
   *
   * @param mayRest - the part may give the lease back
   * @param isWanted - there is something else to write
   */
  part(mayRest: boolean, isWanted: boolean): Part | undefined;
}

/** What is written in a commit, and what follows from it. */
export interface Part {
  /** Undefined for nothing to write. */
  readonly change?: StoreChange | undefined;
  /** The commit is kept. @param version - of what it wrote */
  readonly kept: (version: string) => void;
}

export interface StoreChange extends StoreCommit {
  /** Give the lease back. */
  readonly rest?: Rest | undefined;
}

export interface Rest {
  /** When to look at it again, in milliseconds since the Unix epoch. `Infinity` for never. */
  readonly dueAt: number;
  /** The commit was refused. @returns whether that has a reason, so that nothing rests yet */
  isRefused(): Promise<boolean>;
}

export interface TenantOptions {
  readonly store: DurableStore;
  /** Where the lease is, and what to look at when it has run out. @default no lease: whoever writes last has the right */
  readonly lease?: LeaseOptions | undefined;
  /** Is asked for its part at each commit, after all others. */
  readonly standing?: Writer | undefined;
  /** Called once, when this process may write no more. */
  onLost(error: unknown): void;
  onIdle?(): void;
}

/** Another process goes on with it, so nothing more of it is written here. */
export class MovedError extends CodedError<'MOVED'> {
  constructor() {
    super('MOVED', 'Another process runs this call or conversation now. Nothing was recorded here: try again.');
  }
}

/** How often something is followed to where it has moved. */
const mostMoves = 20;

/**
 * Do something, and do it again while another process is faster. Each attempt finds what the one before did not.
 *
 * @param busy - what to throw in the end
 */
export async function followed<T>(attempt: () => Promise<T>, busy: () => Error = () => new MovedError()): Promise<T> {
  for (let moves = 0; moves < mostMoves; moves += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof MovedError)) throw error;
    }
  }
  throw busy();
}

/** @throws {MovedError} if another process was faster */
export async function commitUnlessMoved(store: DurableStore, commit: StoreCommit): Promise<void> {
  if ((await store.commit(commit)) === null) throw new MovedError();
}

/** What one commit is for. */
interface Batch {
  readonly writers: Set<Writer>;
  /** It takes the lease, or renews it. */
  holds: boolean;
}

/** How long a lease waits for something to write with it, in milliseconds. */
const moment = 50;

/** How often a commit is tried again that the store had no reason to refuse. */
const mostTries = 20;

/** The version of a commit that had nothing to write. */
export const nothingWritten = '';

/**
 * The right to write what belongs together, such as a conversation with its calls. One process at a time has it. That is
 * checked in the commit that writes, and what several have to write at one time goes into one commit.
 */
export function openTenant({ store, lease: leased, standing, onLost, onIdle }: TenantOptions) {
  const lease = leased && createHeldLease(store, leased, () => void commit().catch(() => undefined));
  let lost: { readonly error: unknown } | undefined;
  /** What the next commit is for. */
  let next: (Batch & { readonly written: Promise<void> }) | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let commits = 0;
  /** Ends the wait of a lease that is patient. */
  let goOn = (): void => undefined;

  function refuseStopped(): void {
    if (lost !== undefined) throw lost.error;
  }

  function begin(isPatient: boolean) {
    const batch: Batch = { writers: new Set(), holds: false };
    const more = new Promise<void>((resolve) => (goOn = resolve));
    const patience = isPatient && store.isVolatile !== true && firstDone(more, after(moment, undefined));
    const written = (async () => {
      await last;
      // What follows at once joins: a question, say, and that nothing comes after it.
      if (store.isVolatile !== true) for (let turn = 0; turn < 2; turn += 1) await new Promise<void>(nextTurn);
      await patience;
      next = undefined;
      try {
        await write(batch, { store, lease, standing, refuseStopped });
      } catch (error) {
        lose(error);
        throw error;
      } finally {
        commits -= 1;
        if (commits === 0) onIdle?.();
      }
    })();
    commits += 1;
    last = written.catch(() => undefined);
    return Object.assign(batch, { written });
  }

  function lose(error: unknown): void {
    if (lost !== undefined) return;
    stop(error);
    onLost(error);
  }

  /** Write no more. Who waits for a commit gets this error. */
  function stop(error: unknown): void {
    lost ??= { error };
    lease?.stop();
  }

  /**
   * Write what this writer lacks, with what waits besides. Takes the lease, or renews it in time. Rejects with what
   * `onLost` gets.
   */
  function commit(writer?: Writer): Promise<void> {
    if (writer?.isChanged() === true) goOn();
    next ??= begin(false);
    if (writer !== undefined) next.writers.add(writer);
    return next.written;
  }

  return {
    /** This process has the lease, as far as its clock tells. */
    isHeld: () => lease?.isHeld() ?? true,
    /** There is a lease in the store: ours, or that of a process that is gone. */
    hasLease: () => lease?.exists() === true,
    /** Something is being written, or is to be. */
    isBusy: () => commits > 0,
    /** The lease has to be renewed now. */
    isDue: () => lease?.isDue() === true,
    commit,
    /** Take the lease, or renew it. @param isPatient - together with what is written next, if that comes in a moment */
    hold(isPatient = false): Promise<void> {
      next ??= begin(isPatient);
      next.holds = true;
      return next.written;
    },
    /**
     * Compare what the store says with what it told this process.
     *
     * @throws {MovedError} if another process goes on with it
     * @throws {StoreLostError} if the store contradicts itself
     */
    compare: () => compare(store, standing === undefined ? [] : [standing], lease),
    stop,
    /** Resolves when nothing is being written. */
    async settled() {
      while (commits > 0) await last;
    },
    /** Tell other processes that what runs here has stopped in the middle. */
    abandon: async () => lease?.abandon(),
  };
}

interface Writing extends Pick<TenantOptions, 'store' | 'standing'> {
  readonly lease: HeldLease | undefined;
  /** Throws once the tenant has stopped. */
  refuseStopped(): void;
}

async function write({ writers: others, holds }: Batch, { store, lease, standing, refuseStopped }: Writing) {
  const writers = standing === undefined ? [...others] : [standing, ...others];
  let mayRest = !holds;
  for (let tries = 0; tries < mostTries; tries += 1) {
    // Each try depends on the one before.
    for (let ready; (ready = preparing(writers)) !== undefined;) await ready;
    refuseStopped();
    const { parts, rest, ofLease, commit: found } = commitFor(writers, lease, mayRest, holds);
    const done = found === undefined ? nothingWritten : await store.commit(found);
    if (done === null) {
      await compare(store, writers, lease, found?.check);
      if (rest !== undefined && (await rest.isRefused())) mayRest = false;
      continue;
    }
    ofLease?.kept(done);
    // It may have been stopped while the store was at work.
    refuseStopped();
    const again = parts.find(({ told, change }) => change !== undefined && told.version === done);
    if (again !== undefined) throw new StoreLostError(again.told.key, 'it gives the next one the same version');
    for (const part of parts) part.kept(done);
    return;
  }
  throw new StoreLostError(writers[0]?.told.key ?? '', 'it refuses to change what it says it has');
}

/**
 * @param checks - of a commit that was refused
 * @throws {MovedError}, {StoreLostError} as a tenant's `compare`
 */
async function compare(
  store: DurableStore,
  writers: readonly Writer[],
  lease: HeldLease | undefined,
  checks: readonly StoreCheck[] = [],
): Promise<void> {
  const told = writers.map((writer) => writer.told);
  const keys = told.flatMap(({ key, remains = key }) => [key, remains]);
  const others = checks.flatMap((check) =>
    'version' in check && check.key !== lease?.key && !keys.includes(check.key) ? [check] : [],
  );
  const first = [lease?.key ?? keys[0] ?? '', ...others.map(({ key }) => key)];
  const read = await store.read([...first, ...keys]);
  const [leaseFound = null, ...othersFound] = read.slice(0, first.length);
  const found = read.slice(first.length);
  const now = timeIn(store);
  const known = told.map((record, nth) => {
    const [entry = null, remains = null] = found.slice(2 * nth);
    const hasRemains = entry === null && remains !== null;
    const isOver = hasRemains || (entry === null && now >= (record.keptUntil ?? Infinity));
    return { ...record, entry, isOver, isSame: (entry?.version ?? null) === record.version && !hasRemains };
  });
  const moved = known.find(({ isSame }) => !isSame);
  if (moved !== undefined && moved.version !== null && !moved.isOver) {
    const { key, version, write, entry } = moved;
    refuseLost(key, { version, write }, entry && { version: entry.version, write: writeOf(entry) });
  }
  if (lease?.hasMoved(leaseFound, moved !== undefined) === true || moved !== undefined) throw new MovedError();
  // Something else that nobody was to have, such as a conversation's name, is another process's now.
  const isTaken = others.some(({ version }, nth) => (othersFound[nth]?.version ?? null) !== version);
  if (isTaken) throw new MovedError();
}

/** What there is to commit. Undefined for nothing. The last are asked first, since the standing one may rest then. */
function commitFor(writers: readonly Writer[], lease: HeldLease | undefined, mayRest: boolean, isHoldWanted: boolean) {
  const isWanted = isHoldWanted || lease?.isDue() === true;
  const parts: (Part & Pick<Writer, 'told'>)[] = [];
  const changes: StoreChange[] = [];
  // That there is no lease does not say that there was none meanwhile. The first record does: it is the standing one's.
  const checked = new Set(lease?.exists() === false ? writers.slice(0, 1) : []);
  for (const writer of writers.toReversed()) {
    const part = writer.part(mayRest, isWanted || changes.length > 0);
    if (part === undefined) continue;
    const { told } = writer;
    parts.unshift({ ...part, told });
    if (part.change === undefined) continue;
    changes.push(part.change);
    checked.add(writer);
  }
  const rest = changes.find((change) => change.rest !== undefined)?.rest;
  const ofLease = lease?.part(rest, isWanted || changes.length > 0);
  const all: readonly StoreCommit[] = [ofLease?.change ?? lease?.check() ?? {}, ...changes];
  const checks = [...checked].map(({ told }): StoreCheck => ({ key: told.key, version: told.version }));
  const commit: StoreCommit = {
    check: [...checks, ...all.flatMap(({ check = [] }) => check)],
    put: all.flatMap(({ put = [] }) => put),
    append: all.flatMap(({ append = [] }) => append),
    remove: [...new Set(all.flatMap(({ remove = [] }) => remove))],
    due: all.flatMap(({ due = [] }) => due),
  };
  return { parts, rest, ofLease, commit: changes.length === 0 && ofLease === undefined ? undefined : commit };
}

function preparing(writers: readonly Writer[]): Promise<void> | undefined {
  for (const writer of writers) {
    const ready = writer.prepare?.();
    if (ready !== undefined) return ready;
  }
  return undefined;
}

/** The number that a record gives its last write. */
function writeOf({ value }: StoredEntry): number {
  return (JSON.parse(value) as { write: number }).write;
}
