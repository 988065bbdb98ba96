import type { Operation } from 'effection';
import type { LogLevel } from '../protocol/chat-event.ts';
import type { ChatMessage } from '../protocol/chat-message.ts';
import type { ElicitResult } from '../protocol/elicit-result.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { ElicitQuestion } from '../tool/elicit-definition.ts';
import type { Checked, Settlement } from './check-answer.ts';
import type { ClosedQuestion, OperationOutcome } from './journal.ts';

/** What a running tool wants of its host. */
export type BridgeEvent = BridgeElicit | BridgeSample | BridgeLog | BridgeNotify;

/** The tool asks the person, and is parked until `settle`. */
export interface BridgeElicit {
  type: 'elicit';
  /** The same each time the run is repeated. */
  elicitId: string;
  /** The question's index in its call, from 0. */
  seq: number;
  question: ElicitQuestion;
  message: string;
  context: JsonObject;
  /** The page to open, where that is what is asked. */
  url?: string | undefined;
  /** In milliseconds; undefined for no deadline. */
  timeout: number | undefined;
  /** Check what was sent: by the question's schema, which parses it, and by the tool's `check`. */
  check(result: ElicitResult<unknown>): Operation<Checked>;
  /**
   * Close the question: append that to the journal, then let the tool go on with it.
   *
   * @returns false where the tool no longer waits for it, or `append` did not take it
   */
  settle(settlement: Settlement, answer?: Omit<ClosedQuestion, 'elicitId' | 'asSent'>): Operation<boolean>;
  /**
   * Do `work` while nothing reaches the tool.
   *
   * @returns false where the tool no longer waits for the question; then nothing was done
   */
  hold(work: () => Operation<void>): Operation<boolean>;
  /**
   * From now on nothing reaches the tool, and halting its run forgets it where it stands instead of stopping it: no
   * `finally` of its body runs, since another run will go on from the journal. Resources it holds are released, and
   * what it runs beside itself, in `race`, `all` or `spawn`, is halted: a `finally` there runs.
   *
   * @returns false, and does nothing, where the tool no longer waits for the question, or a step or the model is under
   *   way, which the next run would do again
   */
  park(): Operation<boolean>;
  /** Resolves once the tool no longer waits for the question. */
  abandoned: Operation<void>;
}

/** The tool asks the model, and is parked until `respond`. */
export interface BridgeSample {
  type: 'sample';
  messages: readonly ChatMessage[];
  systemPrompt: string | undefined;
  /** Go on with a `SampleResult`, or with the provider's error. */
  respond(outcome: OperationOutcome): void;
  /** Resolves once the tool no longer waits for the model: stop it, or its tokens are paid for nothing. */
  abandoned: Operation<void>;
}

/** The tool told the developer something. */
export interface BridgeLog {
  type: 'log';
  level: LogLevel;
  message: string;
}

/** The tool told the person how far it is. */
export interface BridgeNotify {
  type: 'notify';
  message: string;
  progress: number | undefined;
  total: number | undefined;
}
