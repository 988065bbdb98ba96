import type { ChatMessage } from './chat-message.ts';
import type { JsonObject } from './json.ts';

/**
 * A model, as the server and `ctx.sample` use it.
 *
 * `stream` yields deltas and returns the whole answer at its end, as an async generator does:
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

/** What a model gets besides the messages. */
export interface ChatProviderOptions {
  /** The tools that the model may call. */
  tools: readonly ChatToolDefinition[];
  systemPrompt?: string | undefined;
  /** JSON Schema of the answer, if it is to be JSON. The system prompt says so, too: a model may know no better way. */
  schema?: JsonObject | undefined;
  /** The most tokens that the answer may have. @default the provider's own */
  maxTokens?: number | undefined;
  /** The `ctx.sample` that asks. Undefined if the chat itself does. */
  sample?: ChatProviderSample | undefined;
  /** Aborts when the rest of the answer is not needed. */
  signal: AbortSignal;
}

/** A `ctx.sample`, by its call and its place in it. */
export interface ChatProviderSample {
  readonly callId: string;
  /** Unique in its call, and the same if the call runs again. */
  readonly sampleId: string;
}

/** A tool as a model sees it. */
export interface ChatToolDefinition {
  name: string;
  description: string;
  /** JSON Schema of the arguments. */
  parameters: JsonObject;
}

/** A piece of the model's text or thinking. */
export interface ChatDelta {
  type: 'text' | 'thinking';
  content: string;
}

/**
 * A model's whole answer. Its reasoning, sources and files are kept with the conversation and shown to the page, as far
 * as they are within bounds. `providerData` comes back in the answer's message with every later request.
 */
export interface ChatProviderResult extends Pick<ChatMessage, 'reasoning' | 'sources' | 'files' | 'providerData'> {
  /** The whole text of this answer. */
  text: string;
  /** The model's calls. The server replaces their ids with its own. */
  toolCalls: readonly ChatProviderToolCall[];
  usage?: TokenUsage | undefined;
}

/** How many tokens an answer took, and whatever else a provider tells of it. */
export interface TokenUsage {
  /** What the model read. */
  inputTokens?: number | undefined;
  /** What the model wrote. */
  outputTokens?: number | undefined;
  /** The provider did not say: the counts are guessed from the length of the texts. */
  estimated?: true | undefined;
  [more: string]: unknown;
}

/** A tool call as a model makes it. */
export interface ChatProviderToolCall {
  id?: string | undefined;
  name: string;
  /** A parsed value, or JSON text as the model wrote it. */
  arguments: unknown;
}
