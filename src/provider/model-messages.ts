import type { AssistantContent, ModelMessage, ToolContent, UserContent } from 'ai';
import { argumentBounds, parseWithin } from '../protocol/bounds.ts';
import type { ChatFile, ChatMessage, ChatToolCall } from '../protocol/chat-message.ts';
import { partsOf } from '../protocol/message-parts.ts';
import { keptContent } from './answer-parts.ts';
import { isObject, type JsonObject } from '../protocol/json.ts';

/** Convert a conversation to the AI SDK's messages. */
export function toModelMessages(messages: readonly ChatMessage[]): ModelMessage[] {
  const names = new Map(
    messages.flatMap((message) => message.tool_calls ?? []).map((call) => [call.id, call.function.name]),
  );
  const written: ModelMessage[] = [];
  const turn = messages.findLastIndex(({ role }) => role === 'user');
  for (const [index, message] of messages.entries()) {
    switch (message.role) {
      case 'user':
        written.push({ role: 'user', content: userContent(message) });
        break;
      case 'assistant': {
        const content = assistantContent(message, index > turn);
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

/**
 * What a provider has signed goes back to it as it was. Bare reasoning goes back within the turn alone: some models want
 * it there, and some refuse it later.
 */
function assistantContent(message: ChatMessage, isOfTurn: boolean): AssistantParts {
  const { tool_calls = [] } = message;
  const calls = tool_calls.map((call) => ({
    type: 'tool-call' as const,
    toolCallId: call.id,
    toolName: call.function.name,
    input: inputOf(call),
  }));
  const kept = keptContent(message, (index) => calls[index]!, madeFile);
  if (kept !== undefined) return kept;
  const parts = partsOf(message).flatMap((part): AssistantParts => {
    if (part.type === 'text') return [part];
    if (part.type === 'reasoning') return isOfTurn ? [part] : [];
    const file = part.type === 'file' ? madeFile(part.file) : undefined;
    return file === undefined ? [] : [file];
  });
  return [...parts, ...calls];
}

type AssistantParts = Exclude<AssistantContent, string>;

/** A file that the model made. Providers take back only its bytes, not an address of the host's. */
function madeFile({ url, mediaType, name }: ChatFile): AssistantParts[number] | undefined {
  if (!/^data:/i.test(url)) return undefined;
  return { type: 'file', data: new URL(url), mediaType, ...(name !== undefined && { filename: name }) };
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
