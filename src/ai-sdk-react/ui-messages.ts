import type { UIMessage } from 'ai';
import type { PluginClient } from '../client/client-options.ts';
import type { ClientSnapshot } from '../client/client-snapshot.ts';
import type { ChatFile, ChatMessage as Message } from '../protocol/chat-message.ts';
import { partsOf, valueIn, type ChatPart } from '../protocol/message-parts.ts';

/**
 * The client's conversation as messages of the AI SDK: each message of the person, and one message for all that came of
 * it. They have texts, reasoning, sources, files, and tool parts with their state.
 *
 * @typeParam Mine - your app's type of its messages, as for `useChat`
 */
export function uiMessagesOf<Mine extends UIMessage = UIMessage>(client: PluginClient): Mine[] {
  const snapshot = client.getSnapshot();
  return readUiMessages(snapshot.messages, snapshot) as Mine[];
}

/** The model's words that stream and are no message yet. */
export type Coming = Pick<ClientSnapshot, 'text' | 'reasoning'>;

export const nothing: Coming = { text: '', reasoning: [] };

export function readUiMessages(messages: readonly Message[], coming: Coming): UIMessage[] {
  return turnsOf(messages).flatMap(({ said, id, replies }, index, { length }) => {
    const parts = [...replySteps(replies), ...comingSteps(index === length - 1 ? coming : nothing)].flat();
    return [
      ...(said === undefined ? [] : [{ id, role: 'user' as const, parts: saidParts(said) }]),
      ...(parts.length === 0 ? [] : [{ id: replyId(id), role: 'assistant' as const, parts }]),
    ];
  });
}

export type UiPart = UIMessage['parts'][number];

/** A message of the person, and all that came of it. */
export interface ChatTurn {
  /** Undefined for what came before the person said anything. */
  readonly said: Message | undefined;
  /** The id of the person's message. */
  readonly id: string;
  readonly replies: readonly Message[];
}

export function turnsOf(messages: readonly Message[]): ChatTurn[] {
  const starts = messages.flatMap(({ role }, index) => (role === 'user' ? [index] : []));
  const turns = starts.map((start, nth): ChatTurn => {
    const said = messages[start];
    return { said, id: said?.id ?? `said-${start}`, replies: messages.slice(start + 1, starts[nth + 1]) };
  });
  const before = messages.slice(0, starts[0]);
  return before.length === 0 ? turns : [{ said: undefined, id: 'before', replies: before }, ...turns];
}

export function replyId(id: string): string {
  return `${id}-reply`;
}

export function isBusy({ status }: Pick<ClientSnapshot, 'status'>): boolean {
  return status === 'sending' || status === 'streaming';
}

function saidParts({ files = [], content }: Message): UiPart[] {
  return [...files.map(filePart), ...(content === '' ? [] : [{ type: 'text' as const, text: content }])];
}

/**
 * The parts of a reply, step by step. A step is what the model says and calls in one run.
 *
 * @param isLive - sources and files come after the words instead of between them. Then each list only grows
 */
export function replySteps(replies: readonly Message[], isLive = false): UiPart[][] {
  const results = new Map(replies.map((message) => [message.tool_call_id, message]));
  return replies.flatMap((message): UiPart[][] => {
    if (message.role !== 'assistant') return [];
    const { tool_calls: calls = [], content, reasoning, sources, files } = message;
    const words = isLive
      ? [
          { content, reasoning },
          { content: '', sources },
          { content: '', files },
        ].flatMap(partsOf)
      : partsOf(message);
    return [
      [{ type: 'step-start' }, ...words.map(wordPart), ...calls.map((call) => toolPart(call, results.get(call.id)))],
    ];
  });
}

/** The step that streams, if any. */
export function comingSteps({ text, reasoning }: Coming): UiPart[][] {
  const parts = partsOf({ content: text, reasoning }).map(wordPart);
  const last = parts.pop();
  return last === undefined ? [] : [[{ type: 'step-start' }, ...parts, { ...last, state: 'streaming' } as UiPart]];
}

function wordPart(part: ChatPart, _: number, all: readonly ChatPart[]): UiPart {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return { type: part.type, text: part.text, state: 'done' };
    case 'file':
      return filePart(part.file);
    case 'source': {
      const { source } = part;
      const sourceId = source.id ?? `${all.filter(({ type }) => type === 'source').indexOf(part)}`;
      const { type: _type, id: _id, at: _at, ...facts } = source;
      // An absent title or file name is absent here, too.
      return { type: `source-${source.type}`, sourceId, ...facts } as UiPart;
    }
  }
}

function filePart({ url, mediaType, name }: ChatFile): UiPart {
  return { type: 'file', url, mediaType, ...(name !== undefined && { filename: name }) };
}

function toolPart(call: NonNullable<Message['tool_calls']>[number], result: Message | undefined): UiPart {
  const { name, arguments: args } = call.function;
  const made = { type: `tool-${name}` as const, toolCallId: call.id, input: valueIn(args) };
  if (result === undefined) return { ...made, state: 'input-available' };
  const { content, isError } = result;
  return isError === true
    ? { ...made, state: 'output-error', errorText: content.replace(/^Error: /, '') }
    : { ...made, state: 'output-available', output: valueIn(content) };
}
