import * as z from 'zod';
import { chatMessageSchema, type ChatMessage } from './chat-message.ts';
import { elicitResultSchema, type ElicitResult } from './elicit-result.ts';
import { list, mostEntries } from './wire-schemas.ts';

/** The body of a POST to the chat endpoint. */
export interface ChatRequestBody {
  /** Made by the client; the key of the server's turn record. Older clients send none. */
  conversationId?: string | undefined;
  /** What the person said since `revision`; without a `revision`, the whole conversation. */
  messages: readonly ChatMessage[];
  /** The last revision that the client knows. */
  revision?: number | undefined;
  /** Where `messages` are the whole: the revision beyond which a server that does not know them is to number. */
  restartAbove?: number | undefined;
  /** The tools the client has a plugin for. */
  enabledPlugins?: readonly string[] | undefined;
  /** What else the client can show. */
  capabilities?: ClientCapabilities | undefined;
  pluginElicitResponses?: readonly PluginElicitResponse[] | undefined;
  pluginAbort?: PluginAbort | undefined;
  /** No new input: tell where the conversation stands, and stream what is still running. */
  attach?: boolean | undefined;
}

/** What a client can show beside the questions of its plugins. */
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
  /** The attempt of the question that was answered. @default 1 */
  attempt?: number | undefined;
  result: ElicitResult<unknown>;
  /**
   * Names this answer, however often it is sent: the server says of a settled question whose answer it recorded.
   * Older clients send none.
   */
  answerId?: string | undefined;
}

/** Stop one call now, before everything else in the body. */
export interface PluginAbort {
  sessionId: string;
  reason?: string | undefined;
  /** The model does not go on. @default false */
  silent?: boolean | undefined;
}

// Ids go into hosts' logs: nothing there that breaks a line or hides.
const id = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[^\p{C}\u2028\u2029]*$/u, 'has characters that an id cannot have');

export const pluginElicitResponseSchema: z.ZodType<PluginElicitResponse> = z.object({
  sessionId: id,
  callId: id,
  elicitId: id,
  attempt: z.int().min(1).optional(),
  result: elicitResultSchema,
  answerId: id.optional(),
});

export const pluginAbortSchema: z.ZodType<PluginAbort> = z.object({
  sessionId: id,
  reason: z.string().max(2000).optional(),
  silent: z.boolean().optional(),
});

const revision = z.int().min(0);

export const chatRequestBodySchema: z.ZodType<ChatRequestBody> = z.object({
  conversationId: id.optional(),
  messages: list(chatMessageSchema, mostEntries.messages),
  revision: revision.optional(),
  restartAbove: revision.optional(),
  enabledPlugins: list(z.string(), mostEntries.plugins).optional(),
  capabilities: z.object({ genericForm: z.boolean().optional(), url: z.boolean().optional() }).optional(),
  // No card of questions is larger, and each repeated answer is told the whole turn.
  pluginElicitResponses: list(pluginElicitResponseSchema, 100).optional(),
  pluginAbort: pluginAbortSchema.optional(),
  attach: z.boolean().optional(),
});
