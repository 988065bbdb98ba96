import * as z from 'zod';
import { jsonObject, keepUnknown, list, mostEntries, shortId } from './wire-schemas.ts';

/** One message of the conversation. Unknown fields survive the round trip. */
export interface ChatMessage {
  role: 'user' | 'assistant' | 'tool';
  content: string;
  /** Identifies a message of the person. The client creates it and keeps it on every resend. */
  id?: string | undefined;
  /** The person's images and other files. */
  files?: readonly ChatFile[] | undefined;
  /** The calls that an assistant message makes. */
  tool_calls?: readonly ChatToolCall[] | undefined;
  /** The id of the call that a tool message answers. */
  tool_call_id?: string | undefined;
  readonly [field: string]: unknown;
}

/** An image or another file of a message. */
export interface ChatFile {
  /**
   * The content as a `data:` URL, or an `https:` address that the model's provider may read. Neither the server nor the
   * page opens it.
   */
  url: string;
  /** Such as `image/png`. */
  mediaType: string;
  name?: string | undefined;
}

/** A tool call in an assistant message. */
export interface ChatToolCall {
  id: string;
  type: 'function';
  /** `arguments` is JSON text. */
  function: { name: string; arguments: string };
  /** The page began the call, and the model reads nothing of it. */
  aside?: true | undefined;
}

/** Also accepts `arguments` as an object, and turns it into JSON text. */
export const chatToolCallSchema: z.ZodType<ChatToolCall> = z.object({
  id: shortId,
  type: z.literal('function').default('function'),
  function: z.object({
    name: shortId,
    arguments: z.union([z.string(), jsonObject.transform((args) => JSON.stringify(args))]),
  }),
  aside: z.literal(true).optional(),
});

const chatFileSchema: z.ZodType<ChatFile> = z.object({
  url: z.string().refine((url) => /^(data|https):/i.test(url) && URL.canParse(url), 'is no data: or https: URL'),
  mediaType: z.string().regex(/^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}$/, 'is no media type, such as image/png'),
  name: z.string().max(255).optional(),
});

export const chatMessageSchema: z.ZodType<ChatMessage> = keepUnknown(
  z.object({
    role: z.enum(['user', 'assistant', 'tool']),
    content: z
      .string()
      .nullish()
      .transform((content) => content ?? ''),
    files: list(chatFileSchema, mostEntries.files).optional(),
    tool_calls: list(chatToolCallSchema, mostEntries.calls).optional(),
    tool_call_id: z.string().optional(),
    id: z.string().optional().catch(undefined),
  }),
);
