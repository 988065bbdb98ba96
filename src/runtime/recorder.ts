import { action, createQueue, suspend, type Operation } from 'effection';
import type { JsonValue } from '../protocol/json.ts';
import type { InTurn } from './bridge-event.ts';
import { ToolRunError } from './errors.ts';
import { fingerprint, valueOf, type JournalEntry, type OperationOutcome } from './journal.ts';
import {
  closing,
  entryOf,
  interrupted,
  isAsking,
  isWork,
  recordedOf,
  stepped,
  type OperationEnd,
  type Recorded,
  type RecordedOperation,
  type SteppedOperation,
  type UnderWay,
} from './recorded-operation.ts';
import { after, createOnce, firstOf, fulfil, type Coming } from '../base/coming.ts';
import { constant, macrotask, nothing } from '../base/wait.ts';
import { createStepCode } from './step-code.ts';

/**
 * Performs a run's operations, keeps each outcome, and replays kept outcomes in order.
 *
 * It is an actor with one mailbox. The tool gets only what the journal holds, one entry at a time.
 */
export interface Recorder {
  /** True while kept outcomes are still being replayed. */
  isReplaying(): boolean;
  /** Give the tool an operation's outcome: replay the kept one, or perform the operation now. */
  record(operation: RecordedOperation): Operation<Recorded>;
  /** Replay and keep outcomes, one at a time. Runs beside the tool as long as the tool runs. */
  deliver(): Operation<void>;
  /** Wait until every question that has lost a race so far is in the journal. */
  drain(): Operation<void>;
  /** A step is under way. */
  isStepping(): boolean;
  /** When the first of the tool's sleeps is over, in milliseconds since the Unix epoch. `Infinity` without one. */
  sleepsUntil(): number;
  /** Something comes of the run by itself: a replay, a step, or a sample that is not in `asked`. */
  isAtWork(asked: AskedSamples): boolean;
  /** The tool has got or begun something since it was idle last, and may begin more. */
  goesOn(): boolean;
  /**
   * Let nothing reach the tool any more. The next run asks the model again for the samples in `asked`.
   *
   * @returns false, with no effect, if the run `isAtWork`; undefined if it ended before
   */
  park(asked: AskedSamples): InTurn<boolean>;
  /** Let nothing reach the tool any more, and nothing begin. Resolves when the steps that are under way are kept. */
  finish(): Operation<void>;
  /** The operation with this key, as the tool asked for it in this run. */
  operation(key: string): RecordedOperation | undefined;
  /** The first kept operation that the tool has not asked for. If there is one at its end, the code has changed. */
  leftOver(): JournalEntry | undefined;
  /**
   * Do the work of a step. What the tool asks of its context there would be lost in a replay, so that throws.
   *
   * @param work - a generator
   */
  inStep<T>(step: string, work: Operation<T>): Operation<T>;
  /** Aborts when the run ends. It is made when it is first asked for: most tools never read theirs. */
  signal(): AbortSignal;
  /** Let no more operations start, and give up on what the mailbox still holds. */
  end(): void;
}

/** Samples that the next run can ask just as well, by their keys. */
export type AskedSamples = Pick<ReadonlySet<string>, 'has'>;

/** Every sample that is under way. */
export const everySample: AskedSamples = { has: () => true };

export interface RecorderOptions {
  toolName: string;
  /** The outcomes kept so far, in order of completion. */
  journal: readonly JournalEntry[];
  /**
   * Keep an entry. The tool gets the outcome only after this returns. An entry with a `question` counts only while
   * that question waits. Undefined means that it does not count.
   */
  append(entry: JournalEntry): Operation<JournalEntry | undefined>;
  /** The journal outlives the process. @default false */
  isDurable?: boolean | undefined;
  /** Why nothing new may begin. What is under way is kept all the same. @default nothing refuses */
  refusal?: (() => Error | undefined) | undefined;
  /** A step that this run began has ended. Replayed ones have not. */
  onStepped?: ((step: SteppedOperation) => void) | undefined;
  /** Something new was refused. The caller must end the run. */
  onRefused?(error: Error): void;
  /**
   * A question or a sample waits, no step is under way, and the tool began nothing since.
   *
   * @param isSampling - nothing is under way but samples: whether the run waits is up to who answers them
   */
  onIdle?(isSampling: boolean): void;
  /** The code no longer fits its journal. The caller must end the run. */
  onChanged(error: ToolRunError): void;
  /** The replay is over. */
  onReplayed?: (() => void) | undefined;
  /** Let nothing reach the tool after the replay. @default false */
  replayOnly?: boolean | undefined;
  /** With `replayOnly`: the replay is over when the tool asks for this, before it gets the outcome. @default the end */
  replayTo?: string | undefined;
  /** How long a replay may take to request its next kept operation, in milliseconds. @default 10000 */
  replayTimeout?: number | undefined;
}

export function createRecorder(options: RecorderOptions): Recorder {
  const { toolName, append, onChanged, onIdle, replayTimeout = 10_000 } = options;
  const journal = options.journal.filter(({ kind }) => kind !== 'started' && kind !== 'came');
  const started = new Set(options.journal.flatMap(({ kind, key }) => (kind === 'started' ? [key] : [])));
  const replays = new Map(
    journal.map((entry) => [entry.key, { entry, asked: createOnce<boolean>(), fed: createOnce<void>() }]),
  );
  /** What the tool has asked for. */
  const asked = new Map<string, RecordedOperation>();
  /** What has begun in this run, and is not over. */
  const begun = new Set<RecordedOperation>();
  const mailbox = createQueue<() => Operation<unknown>, never>();
  /** Jobs in the mailbox. */
  let jobs = 0;
  /** Comes when the run ends. */
  const ended = createOnce<undefined>();
  /** Comes when no step is under way that is to be finished. */
  const finished = createOnce<void>();
  /** Questions that lost a race and are not in the journal yet. */
  const lost: JournalEntry[] = [];
  /** New operations that wait for the end of the replay, in the order in which the tool asked for them. */
  let held: (() => void)[] | undefined = replays.size > 0 ? [] : undefined;
  let fed = 0;
  /** `finishing`: nothing reaches the tool any more. `parked`: nor is anything kept. `ended`: nothing of the run goes on. */
  let state: 'open' | 'finishing' | 'parked' | 'ended' = 'open';
  const stateNow = () => state;
  const { stepNow, inStep } = createStepCode();
  const { stirs, stir, still } = createStirs();
  /** How many there were when the tool was idle last. */
  let idleAt = 0;

  const isUnderWay = (fits: (operation: RecordedOperation) => boolean) => [...begun].some(fits);
  const isStepping = () => isUnderWay(({ kind }) => kind === 'step');

  /** @returns whether nothing reaches the tool any more */
  function parkIf(mayPark: boolean): boolean {
    if (mayPark && state !== 'ended') state = 'parked';
    return state === 'parked';
  }

  function post(job: () => Operation<unknown>): void {
    jobs += 1;
    mailbox.add(job);
  }

  /** Say so if no more questions come before an answer. */
  function* tellIfIdle(): Operation<void> {
    const isIdle = () => jobs === 0 && state !== 'ended' && isUnderWay(isAsking) && !isStepping();
    if (idleAt === stirs() || !isIdle()) return;
    yield* still();
    if (!isIdle()) return;
    idleAt = stirs();
    onIdle?.(isUnderWay(isWork));
  }

  function isAtWork(waiting: AskedSamples): boolean {
    return held !== undefined || isUnderWay((one) => isWork(one) && (one.kind === 'step' || !waiting.has(one.key)));
  }

  /** Keep what came of an operation, and give it to the tool. @returns false if something else came of it before */
  function* conclude(one: UnderWay, entry: JournalEntry, checked?: Recorded['checked']): Operation<boolean> {
    const kept = one.isOpen ? yield* append(entry) : undefined;
    if (kept === undefined) return false;
    one.isOpen = false;
    stir();
    if (state === 'finishing') leave(one);
    else one.given.resolve(recordedOf(kept, checked));
    return true;
  }

  function* settle(one: UnderWay, ...how: Parameters<OperationEnd['settle']>): Operation<boolean> {
    const [settlement, answer, isAllowed] = how;
    if (one.isOpen && isAllowed !== undefined && !(yield* isAllowed())) return false;
    const content = settlement.action === 'accept' ? { content: settlement.content } : undefined;
    return yield* conclude(one, closing(one, settlement, answer), content);
  }

  /** It is under way no more. */
  function leave({ operation, outcome, begunAt }: UnderWay): void {
    const { kind, name = '' } = operation;
    if (begun.delete(operation) && kind === 'step') options.onStepped?.(stepped(name, outcome, begunAt));
    if (state === 'finishing' && !isStepping()) finished.resolve();
  }

  const endOf = (one: UnderWay): OperationEnd => ({
    complete: (outcome) => post(() => conclude(one, entryOf(one, outcome))),
    settle: (...how) => inTurn(() => settle(one, ...how)),
    hold: (work) => inTurn(() => (one.isOpen ? hold(work) : constant(false))),
    // What is about to be kept says what the tool does beside the question.
    park: () => inTurn(() => constant(parkIf(one.isOpen && !isUnderWay(isWork) && jobs === 0))),
    abandoned: one.abandoned.coming,
  });

  function* recordNew(operation: RecordedOperation, hash: string): Operation<Recorded> {
    const abandoned = createOnce<void>();
    const one: UnderWay = { operation, hash, given: createOnce(), abandoned, isOpen: true, begunAt: 0 };
    try {
      // Start nothing new until the last kept outcome is replayed. Otherwise a race could have another winner.
      if (held !== undefined) {
        const begin = createOnce<void>();
        held.push(begin.resolve);
        yield* action(begin.coming);
      }
      if (state === 'finishing') yield* suspend();
      const refusal = options.refusal?.();
      if (refusal !== undefined) {
        options.onRefused?.(refusal);
        yield* suspend();
      }
      one.begunAt = Date.now();
      begun.add(operation);
      const end = endOf(one);
      const isOver = yield* isInterrupted(operation, hash);
      one.outcome = isOver ? interrupted(operation.name ?? '') : yield* operation.perform(end);
      if (one.outcome !== undefined) end.complete(one.outcome);
      return yield* action(one.given.coming);
    } finally {
      stir();
      leave(one);
      // What still waits may be all that is left.
      if (isWork(operation) && state !== 'ended' && isUnderWay(isAsking)) post(nothing);
      abandoned.resolve();
      if (one.isOpen) {
        one.isOpen = false;
        // If the whole run is over, its host closes the question.
        if (operation.elicitId !== undefined && state !== 'ended') {
          lost.push(closing(one, { action: 'cancel', reason: 'interrupted' }));
          post(nothing);
        }
      }
    }
  }

  /** True if the operation began in a process that died. If it has not begun, note that it does now. */
  function* isInterrupted({ key, name = '', once }: RecordedOperation, hash: string): Operation<boolean> {
    if (once === undefined || options.isDurable !== true) return false;
    const note = `${key}.started`;
    if (started.has(note)) return !once.isRepeatable;
    yield* append({ key: note, kind: 'started', name, hash, outcome: { ok: true } });
    return false;
  }

  /** Do something when its turn comes, even if the caller is halted meanwhile. Undefined if the run ends first. */
  function inTurn<T>(work: () => Operation<T>): InTurn<T> {
    const done = createOnce<T | undefined>();
    const stop = ended.coming(done.resolve, done.reject);
    done.coming(stop, stop);
    post(() => fulfil(done, work));
    return Object.assign(action(done.coming), { coming: done.coming });
  }

  return {
    isReplaying: () => fed < replays.size,
    operation: (key) => asked.get(key),
    // A question that lost a race was asked, and is closed by an entry after the one that decided the race.
    leftOver: () => journal.find(({ key }) => !asked.has(key)),
    inStep,
    signal: signalOf(ended.coming),
    end() {
      state = 'ended';
      ended.resolve(undefined);
    },
    *record(operation) {
      if (state === 'ended') throw new ToolRunError('RUN_ENDED', toolName, operation.kind);
      const step = stepNow();
      if (step !== undefined) throw new ToolRunError('IN_STEP', toolName, operation.kind, step);
      const hash = fingerprint(operation.args ?? null);
      const replay = replays.get(operation.key);
      if (replay !== undefined) yield* refuseOther(options, replay.entry, operation, hash);
      asked.set(operation.key, operation);
      stir();
      if (replay === undefined) return yield* recordNew(operation, hash);
      replay.asked.resolve(true);
      yield* action(replay.fed.coming);
      return recordedOf(replay.entry);
    },
    *deliver() {
      for (const [key, { entry, ...replay }] of replays) {
        // Most are asked for by then, and need no timer.
        yield* still();
        if (!asked.has(key) && !(yield* firstOf(replay.asked.coming, after(replayTimeout, false)))) {
          onChanged(new ToolRunError('TOOL_CHANGED', toolName, entry, 'did not ask for it'));
          yield* suspend();
        }
        if (key === options.replayTo) break;
        yield* still();
        fed += 1;
        stir();
        // If the operation lost a race, it was requested but is gone, so this resolves for no one.
        replay.fed.resolve();
      }
      parkIf(options.replayOnly === true);
      // The last outcome may have decided a race. Let the losers be halted before they can start.
      yield* still();
      options.onReplayed?.();
      if (stateNow() === 'parked') return;
      // Begin one by one, as they did the first time: what resumes at once resumes in no order.
      for (let begin = held?.shift(); begin !== undefined; begin = held?.shift()) {
        begin();
        yield* macrotask();
      }
      held = undefined;
      while (stateNow() !== 'parked') {
        yield* tellIfIdle();
        const job = (yield* mailbox.next()).value;
        jobs -= 1;
        yield* still();
        // Close questions that lost a race before anything else reaches the tool.
        for (let entry = lost.shift(); entry !== undefined; entry = lost.shift()) yield* append(entry);
        yield* job();
      }
    },
    drain: () => inTurn(nothing),
    *finish() {
      state = 'finishing';
      if (isStepping()) yield* firstOf(finished.coming);
    },
    isStepping,
    isAtWork,
    goesOn: () => idleAt !== stirs(),
    sleepsUntil: () => Math.min(Infinity, ...[...begun].map(({ until = Infinity }) => until)),
    park: (waiting) => inTurn(() => constant(parkIf(!isAtWork(waiting)))),
  };
}

/** Do something once in the call's life. A replay gets the value that the first run got. */
export function* once<T>(
  recorder: Pick<Recorder, 'record'>,
  operation: Omit<RecordedOperation, 'perform'>,
  work: () => Operation<T>,
): Operation<T> {
  const { outcome } = yield* recorder.record({ ...operation, perform: () => perform(work) });
  return valueOf(outcome) as T;
}

function* perform(work: () => Operation<unknown>): Operation<OperationOutcome> {
  const value = (yield* work()) as JsonValue | undefined;
  return value === undefined ? { ok: true } : { ok: true, value };
}

// This stands here and not where it is used: V8 keeps what it makes for each generator function, and all that the
// function closes over, until it collects all garbage.
function* hold(work: () => Operation<void>): Operation<boolean> {
  yield* work();
  return true;
}

/** Counts what a tool gets, begins and leaves: after each it may begin more. */
function createStirs() {
  let stirs = 1;
  let stilled = 0;
  return {
    stirs: () => stirs,
    stir: () => void (stirs += 1),
    /**
     * Yield a macrotask after these, so that every operation the tool starts now gets its key first, as in a replay, and
     * the losers of a race are halted. Otherwise both would depend on timing.
     */
    *still(): Operation<void> {
      if (stilled === stirs) return;
      yield* macrotask();
      stilled = stirs;
    },
  };
}

/** A signal that aborts at the end. It is made when it is first asked for. */
function signalOf(ended: Coming<undefined>): () => AbortSignal {
  let stop: AbortController | undefined;
  return () => {
    if (stop === undefined) {
      stop = new AbortController();
      ended(stop.abort.bind(stop), () => undefined);
    }
    return stop.signal;
  };
}

/** Suspend, if the tool asks for something else than is kept. */
function* refuseOther(
  { toolName, onChanged }: RecorderOptions,
  entry: JournalEntry,
  { kind, name = '' }: RecordedOperation,
  hash: string,
): Operation<void> {
  const isSame = entry.kind === kind && entry.name === name;
  if (isSame && entry.hash === hash) return;
  const otherwise = `asked for ${kind} "${name}"${isSame ? ' with other arguments' : ''}`;
  onChanged(new ToolRunError('TOOL_CHANGED', toolName, entry, otherwise));
  yield* suspend();
}
