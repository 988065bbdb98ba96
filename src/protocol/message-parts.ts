import type { ToolCallInfo } from './chat-event.ts';
import type { ChatFile, ChatMessage, ChatReasoning, ChatSource, ChatToolCall } from './chat-message.ts';
import { mostEntries } from './wire-schemas.ts';

/** A part of a message, in the order in which the model made them. */
export type ChatPart =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  | { type: 'source'; source: ChatSource }
  | { type: 'file'; file: ChatFile };

/**
 * A message's words in pieces, with its reasoning, sources and files where they came between them. Its calls come after
 * all of these.
 *
 * @example
 * partsOf(message).map((part) => (part.type === 'text' ? <p>{part.text}</p> : null));
 */
export function partsOf({
  content,
  reasoning = [],
  sources = [],
  files = [],
}: Pick<ChatMessage, 'content' | 'reasoning' | 'sources' | 'files'>): ChatPart[] {
  const end = content.length;
  const others = [
    ...reasoning.map(({ at = 0, text }) => ({ at, part: { type: 'reasoning', text } as const })),
    ...sources.map((source) => ({ at: source.at ?? end, part: { type: 'source', source } as const })),
    ...files.map((file) => ({ at: file.at ?? end, part: { type: 'file', file } as const })),
  ].toSorted((a, b) => a.at - b.at);
  const parts: ChatPart[] = [];
  let from = 0;
  const speak = (to: number) => {
    if (to > from) parts.push({ type: 'text', text: content.slice(from, to) });
    from = Math.max(from, to);
  };
  for (const { at, part } of others) {
    speak(Math.min(at, end));
    parts.push(part);
  }
  speak(end);
  return parts;
}

/** The call in a message. */
export function toolCallOf({ id, name, arguments: args, aside }: ToolCallInfo): ChatToolCall {
  return { id, type: 'function', function: { name, arguments: JSON.stringify(args) }, ...(aside && { aside }) };
}

/** The model sees this as the result of a call whose session is gone. */
export const outcomeUnknown = 'Outcome unknown; do not repeat it unless the person asks.';

/** A text of a call as the object or the list that it is the JSON of. Any other text as it is. */
export function valueIn(content: string): unknown {
  try {
    return /^[[{]/.test(content) ? (JSON.parse(content) as unknown) : content;
  } catch {
    return content;
  }
}

/** The reasoning with one more piece of it, which came after so many characters of the words. */
export function withThought(reasoning: readonly ChatReasoning[], text: string, at: number): readonly ChatReasoning[] {
  const last = reasoning.at(-1);
  // Copying a long list for each piece of a hostile answer would take time that grows with its square.
  if (last === undefined || ((last.at ?? 0) < at && reasoning.length < mostEntries.reasoning)) {
    return [...reasoning, { text, at }];
  }
  return [...reasoning.slice(0, -1), { ...last, text: last.text + text }];
}

/** What a tool's message says of how its call ended. Only `isError` says whether it failed. */
export function resultIn({ content, isError }: ChatMessage): CallEnded {
  if (isError !== true) return { content, isError: false };
  return { content: content.startsWith(errorPrefix) ? content.slice(errorPrefix.length) : content, isError };
}

/** What a tool's message says: the opposite of `resultIn`. */
export const resultText = ({ content, isError }: CallEnded): string => (isError ? errorPrefix : '') + content;

/** How a call ended: what its tool returned, or why it failed. */
export interface CallEnded {
  readonly content: string;
  readonly isError: boolean;
}

const errorPrefix = 'Error: ';
