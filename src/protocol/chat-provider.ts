import type { ChatMessage } from './chat-message.ts';
import type { JsonObject } from './json.ts';

/**
 * A model, as the server and `ctx.sample` use it.
 *
 * `stream` gives deltas and returns the whole at its end, as an async generator does:
 *
 * @example
 * const echo: ChatProvider = {
 *   async *stream(messages) {
 *     const text = messages.at(-1)?.content ?? '';
 *     yield { type: 'text', content: text };
 *     return { text, toolCalls: [] };
 *   },
 * };
 */
export interface ChatProvider {
  stream(messages: readonly ChatMessage[], options: ChatProviderOptions): AsyncIterable<ChatDelta, ChatProviderResult>;
}

/** What a model is given beside the messages. */
export interface ChatProviderOptions {
  /** The tools the model may call. */
  tools: readonly ChatToolDefinition[];
  systemPrompt?: string | undefined;
  /** Aborts when nobody wants the rest. */
  signal: AbortSignal;
}

/** A tool as a model is told of it. */
export interface ChatToolDefinition {
  name: string;
  description: string;
  /** JSON Schema of the arguments. */
  parameters: JsonObject;
}

/** A piece of what the model says, or of what it thinks. */
export interface ChatDelta {
  type: 'text' | 'thinking';
  content: string;
}

/** A model's whole answer. */
export interface ChatProviderResult {
  /** The whole text of this answer. */
  text: string;
  /** The calls the model makes. Their ids are replaced by the server's own. */
  toolCalls: readonly ChatProviderToolCall[];
  usage?: JsonObject | undefined;
}

/** A tool call as a model makes it. */
export interface ChatProviderToolCall {
  id?: string | undefined;
  name: string;
  /** Parsed, or the JSON text as the model wrote it. */
  arguments: unknown;
}
