import type { UIMessage } from 'ai';
import type { PluginClient } from '../client/client-options.ts';
import type { ClientSnapshot } from '../client/client-snapshot.ts';

/**
 * The client's conversation as messages of the AI SDK: each message of the person, and one message for all that came of
 * it. They have texts, files, and tool parts with their state.
 *
 * @typeParam Message - your app's type of its messages, as for `useChat`
 */
export function uiMessagesOf<Message extends UIMessage = UIMessage>(client: PluginClient): Message[] {
  const snapshot = client.getSnapshot();
  return readUiMessages(snapshot, isBusy(snapshot) ? snapshot.text : '') as Message[];
}

/** @param coming - the text that is streaming; the messages do not have it yet */
export function readUiMessages({ messages }: Pick<ClientSnapshot, 'messages'>, coming: string): UIMessage[] {
  return turnsOf(messages).flatMap(({ said, id, replies }, index, { length }) => {
    const parts = replyParts(replies, index === length - 1 ? coming : '');
    return [
      ...(said === undefined ? [] : [{ id, role: 'user' as const, parts: saidParts(said) }]),
      ...(parts.length === 0 ? [] : [{ id: replyId(id), role: 'assistant' as const, parts }]),
    ];
  });
}

export type Message = ClientSnapshot['messages'][number];
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

function saidParts({ content, files = [] }: Message): UiPart[] {
  return [
    ...files.map(({ url, mediaType, name }): UiPart => ({
      type: 'file',
      url,
      mediaType,
      ...(name !== undefined && { filename: name }),
    })),
    ...(content === '' ? [] : [{ type: 'text' as const, text: content }]),
  ];
}

/** The parts of a reply, in the order in which a stream brings them. */
export function replyParts(replies: readonly Message[], coming = ''): UiPart[] {
  const results = new Map(replies.map((message) => [message.tool_call_id, message]));
  const parts = replies.flatMap(({ role, content, tool_calls: calls = [] }): UiPart[] => {
    if (role !== 'assistant') return [];
    return [
      { type: 'step-start' },
      ...textParts(content, 'done'),
      ...calls.map((call) => toolPart(call, results.get(call.id))),
    ];
  });
  return coming === '' ? parts : [...parts, { type: 'step-start' }, ...textParts(coming, 'streaming')];
}

function textParts(text: string, state: 'streaming' | 'done'): UiPart[] {
  return text === '' ? [] : [{ type: 'text', text, state }];
}

function toolPart(call: NonNullable<Message['tool_calls']>[number], result: Message | undefined): UiPart {
  const { name, arguments: args } = call.function;
  const made = { type: `tool-${name}` as const, toolCallId: call.id, input: parsed(args) };
  if (result === undefined) return { ...made, state: 'input-available' };
  const { content, isError } = result;
  return isError === true
    ? { ...made, state: 'output-error', errorText: content.replace(/^Error: /, '') }
    : { ...made, state: 'output-available', output: parsed(content) };
}

/** JSON of an object or a list as what it stands for. Any other text as it is. */
function parsed(text: string): unknown {
  try {
    return /^[[{]/.test(text) ? (JSON.parse(text) as unknown) : text;
  } catch {
    return text;
  }
}
