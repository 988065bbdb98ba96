import * as z from 'zod';
import { jsonObject, keepUnknown, list, mostEntries, shortId } from './wire-schemas.ts';

/** One message of the conversation. Fields that we do not know survive the round trip. */
export interface ChatMessage {
  role: 'user' | 'assistant' | 'tool';
  content: string;
  /** Names a message of the person's, however often it is sent. Made by the client. */
  id?: string | undefined;
  /** The calls an assistant message makes. */
  tool_calls?: readonly ChatToolCall[] | undefined;
  /** The call a tool message answers. */
  tool_call_id?: string | undefined;
  readonly [field: string]: unknown;
}

/** A tool call as it stands in an assistant message. */
export interface ChatToolCall {
  id: string;
  type: 'function';
  /** `arguments` is JSON text. */
  function: { name: string; arguments: string };
}

/** `arguments` given as an object is accepted and becomes JSON text. */
export const chatToolCallSchema: z.ZodType<ChatToolCall> = z.object({
  id: shortId,
  type: z.literal('function').default('function'),
  function: z.object({
    name: shortId,
    arguments: z.union([z.string(), jsonObject.transform((args) => JSON.stringify(args))]),
  }),
});

export const chatMessageSchema: z.ZodType<ChatMessage> = keepUnknown(
  z.object({
    role: z.enum(['user', 'assistant', 'tool']),
    content: z
      .string()
      .nullish()
      .transform((content) => content ?? ''),
    tool_calls: list(chatToolCallSchema, mostEntries.calls).optional(),
    tool_call_id: z.string().optional(),
    id: z.string().optional().catch(undefined),
  }),
);
