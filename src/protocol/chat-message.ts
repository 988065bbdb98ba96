import * as z from 'zod';
import { jsonObject, keepUnknown, list, mostEntries, shortId } from './wire-schemas.ts';

/** One message of the conversation. Unknown fields survive the round trip. */
export interface ChatMessage {
  role: 'user' | 'assistant' | 'tool';
  content: string;
  /** Identifies a message of the person. The client creates it and keeps it on every resend. */
  id?: string | undefined;
  /** The calls that an assistant message makes. */
  tool_calls?: readonly ChatToolCall[] | undefined;
  /** The id of the call that a tool message answers. */
  tool_call_id?: string | undefined;
  readonly [field: string]: unknown;
}

/** A tool call in an assistant message. */
export interface ChatToolCall {
  id: string;
  type: 'function';
  /** `arguments` is JSON text. */
  function: { name: string; arguments: string };
}

/** Also accepts `arguments` as an object, and turns it into JSON text. */
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
