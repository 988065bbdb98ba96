import * as z from 'zod';
import type { CreateMessageRequestParams } from '@modelcontextprotocol/server';
import type { ChatMessage } from '../protocol/chat-message.ts';
import type { ChatProviderOptions, ChatProviderResult } from '../protocol/chat-provider.ts';
import { objectFrom } from '../protocol/json.ts';

/** The `params` of `sampling/createMessage`. */
export type SamplingParams = CreateMessageRequestParams;

/** Ask the client's model what a tool asks by `ctx.sample`. */
export function samplingParams(
  messages: readonly ChatMessage[],
  { systemPrompt, maxTokens, tools }: Pick<ChatProviderOptions, 'systemPrompt' | 'maxTokens' | 'tools'>,
): SamplingParams {
  return {
    messages: messages.map(messageOf),
    ...(systemPrompt !== undefined && { systemPrompt }),
    maxTokens: maxTokens ?? defaultTokens,
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, parameters }) => ({
        name,
        description,
        inputSchema: { ...parameters, type: 'object' as const },
      })),
    }),
  };
}

/** MCP wants a number, and a tool may name none. */
const defaultTokens = 4096;

/** Read the client's answer. @returns undefined for a value that is none */
export function readSample(given: unknown): ChatProviderResult | undefined {
  const read = resultSchema.safeParse(given);
  if (!read.success) return undefined;
  const parts = [read.data.content].flat();
  return {
    text: parts.map((part) => (part.type === 'text' ? part.text : '')).join(''),
    toolCalls: parts.flatMap((part) =>
      part.type === 'tool_use' ? [{ id: part.id, name: part.name, arguments: part.input }] : [],
    ),
  };
}

const partSchema = z.union([
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('tool_use'), id: z.string(), name: z.string(), input: z.record(z.string(), z.unknown()) }),
  z.object({ type: z.enum(['image', 'audio']) }),
]);
const resultSchema = z.object({ content: z.union([partSchema, z.array(partSchema).max(1000)]) });

function messageOf(message: ChatMessage): SamplingParams['messages'][number] {
  const { role, content, tool_calls: calls = [], tool_call_id: toolUseId = '' } = message;
  const text = { type: 'text' as const, text: content };
  if (role === 'tool') return { role: 'user', content: [{ type: 'tool_result', toolUseId, content: [text] }] };
  if (calls.length === 0) return { role, content: text };
  const uses = calls.map(({ id, function: { name, arguments: args } }) => ({
    type: 'tool_use' as const,
    id,
    name,
    // A tool may pass on what a model wrote badly.
    input: objectFrom(args) ?? {},
  }));
  return { role, content: [...(content === '' ? [] : [text]), ...uses] };
}
