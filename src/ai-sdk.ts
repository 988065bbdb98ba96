/**
 * AI SDK models as a `ChatProvider`.
 *
 * @module elicitkit/ai-sdk
 */

export { aiSdkProvider, type AiSdkSettings, type ModelStreamError } from './provider/ai-sdk.ts';
export type { ChatDelta, ChatProvider, ChatProviderOptions, ChatProviderResult } from './protocol/chat-provider.ts';
