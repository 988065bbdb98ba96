import type { Operation } from 'effection';
import type { LogLevel } from '../protocol/chat-event.ts';
import type { ChatMessage } from '../protocol/chat-message.ts';
import type { ElicitIssue } from '../protocol/elicit-request.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { ElicitQuestion } from '../tool/elicit-definition.ts';
import type { OperationOutcome } from './journal.ts';

/** What a running tool wants of its host. */
export type BridgeEvent = BridgeElicit | BridgeWithdraw | BridgeSample | BridgeLog | BridgeNotify;

/** The tool asks the person, and is parked until `respond`. */
export interface BridgeElicit {
  type: 'elicit';
  /** The same each time the run is repeated. */
  elicitId: string;
  /** The how-manieth question of the call, from 0. */
  seq: number;
  question: ElicitQuestion;
  message: string;
  context: JsonObject;
  /** The page to open, where that is what is asked. */
  url?: string | undefined;
  /** In milliseconds; undefined for no deadline. */
  timeout: number | undefined;
  /** Look at an answer by the schema and by the tool's `check`; no issues means that it will do. */
  check(content: unknown): Operation<readonly ElicitIssue[]>;
  /** Go on with an `ElicitResult` whose content is as it was sent. */
  respond(outcome: OperationOutcome): void;
  /**
   * Do `work` while nothing else reaches the tool, and let the outcome it gives be the next thing that does: what is
   * recorded meanwhile cannot lose a race that the tool runs.
   *
   * @returns false where the tool no longer waits for it; then nothing was done
   */
  settle(work: () => Operation<OperationOutcome | undefined>): Operation<boolean>;
}

/** The tool went on, and no longer waits for its question. Nothing is said where the whole run is over. */
export interface BridgeWithdraw {
  type: 'withdraw';
  elicitId: string;
}

/** The tool asks the model, and is parked until `respond`. */
export interface BridgeSample {
  type: 'sample';
  messages: readonly ChatMessage[];
  systemPrompt: string | undefined;
  /** Go on with a `SampleResult`, or with the provider's error. */
  respond(outcome: OperationOutcome): void;
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
