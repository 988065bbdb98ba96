import type { ChatMessage } from '../protocol/chat-message.ts';

/** The chat in which a tool is called. */
export interface ParentChat {
  /** The messages before the call. */
  messages: readonly ChatMessage[];
  systemPrompt?: string | undefined;
}
