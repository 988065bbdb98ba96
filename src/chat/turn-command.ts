import type { ChatStreamEvent } from '../protocol/chat-event.ts';
import type { ChatMessage } from '../protocol/chat-message.ts';
import type { PluginElicitResponse } from '../protocol/chat-request.ts';
import type { AbortedBy, PluginSessionEvent, RespondToElicitOutcome } from '../session/plugin-session.ts';
import type { AnswerExtras } from '../session/model-answer.ts';
import type { Brought, MadeCall, Sender, TurnError } from './turn.ts';
import type { JsonObject, JsonValue } from '../protocol/json.ts';
import type { ResolveOutcome } from '../session/wait-tokens.ts';

/** Something that happens to a turn. */
export type TurnInput =
  /** A request came. With `goesOn`, continue even a turn that is over. */
  | { type: 'posted'; brought: Brought; goesOn: boolean }
  | { type: 'model_delta'; delta: 'text' | 'thinking'; content: string }
  | {
      type: 'model_answered';
      text: string;
      extras: AnswerExtras;
      calls: readonly MadeCall[];
      usage: JsonObject | undefined;
    }
  | { type: 'model_failed'; error: TurnError }
  /** A host whose own model made the call, or the page, began it. */
  | { type: 'begun'; call: MadeCall }
  /** The person does not answer these calls any more: they must end their questions at once. */
  | { type: 'interrupted'; callIds: readonly string[] }
  /** The call's own record is written with the next commit. */
  | { type: 'call_begun'; callId: string }
  /** A call could not start, or cannot go on: then `by` says what stopped it. */
  | { type: 'call_failed'; callId: string; message: string; by?: AbortedBy | undefined }
  | { type: 'session_event'; callId: string; event: PluginSessionEvent }
  | ({ type: 'responded' } & Responded)
  /** The host brings a value for a wait of this call. */
  | ({ type: 'value_came' } & ValueCame)
  | { type: 'resolved'; outcome: ValueOutcome; from: Sender }
  /** These messages have waited long enough for the answers before them. */
  | { type: 'answers_overdue'; messages: readonly ChatMessage[] }
  /** The turn was taken over from a process that is gone: go on with it. */
  | { type: 'resumed' }
  /** Calls had their time to end after the person sent a new message. */
  | { type: 'interruption_overdue'; callIds: readonly string[] };

/** Something that a turn wants done. */
export type TurnCommand =
  /** Send an event to all readers of the conversation. */
  | { type: 'emit'; event: ChatStreamEvent }
  /** Send an event to one reader only. */
  | { type: 'reply'; to: string; event: ChatStreamEvent | HostReply }
  | { type: 'run_model'; messages: readonly ChatMessage[] }
  | { type: 'start_call'; call: MadeCall }
  | { type: 'respond'; response: PluginElicitResponse; from: Sender }
  | ({ type: 'resolve' } & ValueCame)
  /** Give the answers on their way time, then hear these messages. */
  | { type: 'await_answers'; messages: readonly ChatMessage[] }
  | { type: 'interrupt_call'; callId: string }
  | { type: 'abort_call'; callId: string; reason: string | undefined; by: AbortedBy }
  | { type: 'await_interruption'; callIds: readonly string[] }
  /** Nothing more comes until another request or a deadline. */
  | { type: 'rest' };

/** An answer, and what came of it. `failed`: it could not be recorded. */
export interface Responded {
  readonly response: PluginElicitResponse;
  readonly outcome: RespondToElicitOutcome | { outcome: 'failed' };
  readonly from: Sender;
}

/** A value of the host for a wait. */
export interface ValueCame {
  readonly callId: string;
  readonly token: string;
  readonly value: JsonValue;
  readonly from: Sender;
}

/** The outcome for the host. `failed`: the value could not be recorded. */
export type ValueOutcome = ResolveOutcome | { outcome: 'failed' };

/** Told to the host alone: what came of its answer or of its value. */
export interface HostReply {
  type: 'host_reply';
  outcome: Responded['outcome'] | ValueOutcome;
}

export interface TurnPolicy {
  /** How often the model may run in one turn. */
  maxIterations: number;
  /** False if a host begins the calls and runs its own model. */
  runsModel: boolean;
  /** What happens to open calls when the person sends a message instead of an answer. */
  onInterruption: 'cancel' | 'abort';
}
