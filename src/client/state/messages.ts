import type { ToolCallInfo } from '../../protocol/chat-event.ts';
import type { ChatMessage } from '../../protocol/chat-message.ts';

type Messages = readonly ChatMessage[];

/** The model's words as a message; without words, the messages as they are. */
export function withAssistantText(messages: Messages, content: string): Messages {
  return content === '' ? messages : [...messages, { role: 'assistant', content }];
}

/** The message with which the model calls tools, unless it stands there already. */
export function withToolCalls(messages: Messages, content: string, calls: readonly ToolCallInfo[]): Messages {
  const fresh = calls.filter((call) => !messages.some((message) => makesCall(message, call.id)));
  if (fresh.length === 0) return messages;
  const tool_calls = fresh.map(({ id, name, arguments: args }) => ({
    id,
    type: 'function' as const,
    function: { name, arguments: JSON.stringify(args) },
  }));
  return [...messages, { role: 'assistant', content, tool_calls }];
}

/** A call's one tool message, in the order of the calls; where it stands already, nothing changes. */
export function withToolMessage(messages: Messages, callId: string, content: string): Messages {
  if (messages.some((message) => message.role === 'tool' && message.tool_call_id === callId)) return messages;
  const at = messages.findLastIndex((message) => makesCall(message, callId));
  const order = messages[at]?.tool_calls?.map((call) => call.id) ?? [];
  let place = at === -1 ? messages.length : at + 1;
  while (
    at !== -1 &&
    messages[place]?.role === 'tool' &&
    order.indexOf(messages[place]?.tool_call_id ?? '') < order.indexOf(callId)
  ) {
    place += 1;
  }
  return messages.toSpliced(place, 0, { role: 'tool', tool_call_id: callId, content });
}

function makesCall(message: ChatMessage, callId: string): boolean {
  return message.tool_calls?.some((call) => call.id === callId) ?? false;
}
