/**
 * AI SDK models as a `ChatProvider`, and tools that ask in an app that keeps its own route.
 *
 * @module elicitkit/ai-sdk
 */

export { aiSdkProvider, type AiSdkSettings, type ModelStreamError } from './provider/ai-sdk.ts';
export { createElicitTools } from './ai-sdk/create-elicit-tools.ts';
export type { ConversationOf, ElicitTools, ElicitToolSet, ElicitToolsOptions } from './ai-sdk/create-elicit-tools.ts';
export type { ChatDelta, ChatProvider, ChatProviderOptions, ChatProviderResult } from './protocol/chat-provider.ts';
