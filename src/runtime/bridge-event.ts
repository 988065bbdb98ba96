import type { Operation } from 'effection';
import type { Coming } from '../base/coming.ts';
import type { JsonObject, JsonValue } from '../protocol/json.ts';
import type { AskedTo } from '../protocol/person.ts';
import type { ToolReport } from '../protocol/tool-report.ts';
import type { Offer } from '../tool/choices.ts';
import type { ElicitQuestion } from '../tool/elicit-definition.ts';
import type { SamplingRequest } from '../tool/sampling-parts.ts';
import type { Check, Settlement } from './check-answer.ts';
import type { ClosedQuestion, OperationOutcome } from './journal.ts';

/** A request from a running tool to its host. */
export type BridgeEvent = BridgeElicit | BridgeSample | BridgeIdle | ToolReport;

/** The tool asks the person, or waits for a value of the host, until `settle`. */
export interface BridgeElicit {
  type: 'elicit';
  /** Stable across replays. */
  elicitId: string;
  /** The question's index in its call, from 0. */
  seq: number;
  question: ElicitQuestion;
  message: string;
  context: JsonObject;
  /** What this asking offers besides the question's schema. */
  offer?: Pick<Offer, 'plain' | 'inWords'> | undefined;
  /** What the tool's handoff shows to the browser. */
  handoff?: JsonValue | undefined;
  /** The page to open, if the question asks for that. */
  url?: string | undefined;
  /** The wait whose value settles the question, too, since that page brings it. */
  until?: string | undefined;
  /** In milliseconds. Undefined for no deadline. */
  timeout: number | undefined;
  /** The person cannot ask for more time. @default false */
  fixed?: boolean | undefined;
  /** Whom it is for, if not the person of the call. */
  to?: AskedTo | undefined;
  readonly check: Check;
  /**
   * Close the question: append the result to the journal, then give it to the tool.
   *
   * @param isAllowed - says last whether it counts, while nothing else can reach the tool
   * @returns false if the tool no longer waits for it, or this entry does not count; undefined if the run ended before
   */
  settle(
    settlement: Settlement,
    answer?: Omit<ClosedQuestion, 'elicitId' | 'asSent'>,
    isAllowed?: () => Operation<boolean>,
  ): InTurn<boolean>;
  /**
   * Run `work` while nothing can reach the tool.
   *
   * @returns false, without running `work`, if the tool no longer waits for the question; undefined if the run ended
   *   before `work` was done
   */
  hold(work: () => Operation<void>): InTurn<boolean>;
  /**
   * Let nothing reach the tool any more.
   *
   * @returns false, with no effect, if the tool no longer waits for the question, or if a step or `ctx.sample` is
   *   running, which the next run would repeat; undefined if the run ended before
   */
  park(): InTurn<boolean>;
  /** Comes once the tool no longer waits for the question. Does not come if it was parked. */
  abandoned: Coming<void>;
}

/** Comes when its turn has come and it is done, whether or not anything waits for that. Undefined if the run ends first. */
export interface InTurn<T> extends Operation<T | undefined> {
  readonly coming: Coming<T | undefined>;
}

/** The tool asks the model, and waits until `respond`. */
export interface BridgeSample extends SamplingRequest {
  type: 'sample';
  /** Stable across replays. */
  sampleId: string;
  /** The path of the branch that asks, such as `2` or `2.0`. Empty for the tool itself. */
  branch: string;
  /** Give the tool a `SamplingResult` or the provider's error. */
  respond(outcome: OperationOutcome): void;
  /** Comes once the tool no longer waits for the model. Stop the model then, to save its tokens. */
  abandoned: Coming<void>;
}

/**
 * A tool that may ask several questions at once asks no more until one of them is closed, unless time or something
 * unrecorded makes it.
 */
export interface BridgeIdle {
  type: 'idle';
  /** Nothing is under way but samples. The tool waits if all of them wait for somebody outside. */
  isSampling: boolean;
}
