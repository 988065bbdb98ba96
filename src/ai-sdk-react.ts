/**
 * Joins the AI SDK's `useChat` and a client of ours.
 *
 * @module elicitkit/ai-sdk-react
 */
'use client';

export { useElicitChat, type ChatLine, type ElicitChat } from './ai-sdk-react/useElicitChat.ts';
