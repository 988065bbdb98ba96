import { createQueue, race, sleep, suspend, withResolvers, type Operation } from 'effection';
import { ToolChangedError, RunEndedError } from './errors.ts';
import { fingerprint, type JournalEntry, type OperationKind, type OperationOutcome } from './journal.ts';
import { macrotask } from './macrotask.ts';
import { createMutex } from './mutex.ts';

/** An operation as the tool asks for it. */
export interface RecordedOperation {
  kind: OperationKind;
  name: string;
  /** JSON; part of what must be the same when the run is repeated. */
  args: unknown;
  /**
   * Do it, or begin it and give its outcome later through `end`; called once in the life of the call, unless the
   * process dies meanwhile.
   */
  perform(end: OperationEnd): Operation<OperationOutcome | undefined>;
  /** It was begun, has no outcome, and the tool, which goes on, no longer waits for it. */
  abandon?(): void;
}

/** How an operation ends that goes on after `perform`. */
export interface OperationEnd {
  /** It has this outcome; only the first counts. */
  complete(outcome: OperationOutcome): void;
  /**
   * Do `work` while no outcome of any operation reaches the tool; what it gives is the outcome, and the next to be kept.
   *
   * @returns false where the tool no longer waits for it; then nothing was done
   */
  settle(work: () => Operation<OperationOutcome | undefined>): Operation<boolean>;
}

/** Performs a run's operations, keeps each outcome, and feeds kept ones back in their order. */
export interface Recorder {
  /** True while kept outcomes are still being fed back. */
  isReplaying(): boolean;
  /** True while something is done whose outcome is not kept yet: a step, or asking the model. */
  isAtWork(): boolean;
  /** Give the tool an operation's outcome: the kept one, or that of doing it now. */
  record(operation: RecordedOperation): Operation<OperationOutcome>;
  /** Feed and keep outcomes, one at a time; runs beside the tool for as long as it lives. */
  deliver(): Operation<void>;
  /** The kept operations that the code ended without asking for. */
  leftOver(): JournalEntry | undefined;
  /** No operation may start any more. */
  end(): void;
}

export interface RecorderOptions {
  toolName: string;
  /** What was kept so far, in order of completion. */
  journal: readonly JournalEntry[];
  /** Keep one more. The tool hears of the outcome only afterwards. */
  append(entry: JournalEntry): Operation<void>;
  /** The code no longer fits its journal; the run must be ended from outside. */
  onChanged(error: ToolChangedError): void;
  /** How long a repeated run may take to ask for its next kept operation, in milliseconds. @default 10000 */
  replayTimeout?: number | undefined;
}

export function createRecorder(options: RecorderOptions): Recorder {
  const { toolName, journal, append, onChanged, replayTimeout = 10_000 } = options;
  const kept = new Map(journal.map((entry) => [entry.key, entry]));
  const replays = new Map(
    journal.map((entry) => [entry.key, { asked: withResolvers<true>(), fed: withResolvers<void>() }]),
  );
  const completed: Completed[] = [];
  const completions = createQueue<true, never>();
  // Whoever has the turn decides what the tool hears next.
  const turns = createMutex();
  const live = withResolvers<void>();
  let nextIndex = 0;
  let fed = 0;
  let ended = false;
  let underWay = 0;

  function* recordKept(entry: JournalEntry, operation: RecordedOperation, hash: string): Operation<OperationOutcome> {
    if (entry.kind !== operation.kind || entry.name !== operation.name || entry.hash !== hash) {
      const same = entry.kind === operation.kind && entry.name === operation.name ? ' with other arguments' : '';
      onChanged(new ToolChangedError(toolName, entry, `asked for ${operation.kind} "${operation.name}"${same}`));
      yield* suspend();
    }
    const replay = replays.get(entry.key);
    replay?.asked.resolve(true);
    if (replay !== undefined) yield* replay.fed.operation;
    return entry.outcome;
  }

  function* recordNew(key: string, operation: RecordedOperation, hash: string): Operation<OperationOutcome> {
    // Nothing new starts before the last kept outcome is fed back, or a race could pick another winner.
    if (fed < journal.length) yield* live.operation;
    const { operation: given, resolve } = withResolvers<OperationOutcome>();
    const { kind, name } = operation;
    const isWork = kind === 'step' || kind === 'sample';
    const state = { isWanted: true, isCompleted: false };
    const complete = (outcome: OperationOutcome, first = false) => {
      if (state.isCompleted) return;
      state.isCompleted = true;
      const completion: Completed = {
        entry: { key, kind, name, hash, outcome },
        give: () => resolve(outcome),
        isWanted: () => state.isWanted,
      };
      if (first) completed.unshift(completion);
      else completed.push(completion);
      completions.add(true);
    };
    const settle: OperationEnd['settle'] = (work) =>
      turns.run(function* () {
        if (!state.isWanted || state.isCompleted) return false;
        const outcome = yield* work();
        if (outcome !== undefined) complete(outcome, true);
        return true;
      });
    try {
      if (isWork) underWay += 1;
      const outcome = yield* operation.perform({ complete: (late) => complete(late), settle });
      if (outcome !== undefined) complete(outcome);
      return yield* given;
    } finally {
      state.isWanted = false;
      if (isWork) underWay -= 1;
      // Where the whole run is over, others see to that: one that is dropped is asked again by the next run.
      if (!state.isCompleted && !ended) operation.abandon?.();
    }
  }

  /** Keep the next outcome, and let the tool go on with it. */
  function* give(): Operation<void> {
    // Only when all that the tool does now has started, as it has when the run is repeated: which operation has which
    // key, and which has lost a race, must not hang on how soon an outcome comes.
    yield* macrotask();
    const next = completed.shift();
    if (next?.isWanted() !== true) return;
    yield* append(next.entry);
    next.give();
    // The same for whoever has the next turn.
    yield* macrotask();
  }

  return {
    isReplaying: () => fed < journal.length,
    isAtWork: () => underWay > 0,
    leftOver: () => (fed < journal.length ? journal[fed] : undefined),
    end() {
      ended = true;
    },
    *record(operation) {
      if (ended) throw new RunEndedError(toolName, operation.kind);
      const key = String(nextIndex);
      nextIndex += 1;
      const hash = fingerprint(operation.args);
      const entry = kept.get(key);
      return yield* entry === undefined ? recordNew(key, operation, hash) : recordKept(entry, operation, hash);
    },
    *deliver() {
      for (const entry of journal) {
        const replay = replays.get(entry.key);
        if (replay === undefined) continue;
        if (!(yield* race([replay.asked.operation, tooLate(replayTimeout)]))) {
          onChanged(new ToolChangedError(toolName, entry, 'did not ask for it'));
          yield* suspend();
        }
        yield* macrotask();
        fed += 1;
        // One that lost a race has been asked for and is gone: its feed reaches nobody.
        replay.fed.resolve();
      }
      // What has lost a race by the last one is not to start.
      yield* macrotask();
      live.resolve();
      for (;;) {
        yield* completions.next();
        yield* turns.run(give);
      }
    },
  };
}

interface Completed {
  entry: JournalEntry;
  /** Let the tool have it. */
  give(): void;
  /** Whether the tool still waits for it. */
  isWanted(): boolean;
}

function* tooLate(milliseconds: number): Operation<false> {
  yield* sleep(milliseconds);
  return false;
}
