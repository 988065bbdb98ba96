import type { Operation, Subscription } from 'effection';
import type { PluginSessionStatus } from '../protocol/chat-event.ts';
import type { ElicitRequest } from '../protocol/elicit-request.ts';
import type { ElicitAction, ElicitResult } from '../protocol/elicit-result.ts';
import type { LogLevel } from '../protocol/chat-event.ts';
import type { RecordedError } from '../runtime/journal.ts';
import type { SessionAnswerOutcome } from './tool-session-store.ts';

/** One call of a tool, between requests. */
export interface PluginSession {
  /** The same as `callId`. */
  readonly id: string;
  readonly toolName: string;
  readonly callId: string;
  status(): Operation<PluginSessionStatus>;
  /** The question that waits for the person. */
  pending(): ElicitRequest | undefined;
  /**
   * What the call tells, in order, numbered from 1; the last is `ended`. Any number of readers may read, each from
   * where it likes. A call that was taken up again tells only what came after.
   *
   * @param after - the number of the last event that the reader knows. @default 0
   */
  getEvents(after?: number): Subscription<NumberedEvent, never>;
  /** Answer the question that waits. */
  respondToElicit(
    elicitId: string,
    result: ElicitResult<unknown>,
    options?: RespondOptions,
  ): Operation<RespondToElicitOutcome>;
  /** From now on every question ends at once, as `cancel` with reason `interrupted`. */
  interrupt(): Operation<void>;
  /** Stop the tool; resolves when its clean-up ran, or took too long. */
  abort(reason?: string, by?: AbortedBy): Operation<void>;
  /**
   * Let go of the running generator and keep the journal only. The tool goes on from there when it is answered.
   * Does nothing, and gives false, unless a question waits and neither a step nor the model is under way beside it.
   * No `finally` of the tool's body runs, but those of what it runs beside itself, in `race`, `all` or `spawn`, do.
   */
  cool(): Operation<boolean>;
}

/** What is known of an answer beside the answer. */
export interface RespondOptions {
  /** The attempt that is answered. @default the one that is asked */
  attempt?: number | undefined;
  /** Who answers, as the host identified them. */
  owner?: string | undefined;
  /** Names the answer, so that whoever sent it knows it again. */
  answerId?: string | undefined;
}

/** Besides what a store can say: the answer did not do, and the question is asked again. */
export type RespondToElicitOutcome = SessionAnswerOutcome | { outcome: 'refused' };

/** Who stopped a call. */
export type AbortedBy = 'user' | 'timeout' | 'server';

/** An event of a call, and its number. */
export interface NumberedEvent {
  readonly number: number;
  readonly event: PluginSessionEvent;
}

/** What a call has to tell, in order. */
export type PluginSessionEvent =
  | { type: 'elicit_request'; request: ElicitRequest }
  | { type: 'elicit_settled'; elicitId: string; action: ElicitAction; answerId?: string | undefined }
  | { type: 'log'; level: LogLevel; message: string }
  | { type: 'progress'; message: string; progress?: number | undefined; total?: number | undefined }
  | { type: 'ended'; outcome: SessionOutcome };

/** How a call ended. `content` is what the model is told: a string as the tool gave it, anything else as JSON. */
export type SessionOutcome =
  | { status: 'completed'; content: string }
  | { status: 'failed'; error: RecordedError }
  | { status: 'aborted'; by: AbortedBy; reason: string | undefined };
