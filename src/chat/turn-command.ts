import type { ChatStreamEvent } from '../protocol/chat-event.ts';
import type { ChatMessage } from '../protocol/chat-message.ts';
import type { PluginElicitResponse } from '../protocol/chat-request.ts';
import type { AbortedBy, PluginSessionEvent, RespondToElicitOutcome } from '../session/plugin-session.ts';
import type { ToolCallInfo } from '../protocol/chat-event.ts';
import type { Sender, TurnError, Inbox } from './turn.ts';
import type { JsonObject } from '../protocol/json.ts';

/** What happens to a turn. */
export type TurnInput =
  /** A request came; `messages` are the person's new ones. `goesOn`: a turn that is over is to be tried again. */
  | { type: 'posted'; inbox: Inbox; messages: readonly ChatMessage[]; goesOn: boolean }
  | { type: 'model_delta'; delta: 'text' | 'thinking'; content: string }
  | { type: 'model_answered'; text: string; calls: readonly ToolCallInfo[]; usage: JsonObject | undefined }
  | { type: 'model_failed'; error: TurnError }
  /** A call that could not even start. */
  | { type: 'call_failed'; callId: string; message: string }
  | { type: 'session_event'; callId: string; event: PluginSessionEvent }
  | {
      type: 'responded';
      response: PluginElicitResponse;
      outcome: RespondToElicitOutcome | { outcome: 'failed' };
      from: Sender;
    }
  /** Calls had their time to end after the person moved on. */
  | { type: 'interruption_overdue'; callIds: readonly string[] };

/** What a turn wants done. */
export type TurnCommand =
  /** To all who read the conversation, or to one reader alone. */
  | { type: 'emit'; event: ChatStreamEvent; to?: string | undefined }
  | { type: 'run_model'; messages: readonly ChatMessage[] }
  | { type: 'start_call'; call: ToolCallInfo }
  | { type: 'respond'; response: PluginElicitResponse; from: Sender }
  | { type: 'interrupt_call'; callId: string }
  | { type: 'abort_call'; callId: string; reason: string | undefined; by: AbortedBy }
  | { type: 'await_interruption'; callIds: readonly string[] }
  /** Nothing more comes by itself. */
  | { type: 'rest' };

export interface TurnPolicy {
  /** How often the model may be asked in one turn. */
  maxIterations: number;
  /** What becomes of open calls when the person sends a message instead of an answer. */
  onInterruption: 'cancel' | 'abort';
}
