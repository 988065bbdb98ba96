import { after, firstDone } from '../base/coming.ts';
import { longestTimer } from '../base/timers.ts';
import { nextTurn } from '../base/wait.ts';
import { CodedError } from '../protocol/coded-error.ts';
import type { DurableStore, StoreCheck, StoreCommit, StoredEntry } from './durable-store.ts';
import type { Leases } from './lease.ts';
import { refuseLost, StoreLostError } from './store-lost.ts';

/**
 * The right to write what belongs together, such as a conversation with its calls. One process at a time has it. That is
 * checked in the commit that writes, and what several have to write at one time goes into one commit.
 */
export interface Tenant {
  /** This process has the lease, as far as its clock tells. */
  isHeld(): boolean;
  /** There is a lease in the store: ours, or that of a process that is gone. */
  hasLease(): boolean;
  /** Something is being written, or is to be. */
  isBusy(): boolean;
  /** The lease has to be renewed now. */
  isDue(): boolean;
  /**
   * Write what this writer lacks, with what waits besides. Takes the lease, or renews it in time. Rejects with what
   * `onLost` gets.
   */
  commit(writer?: Writer): Promise<void>;
  /**
   * Take the lease, or renew it.
   *
   * @param isPatient - together with what is written next, if that comes in a moment
   */
  hold(isPatient?: boolean): Promise<void>;
  /**
   * Compare what the store says with what it told this process.
   *
   * @throws {MovedError} if another process goes on with it
   * @throws {StoreLostError} if the store contradicts itself
   */
  compare(): Promise<void>;
  /** Write no more. Who waits for a commit gets this error. */
  stop(error: unknown): void;
  /** Resolves when nothing is being written. */
  settled(): Promise<void>;
  /** Tell other processes that what runs here has stopped in the middle. */
  abandon(): Promise<void>;
}

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
  /** Make ready what `part` needs. Undefined if it is. */
  prepare?(): Promise<void> | undefined;
  /**
   * What the store lacks of it. Undefined for nothing. `written` follows, or it is asked again if the commit is refused:
   * so only the tenant asks.
   *
   * @param mayRest - the part may give the lease back
   * @param isWanted - there is something else to write
   */
  part(mayRest: boolean, isWanted: boolean): StorePart | undefined;
  /** What was asked for last is kept. @param version - undefined if there was nothing to write */
  written(version: string | undefined): void;
}

export interface StorePart extends StoreCommit {
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
  /** Nothing is being written any more. */
  onIdle?(): void;
}

export interface LeaseOptions {
  readonly leases: Leases;
  readonly key: string;
  /** The lease that was found there. */
  readonly found: Pick<StoredEntry, 'version'> | undefined;
  readonly due: { readonly key: string; readonly queue: string };
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

interface WrittenPart {
  readonly writer: Writer;
  readonly part: StorePart;
}

/** How long a lease waits for something to write with it, in milliseconds. */
const moment = 50;

/** How often a commit is tried again that the store had no reason to refuse. */
const mostTries = 20;

export function openTenant({ store, lease: leased, standing, onLost, onIdle }: TenantOptions): Tenant {
  let lease: string | null = leased?.found?.version ?? null;
  let until = 0;
  let isHoldWanted = false;
  let lost: { readonly error: unknown } | undefined;
  let renewal: ReturnType<typeof setTimeout> | undefined;
  /** What the next commit is for. */
  let next: { readonly writers: Set<Writer>; readonly written: Promise<void> } | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let commits = 0;
  /** Ends the wait of a lease that is patient. */
  let goOn = (): void => undefined;

  const isStopped = () => lost !== undefined;
  const renewAt = () => (until === 0 ? -Infinity : (leased?.leases.renewAt(until) ?? Infinity));
  const now = () => leased?.leases.now() ?? Date.now();
  const isDue = () => until !== 0 && now() >= renewAt();

  async function write(others: ReadonlySet<Writer>): Promise<void> {
    const writers = standing === undefined ? [...others] : [standing, ...others];
    let mayRest = true;
    for (let tries = 0; tries < mostTries; tries += 1) {
      // Each try depends on the one before.
      for (let ready; (ready = preparing(writers)) !== undefined;) await ready;
      if (lost !== undefined) throw lost.error;
      const parts: WrittenPart[] = [];
      for (const writer of writers.toReversed()) {
        const part = writer.part(mayRest && !isHoldWanted, parts.length > 0 || isHoldWanted || isDue());
        if (part !== undefined) parts.push({ writer, part });
      }
      const rest = parts.find(({ part }) => part.rest !== undefined)?.part.rest;
      const isWanted = parts.length > 0 || isHoldWanted || isDue();
      const heldUntil = now() + (leased?.leases.leaseTime ?? 0);
      const renews = leased !== undefined && rest === undefined && isWanted && now() >= renewAt();
      const isEmpty = parts.length === 0 && !renews;
      const done = isEmpty ? undefined : await store.commit(changeOf(parts, rest, renews ? heldUntil : undefined));
      if (done === null) {
        await compare(writers);
        if (rest !== undefined && (await rest.isRefused())) mayRest = false;
        continue;
      }
      if (renews || rest !== undefined) {
        lease = renews ? (done ?? null) : null;
        until = renews ? heldUntil : 0;
        renewInTime();
      }
      // It may have been stopped while the store was at work.
      if (isStopped()) throw lost!.error;
      isHoldWanted = false;
      for (const { writer } of parts) {
        if (done !== undefined && done === writer.told.version) {
          throw new StoreLostError(writer.told.key, 'it gives the next one the same version');
        }
      }
      const wrote = new Set(parts.map(({ writer }) => writer));
      for (const writer of writers) writer.written(wrote.has(writer) ? done : undefined);
      return;
    }
    throw new StoreLostError(writers[0]?.told.key ?? '', 'it refuses to change what it says it has');
  }

  function changeOf(parts: readonly WrittenPart[], rest: Rest | undefined, heldUntil: number | undefined): StoreCommit {
    const checked = new Set(parts.map(({ writer }) => writer));
    // That there is no lease does not say that there was none meanwhile.
    if (standing !== undefined && lease === null) checked.add(standing);
    const checks = [...checked].map(({ told }): StoreCheck => ({ key: told.key, version: told.version }));
    const mine =
      leased === undefined
        ? {}
        : {
            check: [{ key: leased.key, version: lease }],
            put: heldUntil === undefined ? [] : [{ key: leased.key, value: leased.leases.textOf(heldUntil) }],
            remove: rest === undefined ? [] : [leased.key],
            due:
              rest !== undefined
                ? [{ ...leased.due, at: Number.isFinite(rest.dueAt) ? rest.dueAt : null }]
                : heldUntil === undefined
                  ? []
                  : [{ ...leased.due, at: heldUntil }],
          };
    const all: readonly StoreCommit[] = [mine, ...parts.map(({ part }) => part)];
    return {
      check: [...checks, ...all.flatMap(({ check = [] }) => check)],
      put: all.flatMap(({ put = [] }) => put),
      append: all.flatMap(({ append = [] }) => append),
      remove: [...new Set(all.flatMap(({ remove = [] }) => remove))],
      due: all.flatMap(({ due = [] }) => due),
    };
  }

  async function compare(writers: Iterable<Writer>): Promise<void> {
    const told = [...writers].map((writer) => writer.told);
    const keys = told.flatMap(({ key, remains = key }) => [key, remains]);
    const [leaseFound = null, ...found] = await store.read([leased?.key ?? keys[0] ?? '', ...keys]);
    let hasMoved = false;
    for (const [index, { key, version, write, keptUntil = Infinity }] of told.entries()) {
      const [entry = null, remains = null] = found.slice(2 * index);
      const hasRemains = entry === null && remains !== null;
      if (hasMoved || ((entry?.version ?? null) === version && !hasRemains)) continue;
      hasMoved = true;
      const isOver = hasRemains || (entry === null && Date.now() >= keptUntil);
      if (version === null || isOver) continue;
      refuseLost(key, { version, write }, entry && { version: entry.version, write: writeOf(entry) });
    }
    if (leased !== undefined && (leaseFound?.version ?? null) !== lease) {
      // A process that takes over writes the record, too, and a lease that has run out stays where it is.
      const isOthers =
        leaseFound !== null && (leased.leases.isOthers(leased.key, leaseFound) || !leased.leases.isHeld(until));
      if (!hasMoved && lease !== null && !isOthers) {
        throw new StoreLostError(leased.key, 'it has another lease there, or none');
      }
      hasMoved = true;
    }
    if (hasMoved) throw new MovedError();
  }

  function begin(isPatient = false) {
    const writers = new Set<Writer>();
    const patience = isPatient && store.isVolatile !== true && waitForMore();
    const written = (async () => {
      await last;
      // What follows at once joins: a question, say, and that nothing comes after it.
      if (store.isVolatile !== true) for (let turn = 0; turn < 2; turn += 1) await new Promise<void>(nextTurn);
      await patience;
      next = undefined;
      try {
        await write(writers);
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
    return { writers, written };
  }

  function waitForMore(): Promise<void> {
    return firstDone(new Promise<void>((resolve) => (goOn = resolve)), after(moment, undefined));
  }

  function lose(error: unknown): void {
    if (lost !== undefined) return;
    stop(error);
    onLost(error);
  }

  function stop(error: unknown): void {
    lost ??= { error };
    clearTimeout(renewal);
  }

  /** A timer may be a little early by the clock. */
  function renewInTime(): void {
    clearTimeout(renewal);
    if (until === 0 || lost !== undefined) return;
    const wait = renewAt() - now();
    const renew = () => (isDue() ? void commit().catch(() => undefined) : renewInTime());
    renewal = setTimeout(renew, Math.min(longestTimer, Math.max(0, Math.ceil(wait))));
  }

  function commit(writer?: Writer): Promise<void> {
    if (writer?.isChanged() === true) goOn();
    next ??= begin();
    if (writer !== undefined) next.writers.add(writer);
    return next.written;
  }

  return {
    isHeld: () => leased?.leases.isHeld(until) ?? true,
    hasLease: () => lease !== null,
    isBusy: () => commits > 0,
    isDue,
    commit,
    hold(isPatient) {
      isHoldWanted = true;
      next ??= begin(isPatient);
      return next.written;
    },
    compare: () => compare(standing === undefined ? [] : [standing]),
    stop,
    async settled() {
      while (commits > 0) await last;
    },
    async abandon() {
      if (leased === undefined || until === 0) return;
      until = 0;
      clearTimeout(renewal);
      await store.commit({
        check: [{ key: leased.key, version: lease }],
        put: [{ key: leased.key, value: leased.leases.textOf(0) }],
        due: [{ ...leased.due, at: now() }],
      });
    },
  };
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
