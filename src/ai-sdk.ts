/**
 * Models of the AI SDK behind `ChatProvider`.
 *
 * @module elicitkit/ai-sdk
 */

export { aiSdkProvider, ModelStreamError, type AiSdkSettings } from './provider/ai-sdk.ts';
export type { ChatDelta, ChatProvider, ChatProviderOptions, ChatProviderResult } from './protocol/chat-provider.ts';
