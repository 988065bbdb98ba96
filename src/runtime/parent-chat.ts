import { byteLength } from '../base/byte-length.ts';
import type { ChatMessage } from '../protocol/chat-message.ts';

/** The chat in which a tool is called. */
export interface ParentChat {
  /** The messages before the call. */
  messages: readonly ChatMessage[];
  systemPrompt?: string | undefined;
  /** How many of the oldest messages were left out for want of room. @default 0 */
  omitted?: number | undefined;
}

/**
 * Leave out the oldest messages, so that the rest has room. A tool's result goes with the call that it answers.
 *
 * @param maxBytes - of the messages as JSON
 */
export function shortened(chat: ParentChat, maxBytes: number): ParentChat {
  const { messages } = chat;
  // The brackets, and a comma after each message but the last.
  let room = maxBytes - 1;
  let first = messages.length;
  while (first > 0) {
    room -= byteLength(JSON.stringify(messages[first - 1])) + 1;
    if (room < 0) break;
    first -= 1;
  }
  if (first === 0) return chat;
  while (messages[first]?.role === 'tool') first += 1;
  return { ...chat, messages: messages.slice(first), omitted: first };
}
