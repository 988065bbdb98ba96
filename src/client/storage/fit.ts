import type { ChatMessage } from '../../protocol/chat-message.ts';
import type { SavedConversation } from './saved-conversation.ts';

/**
 * Serialise a conversation within `maxBytes`. Tool results go first, then the oldest receipts, then files, reasoning and
 * sources, then the oldest messages. Open questions stay.
 *
 * @returns undefined if the open questions alone are too large
 */
export function writeWithin(saved: SavedConversation, maxBytes: number): string | undefined {
  for (let fitting: SavedConversation | undefined = saved; fitting !== undefined; fitting = smaller(fitting)) {
    const text = JSON.stringify(fitting);
    if (text.length <= maxBytes && byteLength(text) <= maxBytes) return text;
  }
  return undefined;
}

function smaller(saved: SavedConversation): SavedConversation | undefined {
  const { calls, items, messages } = saved;
  if (calls.some(({ content }) => content !== undefined)) {
    return { ...saved, calls: calls.map(({ content: _content, ...call }) => call) };
  }
  const ended = items.filter(({ open }) => open === undefined);
  if (ended.length > 0) {
    const oldest = new Set(ended.slice(0, Math.ceil(ended.length / 2)));
    return { ...saved, items: items.filter((item) => !oldest.has(item)) };
  }
  if (messages.length === 0) return undefined;
  if (messages.some((message) => extras.some((name) => message[name] !== undefined))) return withoutExtras(saved);
  // Start with a message of the person: a tool message without its call means nothing.
  const from = messages.findIndex(({ role }, index) => role === 'user' && index >= messages.length / 2);
  return { ...saved, messages: from < 0 ? [] : messages.slice(Math.max(1, from)) };
}

/** Words alone. The next page asks for a snapshot, which brings the rest back. */
function withoutExtras({ messages, ...saved }: SavedConversation): SavedConversation {
  const words = messages.map(({ files: _files, reasoning: _reasoning, sources: _sources, ...message }) => message);
  const again = { isBusy: true, revision: 0, text: undefined, reasoning: undefined };
  return { ...saved, ...again, messages: words as ChatMessage[] };
}

const extras = ['files', 'reasoning', 'sources'] as const;

export function byteLength(text: string): number {
  return new TextEncoder().encode(text).byteLength;
}
