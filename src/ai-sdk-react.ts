/**
 * Joins the AI SDK's `useChat` and a client of ours, whether your app or our server runs the model.
 *
 * @module elicitkit/ai-sdk-react
 */
'use client';

export { useElicitChat, type ChatLine, type ElicitChat } from './ai-sdk-react/useElicitChat.ts';
export { uiMessagesOf } from './ai-sdk-react/ui-messages.ts';
export { elicitChatTransport } from './ai-sdk-react/elicit-chat-transport.ts';
export { useElicitResume, type ResumedChat } from './ai-sdk-react/useElicitResume.ts';
