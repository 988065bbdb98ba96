import type { Operation } from 'effection';
import type { ChatMessage } from '../protocol/chat-message.ts';
import type { ChatProviderOptions, ChatProviderResult, ChatProviderToolCall } from '../protocol/chat-provider.ts';
import type { McpBranchContext } from './tool-context.ts';

/** What a tool does around each request to the model. All of it runs once: a replay gets the recorded result. */
export interface SamplingParts {
  /** Change the request, such as to shorten its messages. @default the request as it is */
  before?(request: SamplingRequest, ctx: SamplingContext): Operation<SamplingRequest>;
  /** Make the request: with `ask`, as often as needed, or with a model of your own. @default `ask(request)` */
  act?(request: SamplingRequest, ask: AskModel, ctx: SamplingContext): Operation<SamplingResult>;
  /** Check the result, or change it. What it throws reaches the tool as `SAMPLE_FAILED`. @default as it is */
  after?(result: SamplingResult, ctx: SamplingContext): Operation<SamplingResult>;
}

/** Ask the host's model. */
export type AskModel = (request: SamplingRequest) => Operation<SamplingResult>;

/** One request to the model. */
export interface SamplingRequest extends Pick<ChatProviderOptions, 'tools' | 'systemPrompt' | 'schema'> {
  messages: readonly ChatMessage[];
  /** The most tokens that the answer may have. Infinity for no limit. */
  maxTokens: number;
}

/**
 * The model's answer. If it calls tools, its reasoning, files and `providerData` go back to the model with their results.
 */
export interface SamplingResult extends Omit<ChatProviderResult, 'sources' | 'toolCalls'> {
  /** The tools that the model calls. @default none */
  toolCalls?: readonly ChatProviderToolCall[] | undefined;
}

/** Where a request comes from. */
export interface SamplingContext extends Pick<McpBranchContext, 'callId' | 'owner' | 'signal'> {
  readonly toolName: string;
  /** The path of the branch that asks. Empty for the tool itself. */
  readonly branch: string;
}
