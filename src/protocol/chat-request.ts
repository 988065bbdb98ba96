import * as z from 'zod';
import { chatMessageSchema, type ChatMessage } from './chat-message.ts';
import { elicitResponseSchema, type ElicitResult, type MoreTime } from './elicit-result.ts';
import type { JsonObject } from './json.ts';
import { receiptSchema, type ReceiptWords } from './receipt.ts';
import { jsonObject, list, mostEntries, shortId } from './wire-schemas.ts';

/** The body of a POST to the chat endpoint. */
export interface ChatRequestBody {
  /** Created by the client. The server finds its record by it. Without one, it begins a conversation that
   * only answers and aborts come back to. */
  conversationId?: string | undefined;
  /** The person's messages since `revision`. Without a `revision`, the whole conversation. */
  messages: readonly ChatMessage[];
  /** The last revision that the client knows. */
  revision?: number | undefined;
  /** For a whole conversation that the server may not know: start numbering above this revision. */
  restartAbove?: number | undefined;
  /** The tools for which the client has a plugin. */
  enabledPlugins?: readonly string[] | undefined;
  /** What else the client can show. */
  capabilities?: ClientCapabilities | undefined;
  pluginElicitResponses?: readonly PluginElicitResponse[] | undefined;
  pluginAbort?: PluginAbort | undefined;
  /** A call that the page begins itself. A call with this id that the server has already is not begun again. */
  pluginCall?: PluginCall | undefined;
  /**
   * Calls that the client takes to be open, by the ids that the page knows. The server waits a moment for those that
   * have not begun, and says which are lost.
   */
  calls?: readonly string[] | undefined;
  /** No new input: send the state of the conversation, and stream what is still running. */
  attach?: boolean | undefined;
  /**
   * No new input, and no stream: `{ "news": true }` as soon as the server has told more than `revision`, whoever brought
   * it, or `{ "news": false }` after a while.
   */
  wait?: boolean | undefined;
}

/** What a client can show besides its plugins' questions. */
export interface ClientCapabilities {
  /** The client shows a form for any question that no plugin claims. */
  genericForm?: boolean | undefined;
  /** The client can ask the person to open a page. */
  url?: boolean | undefined;
}

/** The person's answer to one question. */
export interface PluginElicitResponse {
  sessionId: string;
  callId: string;
  elicitId: string;
  /** The attempt of the question that this answers. @default the one that waits */
  attempt?: number | undefined;
  result: ElicitResult<unknown> | MoreTime;
  /**
   * Names this answer, and stays the same on every resend. For a settled question, the server returns the id of the
   * answer that it recorded. Without one, the server cannot tell it from another one.
   */
  answerId?: string | undefined;
  /**
   * The id of the answer that this one takes the place of. The call goes back to the question, which is settled, and on
   * from there. Only answers that a question names as `changeable` can be replaced.
   */
  revises?: string | undefined;
  /** Its words for the other pages of the conversation. Those that are too long are left out. */
  receipt?: ReceiptWords | undefined;
}

/** Stop one call now, before everything else in the body. */
export interface PluginAbort {
  sessionId: string;
  reason?: string | undefined;
  /** Don't let the model go on. @default false */
  silent?: boolean | undefined;
}

/** Begin a call of a tool that the host lets the page call. */
export interface PluginCall {
  /** Created by the client, and the same on every resend. */
  callId: string;
  toolName: string;
  arguments: JsonObject;
  /** The model reads the call and its result, as if it had called the tool, and goes on. @default false */
  tellModel?: boolean | undefined;
}

// Hosts log ids, so refuse line breaks and invisible characters.
/** An id that a request brings: 1 to 200 characters, without control characters and line breaks. */
export const requestIdSchema: z.ZodType<string> = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[^\p{C}\u2028\u2029]*$/u, 'has characters that an id cannot have');

export const pluginElicitResponseSchema: z.ZodType<PluginElicitResponse> = z.object({
  sessionId: requestIdSchema,
  callId: requestIdSchema,
  elicitId: requestIdSchema,
  attempt: z.int().min(1).optional(),
  result: elicitResponseSchema,
  answerId: requestIdSchema.optional(),
  revises: requestIdSchema.optional(),
  receipt: receiptSchema.optional().catch(undefined),
});

export const pluginAbortSchema: z.ZodType<PluginAbort> = z.object({
  sessionId: requestIdSchema,
  reason: z.string().max(2000).optional(),
  silent: z.boolean().optional(),
});

export const pluginCallSchema: z.ZodType<PluginCall> = z.object({
  callId: requestIdSchema,
  toolName: shortId,
  arguments: jsonObject,
  tellModel: z.boolean().optional(),
});

const revision = z.int().min(0);

export const chatRequestBodySchema: z.ZodType<ChatRequestBody> = z.object({
  conversationId: requestIdSchema.optional(),
  messages: list(chatMessageSchema, mostEntries.messages),
  revision: revision.optional(),
  restartAbove: revision.optional(),
  enabledPlugins: list(z.string(), mostEntries.plugins).optional(),
  capabilities: z.object({ genericForm: z.boolean().optional(), url: z.boolean().optional() }).optional(),
  // No card has more questions. Keep it small: the server walks the whole turn for each answer.
  pluginElicitResponses: list(pluginElicitResponseSchema, 100).optional(),
  pluginAbort: pluginAbortSchema.optional(),
  pluginCall: pluginCallSchema.optional(),
  calls: list(requestIdSchema, 100).optional(),
  attach: z.boolean().optional(),
  wait: z.boolean().optional(),
});

/** True for an id that a request may bring: 1 to 200 characters, without control characters and line breaks. */
export function isRequestId(given: unknown): given is string {
  return requestIdSchema.safeParse(given).success;
}
