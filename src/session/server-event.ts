import type { ElicitAction } from '../protocol/elicit-result.ts';
import type { Answerer, AnswerVia } from '../protocol/person.ts';
import type { RecordedError } from '../runtime/journal.ts';
import type { SteppedOperation } from '../runtime/recorded-operation.ts';
import { StoreFailedError } from '../store/guarded-store.ts';
import type { ToolSessionEntry } from './call-entry.ts';
import type { AbortedBy } from './plugin-session.ts';

/**
 * Something that happened on the server, for logs, metrics and traces. It names calls, tools and questions and gives
 * durations in milliseconds. Apart from errors, it holds nothing that people or models say.
 */
export type ServerEvent =
  | (CallEvent & AboutSession)
  | { type: 'model_answered'; conversationId: string; iteration: number; calls: number; duration: number }
  | { type: 'request_refused'; status: number; code: string }
  /** A fault that people never see in detail, such as a failing model or an unreachable store. */
  | { type: 'error'; where: 'model' | 'tool' | 'request' | 'session' | 'store' | 'waiting'; error: unknown };

/** Something that happened in a call. */
type CallEvent =
  /** A call began, and this process has it. `traceparent` is what `traceparent` of the options gave for it. */
  | { type: 'session_created'; traceparent?: string | undefined }
  /** This process takes up a call that began before. `pending` are the questions that wait. */
  | { type: 'session_resumed'; traceparent?: string | undefined; pending: readonly AskedQuestion[] }
  /** This process lets the call go. The call's record says how to go on, here or in another process. */
  | { type: 'session_left'; why: LeftBecause }
  | ({ type: 'asked' } & AskedQuestion)
  /** An answer failed its check. The question is asked again, or given up. */
  | ({ type: 'refused' } & AskedQuestion)
  /**
   * `duration` is the time from first asking the question to recording its result. In a process that did not ask it, it
   * begins with the last change of the call's record before: exact for the only question that waits, if asked once.
   */
  | {
      type: 'settled';
      elicitId: string;
      key: string;
      action: ElicitAction;
      reason?: string | undefined;
      /** Who answered. Undefined if no answer closed it, or the host did not identify who did. */
      by?: Answerer | undefined;
      /** Where it was answered. Undefined if no answer closed it. */
      via?: AnswerVia | undefined;
      duration: number;
    }
  /**
   * The person changed an earlier answer. `gone` are the questions that count no more, and `undone` the steps that were
   * undone. `failed`: the step whose undo failed, so that the call went back only to it and the answer is the earlier one.
   */
  | {
      type: 'revised';
      elicitId: string;
      key: string;
      gone: readonly string[];
      undone: readonly string[];
      failed?: string | undefined;
      error?: RecordedError | undefined;
    }
  /** An answer had no effect: its question is closed, at a later attempt, or unknown. */
  | { type: 'answer_ignored'; elicitId: string; outcome: 'repeated' | 'kept' | 'stale' | 'ended' | 'unknown' }
  /** `onWaiting` is not called for this attempt before `until`: `notify.perHour` is used up for its people. */
  | ({ type: 'notice_withheld'; until: number } & AskedQuestion)
  | {
      type: 'session_ended';
      status: 'completed' | 'failed' | 'aborted';
      by?: AbortedBy | undefined;
      code?: string | undefined;
      duration: number;
    }
  /**
   * A `ctx.step` ended. It is `stopped` without an outcome if the tool goes on without it, or the process lets the call
   * go. `code` is that of the error, or the error's name. A step is told again only if it is done again.
   */
  | ({ type: 'step_ended' } & SteppedOperation)
  /** A tool threw, or returned a value that is not JSON. The model gets the message. Only this event has the stack. */
  | { type: 'tool_failed'; error: unknown };

interface AskedQuestion {
  elicitId: string;
  key: string;
  attempt: number;
}

/** What each event of a call names. */
export interface AboutSession {
  sessionId: string;
  toolName: string;
  /** The id that the host, or the page, gave the call when it began it. Undefined for a call of our own model. */
  toolCallId?: string | undefined;
}

export function aboutSession({ id, toolName, hostId }: NamedEntry): AboutSession {
  return { sessionId: id, toolName, ...(hostId !== undefined && { toolCallId: hostId }) };
}

type NamedEntry = Pick<ToolSessionEntry, 'id' | 'toolName' | 'hostId'>;

/**
 * Why a process lets a call go: it waits (`parked`), the process or its manager closes (`closed`), or the process may
 * not write its record any more, because another one has it or the store failed (`lost`).
 */
export type LeftBecause = 'parked' | 'closed' | 'lost';

/**
 * Gives the [W3C trace context](https://www.w3.org/TR/trace-context/#traceparent-header) in which a call begins, as the
 * text of a `traceparent` header. It is kept with the call. Undefined for none.
 */
export type GiveTraceparent = (call: AboutSession) => string | undefined;

/** What is to be kept of a call's trace. A text that is no `traceparent` is not, and neither do errors stop a call. */
export function readTraceparent(give: GiveTraceparent | undefined, call: AboutSession): string | undefined {
  try {
    const given: unknown = give?.(call);
    return typeof given === 'string' && /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/.test(given)
      ? given
      : undefined;
  } catch (error) {
    console.error(error);
    return undefined;
  }
}

/** Reports an event of one session, and adds the session's id and tool. */
export type TellOfSession = (event: CallEvent) => void;

/** Listens to what happens on the server. */
export type OnServerEvent = (event: ServerEvent) => void;

/**
 * Wrap a listener so that what it throws goes to the console. Without a listener, only faults go there. A person who
 * declines is no fault. A `StoreFailedError` is left out: `guardedStore` has told the store's own error.
 */
export function guardListener(onEvent: OnServerEvent = toConsole): OnServerEvent {
  return (event) => {
    if (event.type === 'error' && event.error instanceof StoreFailedError) return;
    (async () => onEvent(event))().catch(console.error);
  };
}

function toConsole(event: ServerEvent): void {
  if (event.type !== 'error' && event.type !== 'tool_failed') return;
  if ((event.error as { code?: unknown } | undefined)?.code !== 'ASK_DECLINED') console.error(event.error);
}
