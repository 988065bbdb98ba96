import type { ElicitAction } from '../protocol/elicit-result.ts';
import type { AbortedBy } from './plugin-session.ts';

/**
 * What happens on the server, for logs, metrics and traces. It names calls, tools and questions and tells how long
 * things took, in milliseconds; of what people and models say it holds nothing.
 */
export type ServerEvent =
  | ({ type: 'session_created' } & AboutSession)
  | ({ type: 'asked'; elicitId: string; key: string; attempt: number } & AboutSession)
  /** An answer did not do; the question is asked again, or given up. */
  | ({ type: 'refused'; elicitId: string; key: string; attempt: number } & AboutSession)
  /** `duration` is the person's: from the first asking to the record. */
  | ({
      type: 'settled';
      elicitId: string;
      key: string;
      action: ElicitAction;
      reason?: string | undefined;
      duration: number;
    } & AboutSession)
  /** An answer changed nothing: the question has one already, or moved on, or is not there. */
  | ({ type: 'answer_ignored'; elicitId: string; outcome: 'repeated' | 'stale' | 'ended' | 'unknown' } & AboutSession)
  | ({
      type: 'session_ended';
      status: 'completed' | 'failed' | 'aborted';
      by?: AbortedBy | undefined;
      code?: string | undefined;
      duration: number;
    } & AboutSession)
  | { type: 'model_answered'; conversationId: string; iteration: number; calls: number; duration: number }
  | { type: 'request_refused'; status: number; code: string }
  /** A tool threw, or returned what cannot be told: the model hears the message, and only this has the stack. */
  | ({ type: 'tool_failed'; error: unknown } & AboutSession)
  /** A fault that nobody is told about: a failing model, a store that cannot be reached. */
  | { type: 'error'; where: 'model' | 'tool' | 'request' | 'session'; error: unknown };

interface AboutSession {
  sessionId: string;
  toolName: string;
}

/** Tells of a session, whose name it adds. */
export type TellOfSession = (event: WithoutAbout<ServerEvent>) => void;
type WithoutAbout<Event> = Event extends AboutSession ? Omit<Event, keyof AboutSession> : never;

/** Hears what happens on the server. */
export type OnServerEvent = (event: ServerEvent) => void;

/** A listener that cannot disturb what it listens to; without one, faults go to the console. */
export function guardListener(onEvent: OnServerEvent | undefined): OnServerEvent {
  if (onEvent === undefined) {
    return (event) => {
      if (event.type === 'error' || event.type === 'tool_failed') console.error(event.error);
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
