import type { ElicitAction } from '../protocol/elicit-result.ts';
import type { RecordedError } from '../runtime/journal.ts';
import type { AbortedBy } from './plugin-session.ts';

/**
 * Something that happened on the server, for logs, metrics and traces. It names calls, tools and questions and gives
 * durations in milliseconds. Apart from errors, it holds nothing that people or models say.
 */
export type ServerEvent =
  | ({ type: 'session_created' } & AboutSession)
  | ({ type: 'asked'; elicitId: string; key: string; attempt: number } & AboutSession)
  /** An answer failed its check. The question is asked again, or given up. */
  | ({ type: 'refused'; elicitId: string; key: string; attempt: number } & AboutSession)
  /** `duration` is the time from first asking the question to recording its result. */
  | ({
      type: 'settled';
      elicitId: string;
      key: string;
      action: ElicitAction;
      reason?: string | undefined;
      duration: number;
    } & AboutSession)
  /**
   * The person changed an earlier answer. `gone` are the questions that count no more, and `undone` the steps that were
   * undone. `failed`: the step whose undo failed, so that the call went back only to it and the answer is the earlier one.
   */
  | ({
      type: 'revised';
      elicitId: string;
      key: string;
      gone: readonly string[];
      undone: readonly string[];
      failed?: string | undefined;
      error?: RecordedError | undefined;
    } & AboutSession)
  /** An answer had no effect: its question is closed, at a later attempt, or unknown. */
  | ({
      type: 'answer_ignored';
      elicitId: string;
      outcome: 'repeated' | 'kept' | 'stale' | 'ended' | 'unknown';
    } & AboutSession)
  | ({
      type: 'session_ended';
      status: 'completed' | 'failed' | 'aborted';
      by?: AbortedBy | undefined;
      code?: string | undefined;
      duration: number;
    } & AboutSession)
  | { type: 'model_answered'; conversationId: string; iteration: number; calls: number; duration: number }
  | { type: 'request_refused'; status: number; code: string }
  /** A tool threw, or returned a value that is not JSON. The model gets the message. Only this event has the stack. */
  | ({ type: 'tool_failed'; error: unknown } & AboutSession)
  /** A fault that people never see in detail, such as a failing model or an unreachable store. */
  | { type: 'error'; where: 'model' | 'tool' | 'request' | 'session' | 'store'; error: unknown };

interface AboutSession {
  sessionId: string;
  toolName: string;
}

/** Reports an event of one session, and adds the session's id and tool. */
export type TellOfSession = (event: WithoutAbout<ServerEvent>) => void;
type WithoutAbout<Event> = Event extends AboutSession ? Omit<Event, keyof AboutSession> : never;

/** Listens to what happens on the server. */
export type OnServerEvent = (event: ServerEvent) => void;

/**
 * Wrap a listener so that its exceptions go to the console. Without a listener, only faults go to the console. A person
 * who declines is no fault.
 */
export function guardListener(onEvent: OnServerEvent | undefined): OnServerEvent {
  if (onEvent === undefined) {
    return (event) => {
      if (event.type !== 'error' && event.type !== 'tool_failed') return;
      if ((event.error as { code?: unknown } | undefined)?.code !== 'ASK_DECLINED') console.error(event.error);
    };
  }
  return (event) => {
    try {
      onEvent(event);
    } catch (error) {
      console.error(error);
    }
  };
}
