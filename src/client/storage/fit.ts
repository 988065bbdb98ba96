import { byteLength } from '../../base/byte-length.ts';
import type { ChatMessage } from '../../protocol/chat-message.ts';
import { dropOldest } from '../state/item-state.ts';
import type { SavedAnswers, SavedConversation } from './saved-conversation.ts';

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

/**
 * Serialise the answers that this tab must know. Beyond half of `maxBytes`, the oldest settled ones go.
 *
 * @returns undefined if there are none
 */
export function writeAnswers(
  conversationId: string,
  answers: readonly SavedAnswers[],
  maxBytes: number,
): string | undefined {
  if (answers.length === 0) return undefined;
  const text = JSON.stringify({ conversationId, answers });
  const fewer = byteLength(text) > maxBytes / 2 ? withoutOldest(answers, isSettled) : answers;
  return fewer === answers ? text : writeAnswers(conversationId, fewer, maxBytes);
}

function smaller(saved: SavedConversation): SavedConversation | undefined {
  const { calls, messages } = saved;
  if (calls.some(({ content }) => content !== undefined)) {
    return { ...saved, calls: calls.map((call) => ({ ...call, content: undefined })) };
  }
  const items = withoutOldest(saved.items, ({ open }) => open === undefined);
  if (items !== saved.items) return { ...saved, items };
  if (messages.length === 0) return undefined;
  if (messages.some((message) => extras.some((name) => message[name] !== undefined))) return withoutExtras(saved);
  // Start with a message of the person: a tool message without its call means nothing.
  const from = messages.findIndex(({ role }, index) => role === 'user' && index >= messages.length / 2);
  return { ...saved, messages: from < 0 ? [] : messages.slice(Math.max(1, from)) };
}

/** Without the older half of those that can go. If none can, return the same list. */
function withoutOldest<T>(all: readonly T[], canGo: (one: T) => boolean): readonly T[] {
  return dropOldest(all, Math.ceil(all.filter(canGo).length / 2), canGo);
}

/** An answer to it counts, and none is on its way. */
function isSettled({ answers }: SavedAnswers): boolean {
  return answers.at(-1)?.state === 'counts';
}

/** Words alone. The next page asks for a snapshot, which brings the rest back. */
function withoutExtras(saved: SavedConversation): SavedConversation {
  const messages = saved.messages.map(
    ({ files: _files, reasoning: _reasoning, sources: _sources, ...message }): ChatMessage => message,
  );
  return { ...saved, isBusy: true, revision: 0, text: '', reasoning: [], messages };
}

const extras = ['files', 'reasoning', 'sources'] as const;
