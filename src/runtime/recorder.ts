import { createQueue, race, sleep, suspend, withResolvers, type Operation } from 'effection';
import type { JsonValue } from '../protocol/json.ts';
import type { Settlement } from './check-answer.ts';
import { ToolChangedError, RunEndedError } from './errors.ts';
import {
  fingerprint,
  type ClosedQuestion,
  type JournalEntry,
  type OperationKind,
  type OperationOutcome,
} from './journal.ts';
import { macrotask } from '../base/wait.ts';

/** An operation as the tool asks for it. */
export interface RecordedOperation {
  kind: OperationKind;
  name: string;
  /** JSON; part of what must be the same when the run is repeated. */
  args: unknown;
  /** Of an elicit: it is journalled even when the tool goes on without it, since a person may be looking at it. */
  elicitId?: string | undefined;
  /**
   * Do it, or begin it and give its outcome later through `end`; called once in the life of the call, unless the
   * process dies meanwhile.
   */
  perform(end: OperationEnd): Operation<OperationOutcome | undefined>;
}

/** How an operation ends that goes on after `perform`. */
export interface OperationEnd {
  /** It has this outcome; only the first counts. */
  complete(outcome: OperationOutcome): void;
  /** Close a question: see `BridgeElicit`. */
  settle(settlement: Settlement, answer?: Omit<ClosedQuestion, 'elicitId' | 'asSent'>): Operation<boolean>;
  hold(work: () => Operation<void>): Operation<boolean>;
  park(): Operation<boolean>;
  /** Resolves once the tool no longer waits for it. */
  abandoned: Operation<void>;
}

/** An operation's outcome, as the tool gets it. */
export interface Recorded {
  readonly outcome: OperationOutcome;
  /** Of an accepted answer: what its check made of it, where it was checked in this run. */
  readonly checked?: { readonly content: unknown } | undefined;
  readonly asSent?: true | undefined;
}

/**
 * Performs a run's operations, keeps each outcome, and feeds kept ones back in their order.
 *
 * It is an actor with one mailbox. The tool hears nothing but what the journal holds, one entry at a time.
 */
export interface Recorder {
  /** True while kept outcomes are still being fed back. */
  isReplaying(): boolean;
  /** Give the tool an operation's outcome: the kept one, or that of doing it now. */
  record(operation: RecordedOperation): Operation<Recorded>;
  /** Feed and keep outcomes, one at a time; runs beside the tool for as long as it lives. */
  deliver(): Operation<void>;
  /** Wait until all that was lost so far is in the journal. */
  drain(): Operation<void>;
  /** True once a question was parked: nothing reaches the tool any more. */
  isParked(): boolean;
  /** The kept operations that the code ended without asking for. */
  leftOver(): JournalEntry | undefined;
  /** No operation may start any more. */
  end(): void;
}

export interface RecorderOptions {
  toolName: string;
  /** What was kept so far, in order of completion. */
  journal: readonly JournalEntry[];
  /**
   * Keep one more. The tool hears of the outcome only afterwards. An entry with a `question` counts only while that
   * question waits; undefined says that this one does not.
   */
  append(entry: JournalEntry): Operation<JournalEntry | undefined>;
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
  const mailbox = createQueue<() => Operation<void>, never>();
  /** Questions that lost a race and are not in the journal yet. */
  const lost: JournalEntry[] = [];
  const live = withResolvers<void>();
  let nextIndex = 0;
  let fed = 0;
  let ended = false;
  let parked = false;
  let underWay = 0;

  function* recordKept(entry: JournalEntry, operation: RecordedOperation, hash: string): Operation<Recorded> {
    if (entry.kind !== operation.kind || entry.name !== operation.name || entry.hash !== hash) {
      const same = entry.kind === operation.kind && entry.name === operation.name ? ' with other arguments' : '';
      onChanged(new ToolChangedError(toolName, entry, `asked for ${operation.kind} "${operation.name}"${same}`));
      yield* suspend();
    }
    const replay = replays.get(entry.key);
    replay?.asked.resolve(true);
    if (replay !== undefined) yield* replay.fed.operation;
    return recordedOf(entry);
  }

  function* recordNew(key: string, operation: RecordedOperation, hash: string): Operation<Recorded> {
    const { kind, name, elicitId } = operation;
    const { operation: given, resolve: give } = withResolvers<Recorded>();
    const abandoned = withResolvers<void>();
    const entryOf = (outcome: OperationOutcome, question?: ClosedQuestion): JournalEntry => {
      return { key, kind, name, hash, outcome, ...(question && { question }) };
    };
    const isWork = kind === 'step' || kind === 'sample';
    let isOpen = true;
    let hasBegun = false;

    function* conclude(entry: JournalEntry, checked?: Recorded['checked']): Operation<boolean> {
      if (!isOpen) return false;
      const counted = yield* append(entry);
      if (counted === undefined) return false;
      isOpen = false;
      give(counted === entry ? { ...recordedOf(entry), checked } : recordedOf(counted));
      return counted === entry;
    }

    const end: OperationEnd = {
      complete: (outcome) =>
        mailbox.add(function* () {
          yield* conclude(entryOf(outcome));
        }),
      settle: (settlement, answer) => inTurn(() => conclude(...closing(settlement, answer))),
      hold: (work) =>
        inTurn(function* () {
          if (!isOpen) return false;
          yield* work();
          return true;
        }),
      park: () =>
        inTurn(function* () {
          parked ||= isOpen && underWay === 0;
          return parked;
        }),
      abandoned: abandoned.operation,
    };
    function closing(settlement: Settlement, answer?: Partial<ClosedQuestion>): Parameters<typeof conclude> {
      const question: ClosedQuestion = { elicitId: elicitId ?? '', ...answer };
      if (settlement.action !== 'accept')
        return [entryOf({ ok: true, value: { ...settlement } as JsonValue }, question)];
      const { action, content, kept: value, asSent } = settlement;
      const entry = entryOf(
        { ok: true, value: { action, content: value } },
        asSent ? { ...question, asSent } : question,
      );
      return [entry, { content }];
    }

    try {
      // Nothing new starts before the last kept outcome is fed back, or a race could pick another winner.
      if (fed < journal.length) yield* live.operation;
      hasBegun = true;
      if (isWork) underWay += 1;
      const outcome = yield* operation.perform(end);
      if (outcome !== undefined) end.complete(outcome);
      return yield* given;
    } finally {
      if (hasBegun && isWork) underWay -= 1;
      if (isOpen) {
        isOpen = false;
        abandoned.resolve();
        // Where the whole run is over, its host sees to that.
        if (elicitId !== undefined && !ended) lose(closing({ action: 'cancel', reason: 'interrupted' })[0]);
      }
    }
  }

  function lose(entry: JournalEntry): void {
    lost.push(entry);
    mailbox.add(nothing);
  }

  /** Do a job when its turn comes. It is done even if whoever asked for it goes away meanwhile. */
  function inTurn<T>(job: () => Operation<T>): Operation<T> {
    const { operation, resolve, reject } = withResolvers<T>();
    mailbox.add(function* () {
      try {
        resolve(yield* job());
      } catch (error) {
        reject(error as Error);
      }
    });
    return operation;
  }

  return {
    isReplaying: () => fed < journal.length,
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
      while (!parked) {
        const job = (yield* mailbox.next()).value;
        // Only when all that the tool does now has started, as it has when the run is repeated: which operation has
        // which key, and which has lost a race, must not hang on how soon an outcome comes.
        yield* macrotask();
        // A question that lost is closed before anything else reaches the tool.
        for (let entry = lost.shift(); entry !== undefined; entry = lost.shift()) yield* append(entry);
        yield* job();
      }
    },
    drain: () => inTurn(nothing),
    isParked: () => parked,
  };
}

/** A kept outcome for the tool: a copy, since what the tool does to it must not change the journal. */
function recordedOf({ outcome, question }: JournalEntry): Recorded {
  return { outcome: structuredClone(outcome), asSent: question?.asSent };
}

function* nothing(): Operation<void> {}

function* tooLate(milliseconds: number): Operation<false> {
  yield* sleep(milliseconds);
  return false;
}
