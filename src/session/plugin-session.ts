import type { Operation, Subscription } from 'effection';
import type { PluginSessionStatus, Revised } from '../protocol/chat-event.ts';
import type { ElicitRequest } from '../protocol/elicit-request.ts';
import type { ElicitResult, MoreTime } from '../protocol/elicit-result.ts';
import type { AnswerVia, AskedTo, Person } from '../protocol/person.ts';
import type { ReceiptWords } from '../protocol/receipt.ts';
import type { ToolReport } from '../protocol/tool-report.ts';
import type { RecordedError } from '../runtime/journal.ts';
import type { ClosedRemains, SessionAnswerOutcome, SessionRemains } from './call-entry.ts';
import type { ResolveOutcome } from './wait-tokens.ts';

/** One call of a tool, which outlives the request that started it. */
export interface Call {
  /** The same as `callId`. */
  readonly id: string;
  readonly toolName: string;
  readonly callId: string;
  /** The call ends with this process: its tool cannot run again from the journal. So it never cools. */
  readonly runsOnce: boolean;
  status(): Operation<PluginSessionStatus>;
  /**
   * The questions that wait for the person, and the values that the tool waits for, under keys that begin with `~wait:`.
   * In the order in which they were first asked.
   */
  pending(): readonly ElicitRequest[];
  /** How its questions stand, without what was asked or answered. */
  remains(): SessionRemains;
  /**
   * The call's events in order, numbered from 1. The last is `ended`. Any number of readers may read, each from any
   * number. A call that this process resumed has only the events since then.
   *
   * @param after - the number of the last event that the reader has. @default 0
   */
  getEvents(after?: number): Subscription<NumberedEvent, never>;
  /** Answer a question that waits, or give the person more time. */
  respondToElicit(
    elicitId: string,
    result: ElicitResult<unknown> | MoreTime,
    options?: RespondOptions,
  ): Operation<RespondToElicitOutcome>;
  /** Bring a value for a `ctx.waitFor` of the call. @throws {WaitValueError} if it is too large */
  resolve(token: string, value: unknown): Operation<ResolveOutcome>;
  /** From now on every question ends at once, as `cancel` with reason `interrupted`. */
  interrupt(): Operation<void>;
  /** Stop the tool. Resolves when its clean-up is done or has taken too long. */
  abort(reason?: string, by?: AbortedBy): Operation<void>;
  /**
   * Drop the running generator and keep only the journal. The next answer replays the tool from it.
   * Does nothing and returns false unless questions wait while no step and no `ctx.sample` is running, or if the tool
   * `runsOnce`.
   * A `finally` in the tool's body does not run, but one in an operation it started with `race`, `all` or `spawn` does.
   */
  cool(): Operation<boolean>;
  /** True while the tool does not run: it waits for an answer, and then starts again from its journal. */
  isCold(): boolean;
  /**
   * True if nothing comes of the call before somebody answers: a question, or a sample that is asked outside. When this
   * becomes true, readers hear `waiting`. False once the call ends.
   */
  rests(): boolean;
  /** When a deadline or the call's own time is over, in milliseconds since the Unix epoch. `Infinity` for never. */
  due(): number;
}

/** Facts about an answer besides its content. */
export interface RespondOptions {
  /** The attempt that this answers. @default the one that waits */
  attempt?: number | undefined;
  /** The person who answers, as the host identified them: their id, or more. @default somebody without a name */
  by?: string | Person | undefined;
  /** @default 'server' */
  via?: AnswerVia | undefined;
  /** Names the answer. It is kept with the action and returned for every repeat. */
  answerId?: string | undefined;
  /** Change the answer with this name, and take the call back to its question. @default it answers what waits */
  revises?: string | undefined;
  /** Its words for the pages of the conversation. @default none */
  receipt?: ReceiptWords | undefined;
  /** Says that this is the host's value for a `ctx.waitFor`, which no person gives. @default false */
  '~ofWait'?: true | undefined;
  /** In place of an answer, the host puts the question to somebody else. */
  '~to'?: AskedTo | undefined;
}

/** `refused` adds to the store's outcomes: the answer failed its check, so the question is asked again or given up. */
export type RespondToElicitOutcome = SessionAnswerOutcome | { outcome: 'refused' };

/** What stopped a call. */
export type AbortedBy = 'user' | 'timeout' | 'server';

/** An event of a call and its number. */
export interface NumberedEvent {
  readonly number: number;
  readonly event: PluginSessionEvent;
}

/** An event of a call. After `waiting`, no other question comes until one is closed. */
export type PluginSessionEvent =
  | { type: 'elicit_request'; request: ElicitRequest }
  | { type: 'waiting' }
  | ({ type: 'elicit_settled' } & Omit<ClosedRemains, 'to'>)
  /** The call went back to a question. The questions in `gone` count no more. */
  | ({ type: 'elicit_revised' } & Revised)
  | ToolReport
  /** `hasStepped`: it has begun a `ctx.step`, and so may have changed something outside. */
  | { type: 'ended'; outcome: SessionOutcome; hasStepped?: true | undefined };

/** How a call ended. The model gets `content`: a string as the tool returned it, or JSON for any other value. */
export type SessionOutcome =
  | {
      status: 'completed';
      content: string;
      /** The keys of the questions that ended as `failed`: no place could ask them, or no answer fitted. @default none */
      unanswered?: readonly string[] | undefined;
    }
  | { status: 'failed'; error: RecordedError }
  | { status: 'aborted'; by: AbortedBy; reason: string | undefined };
