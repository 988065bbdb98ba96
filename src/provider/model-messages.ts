import type { AssistantContent, ModelMessage, ToolContent, UserContent } from 'ai';
import { argumentBounds, parseWithin } from '../protocol/bounds.ts';
import type { ChatMessage, ChatToolCall } from '../protocol/chat-message.ts';
import { isObject, type JsonObject } from '../protocol/json.ts';

/** Convert a conversation to the AI SDK's messages. */
export function toModelMessages(messages: readonly ChatMessage[]): ModelMessage[] {
  const names = new Map(
    messages.flatMap((message) => message.tool_calls ?? []).map((call) => [call.id, call.function.name]),
  );
  const written: ModelMessage[] = [];
  for (const message of messages) {
    switch (message.role) {
      case 'user':
        written.push({ role: 'user', content: userContent(message) });
        break;
      case 'assistant': {
        const content = assistantContent(message);
        // Skip empty messages: providers refuse them.
        if (content.length > 0) written.push({ role: 'assistant', content });
        break;
      }
      case 'tool': {
        const result = toolResult(message, names);
        const last = written.at(-1);
        // Put consecutive results into one message: some providers want them all at once.
        if (last?.role === 'tool') last.content.push(result);
        else written.push({ role: 'tool', content: [result] });
      }
    }
  }
  return written;
}

function userContent({ content, files = [] }: ChatMessage): UserContent {
  if (files.length === 0) return content;
  return [
    ...(content === '' ? [] : [{ type: 'text' as const, text: content }]),
    ...files.map(({ url, mediaType, name }) => ({
      type: 'file' as const,
      data: new URL(url),
      mediaType,
      ...(name !== undefined && { filename: name }),
    })),
  ];
}

function assistantContent({ content, tool_calls = [] }: ChatMessage): Exclude<AssistantContent, string> {
  return [
    ...(content === '' ? [] : [{ type: 'text' as const, text: content }]),
    ...tool_calls.map((call) => ({
      type: 'tool-call' as const,
      toolCallId: call.id,
      toolName: call.function.name,
      input: inputOf(call),
    })),
  ];
}

function toolResult(
  { content, tool_call_id: id = '' }: ChatMessage,
  names: ReadonlyMap<string, string>,
): ToolContent[0] {
  return {
    type: 'tool-result',
    toolCallId: id,
    toolName: names.get(id) ?? 'unknown',
    output: { type: 'text', value: content },
  };
}

/** A call's arguments. Anything other than a JSON object counts as no arguments. */
function inputOf(call: ChatToolCall): JsonObject {
  const { value: input } = parseWithin(call.function.arguments, argumentBounds);
  return isObject(input) ? input : {};
}
