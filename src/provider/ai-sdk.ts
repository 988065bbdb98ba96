import { jsonSchema, Output, streamText, type LanguageModel, type ToolSet } from 'ai';
import type { ChatDelta, ChatProvider, ChatProviderOptions, ChatProviderResult } from '../protocol/chat-provider.ts';
import type { ChatMessage } from '../protocol/chat-message.ts';
import { CodedError } from '../protocol/coded-error.ts';
import type { JsonObject } from '../protocol/json.ts';
import { createAnswerParts } from './answer-parts.ts';
import { toModelMessages } from './model-messages.ts';

/**
 * Use a model of the AI SDK as a provider. Works with version 6 or 7 of the `ai` package.
 *
 * The model gets the tools' definitions but does not run them: the chat handler does. All failures, including the
 * model's own error, are thrown from the stream.
 *
 * @example
 * import { anthropic } from '@ai-sdk/anthropic';
 *
 * const provider = aiSdkProvider(anthropic('claude-sonnet-4-5'), { temperature: 0 });
 * export const POST = createChatHandler({ provider, tools: [bookFlightTool] });
 *
 * @param settings - passed on with every call of the model
 */
export function aiSdkProvider(model: LanguageModel, settings: AiSdkSettings = {}): ChatProvider {
  return { stream: (messages, options) => streamModel(model, settings, messages, options) };
}

/** The AI SDK's settings for a call of a model. */
export type AiSdkSettings = Pick<
  Parameters<typeof streamText>[0],
  | 'frequencyPenalty'
  | 'headers'
  | 'maxOutputTokens'
  | 'maxRetries'
  | 'presencePenalty'
  | 'providerOptions'
  | 'seed'
  | 'stopSequences'
  | 'temperature'
  | 'toolChoice'
  | 'topK'
  | 'topP'
>;

/** The model's stream ended early, without an error that says why. */
export class ModelStreamError extends CodedError<'MODEL_STREAM'> {
  constructor(what: string) {
    super('MODEL_STREAM', `${what} Its answer may be incomplete. Ask the model again.`);
  }
}

async function* streamModel(
  model: LanguageModel,
  settings: AiSdkSettings,
  messages: readonly ChatMessage[],
  options: ChatProviderOptions,
): AsyncGenerator<ChatDelta, ChatProviderResult> {
  options.signal.throwIfAborted();
  // Abort the SDK ourselves: it keeps the model running when only its reader goes away.
  const left = new AbortController();
  // Use `system` and `fullStream`: both major versions know these names.
  const { fullStream } = streamText({
    ...settings,
    model,
    ...(options.systemPrompt !== undefined && { system: options.systemPrompt }),
    messages: toModelMessages(messages),
    ...(options.maxTokens !== undefined && { maxOutputTokens: leastOf(settings.maxOutputTokens, options.maxTokens) }),
    // Models that can are held to the schema. It must be an object's.
    ...(options.schema?.['type'] === 'object' && {
      output: Output.object({ schema: jsonSchema<JsonObject>(options.schema) }),
    }),
    tools: toolSetOf(options),
    // Never fetch an address from a message: it may be one of the server's own network. The model's provider may.
    experimental_download: async (files) => files.map(() => null),
    abortSignal: AbortSignal.any([options.signal, left.signal]),
    // Failures come as parts of the stream. Without this, the SDK would also print them.
    onError: () => {},
  });
  const answer = createAnswerParts();
  try {
    for await (const part of fullStream) {
      answer.add(part);
      switch (part.type) {
        case 'text-delta':
          if (part.text !== '') yield { type: 'text', content: part.text };
          break;
        case 'reasoning-delta':
          if (part.text !== '') yield { type: 'thinking', content: part.text };
          break;
        case 'error':
          throw part.error;
        case 'abort':
          throw options.signal.reason;
        case 'finish':
          if (part.finishReason === 'error') throw new ModelStreamError('The model stopped with an error.');
          if (isCut(part)) throw new ModelStreamError("The model's stream was cut.");
          return { ...answer.result(), usage: usageOf(part.totalUsage) };
      }
    }
  } catch (error) {
    // A provider may word the abort as an error of its own.
    options.signal.throwIfAborted();
    throw error;
  } finally {
    left.abort();
  }
  options.signal.throwIfAborted();
  throw new ModelStreamError("The model's stream was cut.");
}

function leastOf(set: number | undefined, most: number): number {
  return Math.max(1, Math.min(set ?? Infinity, Math.floor(most)));
}

function toolSetOf({ tools }: ChatProviderOptions): ToolSet {
  return Object.fromEntries(
    tools.map(({ name, description, parameters }) => [
      name,
      { description, inputSchema: jsonSchema<never>(parameters) },
    ]),
  );
}

/** Detect a stream that ended early: the SDK still adds a finish, but without a reason or token counts. */
function isCut(finish: { finishReason: string; rawFinishReason?: string | undefined; totalUsage: object }): boolean {
  const counted = Object.values(usageOf(finish.totalUsage)).some((count) => typeof count === 'number');
  return finish.finishReason === 'other' && finish.rawFinishReason === undefined && !counted;
}

/** Drop counts that the model does not report. */
function usageOf(usage: object): JsonObject {
  return JSON.parse(JSON.stringify(usage)) as JsonObject;
}
