import { after, firstDone } from '../base/coming.ts';
import { createDeadline } from '../base/timers.ts';
import type { DueKey, DurableStore } from './durable-store.ts';

export interface SweeperOptions {
  readonly store: DurableStore;
  readonly queue: string;
  /** How often to look for what other processes have left, in milliseconds. `Infinity` for never. */
  readonly sweepEvery: number;
  /** Keys to try whether they are due or not. */
  also?(): readonly string[];
  /** This process is at work on this key already. */
  isHere(key: string): boolean;
  /**
   * Go on with what a key stands for. A failure of either promise is remembered.
   *
   * @returns when what has begun is at rest. Undefined if nothing has begun
   */
  begin(key: string): Promise<{ readonly rested: Promise<unknown> } | undefined>;
  /** Gets a failure of a key once, until there is another one or none any more. */
  onError(error: unknown): void;
}

/** What failed, and when to try it again. */
interface Failure {
  readonly reason: string;
  readonly pause: number;
  readonly until: number;
  /** When the key was due at the first look after the failure. If that changes, somebody has changed the key. */
  dueAt: number | undefined;
}

const pageSize = 1000;

/** How many to begin before some of them are at rest. */
const mostAtOnce = 100;

/** How long those keep the next ones waiting, and how soon to look again at what is being done, in milliseconds. */
const lookAgain = 1000;

/** The pause after a failure doubles up to this, in milliseconds. */
const longestPause = 3_600_000;

export type Sweeper = ReturnType<typeof createSweeper>;

/** Looks after one queue of a store: goes on with what is due there, whichever process has left it. */
export function createSweeper(options: SweeperOptions) {
  const { store, sweepEvery, onError } = options;
  const isPeriodic = store.isVolatile !== true && sweepEvery < Infinity;
  // Nobody else looks at what is in this process's memory alone.
  const isTimed = store.isVolatile === true || isPeriodic;
  const firstPause = sweepEvery < Infinity ? sweepEvery : 10_000;
  const failures = createFailures(firstPause);
  const pass = createPass(options, failures, isClosed, fail);
  // What is in a store that outlives the process waits for the next one.
  const timer = createDeadline({ keepsAlive: store.isVolatile === true });
  let sweepsAt = Infinity;
  let state: 'idle' | 'sweeping' | 'closed' = 'idle';
  /** Why the queue could not be read the last time. */
  let unreadable: string | undefined;

  function isClosed(): boolean {
    return state === 'closed';
  }

  /** Sweep at this moment, in milliseconds since the Unix epoch, or earlier. A process that never sweeps ignores it. */
  function sweepAt(at: number): void {
    if (!isTimed || isClosed() || at >= sweepsAt) return;
    sweepsAt = at;
    // A sweep under way sets the timer at its end.
    if (state === 'idle') timer.set(at, () => void sweepInTime());
  }

  async function sweepInTime(): Promise<void> {
    state = 'sweeping';
    sweepsAt = Infinity;
    try {
      const { next } = await pass(new Set(), failures.isPaused, aMoment);
      sweepAt(next);
      unreadable = undefined;
    } catch (error) {
      if (reasonOf(error) !== unreadable) onError(error);
      unreadable = reasonOf(error);
    }
    if (isPeriodic) sweepAt(Date.now() + sweepEvery * (0.75 + Math.random() / 2));
    if (isClosed()) return;
    state = 'idle';
    const at = sweepsAt;
    sweepsAt = Infinity;
    sweepAt(at);
  }

  function fail(key: string, error: unknown): void {
    if (isClosed()) return;
    const { isNew, until } = failures.add(key, reasonOf(error));
    if (isNew) onError(error);
    sweepAt(until);
  }

  // Another process may have died in the middle of its work, and nobody may come to this one.
  if (isPeriodic) sweepAt(Date.now() + sweepEvery);

  return {
    sweepAt,
    /**
     * Try everything that is due once, also what has failed before. Resolves when all that it began is at rest, and
     * nothing else is due.
     *
     * @throws what `DurableStore.due` throws
     */
    async sweep(): Promise<void> {
      const seen = new Set<string>();
      const everything = () => false;
      while ((await pass(seen, everything, (begun) => Promise.all(begun))).begun > 0);
    },
    close(): void {
      state = 'closed';
      timer.clear();
    },
  };
}

/** @param fail - hears of what could not be begun, or did not come to rest */
function createPass(
  options: SweeperOptions,
  failures: ReturnType<typeof createFailures>,
  isClosed: () => boolean,
  fail: (key: string, error: unknown) => void,
) {
  const { store, queue, isHere } = options;

  async function* everythingDue(before: number): AsyncGenerator<DueKey> {
    for (const key of options.also?.() ?? []) yield { key, at: 0 };
    for (let page: readonly DueKey[] | undefined; page === undefined || page.length === pageSize;) {
      page = await store.due(queue, before, pageSize, page?.at(-1));
      yield* page;
    }
  }

  /** @returns when it is at rest, or undefined if nothing has begun */
  async function tryTo(key: string): Promise<Promise<void> | undefined> {
    const failed = (error: unknown) => fail(key, error);
    try {
      const begun = await options.begin(key);
      if (begun === undefined) failures.forget(key);
      return begun?.rested.then(() => failures.forget(key), failed);
    } catch (error) {
      failed(error);
      return undefined;
    }
  }

  /**
   * Look at everything that is due.
   *
   * @param seen - what is left out. Gets what was tried
   * @param hold - waits before more is begun
   * @returns how much has begun, and when to look again
   */
  return async (
    seen: Set<string>,
    isLeftOut: (key: string) => boolean,
    hold: (begun: readonly Promise<void>[]) => Promise<unknown>,
  ): Promise<{ begun: number; next: number }> => {
    const now = Date.now();
    const due = new Set<string>();
    let next = Infinity;
    let count = 0;
    let begun: Promise<void>[] = [];
    for await (const { key, at } of everythingDue(now + 1)) {
      if (isClosed()) break;
      if (due.has(key)) continue;
      due.add(key);
      failures.recognise(key, at);
      if (isHere(key)) next = now + lookAgain;
      if (isHere(key) || seen.has(key) || isLeftOut(key)) continue;
      seen.add(key);
      // One at a time: each may start tools and models.
      const rested = await tryTo(key);
      if (rested === undefined) continue;
      count += 1;
      begun.push(rested);
      if (begun.length < mostAtOnce) continue;
      await hold(begun);
      begun = [];
    }
    await hold(begun);
    const [later] = isClosed() ? [] : await store.due(queue, Number.MAX_SAFE_INTEGER, 1, { key: '', at: now + 1 });
    return { begun: count, next: Math.min(next, later?.at ?? Infinity, failures.nextTry(due)) };
  };
}

/** What could not be begun, or did not come to rest. @param firstPause - in milliseconds. Each failure doubles it */
function createFailures(firstPause: number) {
  const failures = new Map<string, Failure>();
  return {
    /** @returns whether it failed otherwise before, and when to try it again */
    add(key: string, reason: string): { readonly isNew: boolean; readonly until: number } {
      const last = failures.get(key);
      const pause = last === undefined ? firstPause : Math.min(last.pause * 2, Math.max(firstPause, longestPause));
      const until = Date.now() + pause;
      failures.set(key, { reason, pause, until, dueAt: undefined });
      return { isNew: reason !== last?.reason, until };
    },
    forget: (key: string) => void failures.delete(key),
    isPaused: (key: string) => (failures.get(key)?.until ?? 0) > Date.now(),
    /** Forget the failure of a key that is due at another time than before. */
    recognise(key: string, at: number): void {
      const failure = failures.get(key);
      if (failure === undefined) return;
      if ((failure.dueAt ??= at) !== at) failures.delete(key);
    },
    /** When a pause ends. What was not due for long is forgotten. */
    nextTry(due: ReadonlySet<string>): number {
      let next = Infinity;
      for (const [key, { until }] of failures) {
        if (due.has(key)) next = Math.min(next, until);
        else if (until + longestPause < Date.now()) failures.delete(key);
      }
      return next;
    },
  };
}

/** Resolves when these are at rest, or a moment later. */
const aMoment = (begun: readonly Promise<void>[]) =>
  firstDone<unknown>(Promise.all(begun), after(lookAgain, undefined));

function reasonOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : String(error);
}
