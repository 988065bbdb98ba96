import * as z from 'zod';
import type { JsonValue } from './json.ts';
import { jsonObject, keepUnknown, list, mostEntries, shortId, shortName } from './wire-schemas.ts';
import { urlOf } from './url-of.ts';

/** One message of the conversation. Unknown fields survive the round trip. */
export interface ChatMessage {
  role: 'user' | 'assistant' | 'tool';
  content: string;
  /** Identifies a message of the person. The client creates it and keeps it on every resend. */
  id?: string | undefined;
  /**
   * The `id` of the person's message whose place this one takes: everything after that one is dropped, except what tools
   * have done. Needs an `id` of its own.
   */
  replaces?: string | undefined;
  /** The call of this tool message was made for what the person said before they changed it or asked again. */
  isEarlier?: boolean | undefined;
  /** Images and other files: the person's, or those that the model made. */
  files?: readonly ChatFile[] | undefined;
  /** What the model thought, if its provider tells. */
  reasoning?: readonly ChatReasoning[] | undefined;
  /** What the model's words rest on. */
  sources?: readonly ChatSource[] | undefined;
  /** The calls that an assistant message makes. */
  tool_calls?: readonly ChatToolCall[] | undefined;
  /** The id of the call that a tool message answers. */
  tool_call_id?: string | undefined;
  /**
   * What the model's provider wants back with this message, such as signatures of its reasoning. It stays on the server:
   * no page gets it, and what a page sends as such is dropped.
   */
  providerData?: JsonValue | undefined;
  readonly [field: string]: unknown;
}

/** The place of something in a message's words. */
interface Placed {
  /** How many characters of `content` come before it. */
  at?: number | undefined;
}

/** A piece of what the model thought. Without `at`, it comes before the words. */
export interface ChatReasoning extends Placed {
  text: string;
}

/** A page or a document that the model used. It is the model's own word: show it as text. */
export type ChatSource = ChatUrlSource | ChatDocumentSource;

/** A page. Without `at`, it belongs to all of the words. */
export interface ChatUrlSource extends Placed {
  type: 'url';
  /** An `http:` or `https:` address. Nothing opens it before the person does. */
  url: string;
  title?: string | undefined;
  /** The provider's name for it. It can repeat in another message. */
  id?: string | undefined;
}

/** A document. Without `at`, it belongs to all of the words. */
export interface ChatDocumentSource extends Placed {
  type: 'document';
  /** Such as `application/pdf`. */
  mediaType: string;
  title: string;
  filename?: string | undefined;
  /** The provider's name for it. It can repeat in another message. */
  id?: string | undefined;
}

/** An image or another file of a message. Without `at`, it comes after the words. */
export interface ChatFile extends Placed {
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

const at = z.int().min(0).optional().catch(undefined);
const mediaType = z
  .string()
  .regex(/^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}$/, 'is not a media type, such as image/png');
const filename = z.string().max(255).optional();

export const chatFileSchema: z.ZodType<ChatFile> = z.object({
  url: z
    .string()
    .refine((url) => /^(data|https):/i.test(url) && urlOf(url) !== undefined, 'is not a data: or https: URL'),
  mediaType,
  name: filename,
  at,
});

export const chatReasoningSchema: z.ZodType<ChatReasoning> = z.object({ text: z.string(), at });

const sourceId = z.string().max(200).optional();

export const chatSourceSchema: z.ZodType<ChatSource> = z.union([
  z.object({
    type: z.literal('url'),
    url: z
      .string()
      .max(8000)
      .refine((url) => /^https?:/i.test(url) && urlOf(url) !== undefined),
    title: shortName.optional(),
    id: sourceId,
    at,
  }),
  z.object({ type: z.literal('document'), mediaType, title: shortName, filename, id: sourceId, at }),
]);

/** What a message holds besides its words and calls. Leave out a source that this version does not know. */
export const messageExtras = {
  files: list(chatFileSchema, mostEntries.files).optional(),
  reasoning: list(chatReasoningSchema, mostEntries.reasoning).optional(),
  sources: list(chatSourceSchema.optional().catch(undefined), mostEntries.sources)
    .transform((sources) => sources.filter((source) => source !== undefined))
    .optional(),
};

export const chatMessageSchema: z.ZodType<ChatMessage> = keepUnknown(
  z.object({
    role: z.enum(['user', 'assistant', 'tool']),
    content: z
      .string()
      .nullish()
      .transform((content) => content ?? ''),
    ...messageExtras,
    tool_calls: list(chatToolCallSchema, mostEntries.calls).optional(),
    tool_call_id: z.string().optional(),
    replaces: z.string().max(1000).optional().catch(undefined),
    isEarlier: z.boolean().optional().catch(undefined),
    id: z.string().optional().catch(undefined),
  }),
);
