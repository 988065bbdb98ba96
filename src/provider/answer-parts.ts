import type { AssistantContent, TextStreamPart, ToolSet } from 'ai';
import type { ChatFile, ChatMessage, ChatReasoning, ChatSource } from '../protocol/chat-message.ts';
import type { ChatProviderResult, ChatProviderToolCall } from '../protocol/chat-provider.ts';
import { isObject, type JsonObject, type JsonValue } from '../protocol/json.ts';

/**
 * One part of an answer, in the model's order, as `providerData` keeps it: with its place among the parts of its kind,
 * and what the model's provider noted on it. The words themselves stand in the message.
 */
type KeptPart =
  | { type: 'text' | 'reasoning'; length: number; providerOptions?: Metadata }
  | { type: 'call' | 'file'; providerOptions?: Metadata }
  /** What the model's own provider did, such as a web search. */
  | { type: 'done'; part: DonePart };

type AssistantPart = Exclude<AssistantContent, string>[number];
type DonePart = Extract<AssistantPart, { type: 'tool-call' | 'tool-result' }>;
type Metadata = Extract<AssistantPart, { type: 'text' }>['providerOptions'];
type StreamPart = TextStreamPart<ToolSet>;
type Spoken = Extract<KeptPart, { length: number }>;

/** Gathers the parts of one answer. */
export function createAnswerParts() {
  let text = '';
  const reasoning: ChatReasoning[] = [];
  const sources: ChatSource[] = [];
  const files: ChatFile[] = [];
  const toolCalls: ChatProviderToolCall[] = [];
  const kept: KeptPart[] = [];
  const open = new Map<string, Spoken>();
  /** Parts of a kind came mixed up, so lengths do not tell them apart. */
  let isTangled = false;

  function begin(type: Spoken['type'], id: string): Spoken {
    const part: Spoken = { type, length: 0 };
    kept.push(part);
    open.set(`${type} ${id}`, part);
    return part;
  }

  function speak(type: Spoken['type'], id: string, words: string): Spoken {
    const part = open.get(`${type} ${id}`) ?? begin(type, id);
    if (words !== '' && kept.findLast((other) => other.type === type) !== part) isTangled = true;
    part.length += words.length;
    return part;
  }

  function think(words: string, isNew: boolean): void {
    const last = reasoning.at(-1);
    const at = text.length;
    if (isNew || last === undefined || (last.at ?? 0) < at) reasoning.push({ text: words, ...(at > 0 && { at }) });
    else last.text += words;
  }

  return {
    add(part: StreamPart): void {
      switch (part.type) {
        case 'text-start':
          return note(begin('text', part.id), part.providerMetadata);
        case 'text-delta':
          note(speak('text', part.id, part.text), part.providerMetadata);
          text += part.text;
          return;
        case 'text-end':
          return note(speak('text', part.id, ''), part.providerMetadata);
        case 'reasoning-start':
          return note(begin('reasoning', part.id), part.providerMetadata);
        case 'reasoning-delta': {
          const spoken = speak('reasoning', part.id, part.text);
          note(spoken, part.providerMetadata);
          if (part.text !== '') think(part.text, spoken.length === part.text.length);
          return;
        }
        case 'reasoning-end':
          return note(speak('reasoning', part.id, ''), part.providerMetadata);
        case 'source':
          return void sources.push(sourceOf(part, text.length));
        case 'file': {
          const { base64, mediaType } = part.file;
          files.push({ url: `data:${mediaType};base64,${base64}`, mediaType, at: text.length });
          return void kept.push(noted({ type: 'file' }, part.providerMetadata));
        }
        case 'tool-call': {
          const { toolCallId, toolName, input, providerExecuted, providerMetadata } = part;
          if (providerExecuted === true) {
            const done = { type: 'tool-call', toolCallId, toolName, input, providerExecuted } as const;
            return void kept.push({ type: 'done', part: noted(done, providerMetadata) });
          }
          toolCalls.push({ id: toolCallId, name: toolName, arguments: input });
          return void kept.push(noted({ type: 'call' }, providerMetadata));
        }
        case 'tool-result':
          if (part.providerExecuted !== true || part.preliminary === true) return;
          return void kept.push(resultOf(part, { type: 'json', value: part.output as never }));
        case 'tool-error':
          if (part.providerExecuted !== true) return;
          return void kept.push(resultOf(part, { type: 'error-json', value: part.error as never }));
      }
    },
    result: (): Omit<ChatProviderResult, 'usage'> => ({
      text,
      toolCalls,
      ...(reasoning.length > 0 && { reasoning }),
      ...(sources.length > 0 && { sources: sources.map((source) => placed(source, text.length)) }),
      ...(files.length > 0 && { files: files.map((file) => placed(file, text.length)) }),
      ...(!isTangled && kept.some(isWorthKeeping) && { providerData: jsonOf({ aiSdk: kept }) }),
    }),
  };
}

function resultOf(
  { toolCallId, toolName, providerMetadata }: Extract<StreamPart, { type: 'tool-result' | 'tool-error' }>,
  output: Extract<DonePart, { type: 'tool-result' }>['output'],
): KeptPart {
  return { type: 'done', part: noted({ type: 'tool-result', toolCallId, toolName, output }, providerMetadata) };
}

/**
 * An answer's parts as its provider made them, with what it wants back.
 *
 * @param call - writes a call of the message, by its place
 * @param file - writes a file of the message, or leaves it out
 * @returns undefined if the message has no such data, or is not what the data are about
 */
export function keptContent(
  { content, reasoning = [], files = [], tool_calls: calls = [], providerData }: ChatMessage,
  call: (index: number) => AssistantPart,
  file: (file: ChatFile) => AssistantPart | undefined,
): AssistantPart[] | undefined {
  const kept = isObject(providerData) ? (providerData['aiSdk'] as readonly KeptPart[] | undefined) : undefined;
  if (!Array.isArray(kept)) return undefined;
  const thoughts = reasoning.map(({ text }) => text).join('');
  const used = { text: 0, reasoning: 0, call: 0, file: 0 };
  const parts = (kept as readonly KeptPart[]).flatMap((part): AssistantPart[] => {
    if (part.type === 'done') return [part.part];
    const { type, providerOptions } = part;
    const from = used[type];
    used[type] += 'length' in part ? part.length : 1;
    const options = providerOptions && { providerOptions };
    if (type === 'call') return from < calls.length ? [{ ...call(from), ...options } as AssistantPart] : [];
    if (type === 'file') {
      const made = files[from] && file(files[from]);
      return made === undefined ? [] : [{ ...made, ...options } as AssistantPart];
    }
    const words = (type === 'text' ? content : thoughts).slice(from, used[type]);
    // Providers refuse empty text. Reasoning without words may be sealed in what was noted on it.
    return words === '' && (type === 'text' || options === undefined) ? [] : [{ type, text: words, ...options }];
  });
  const isWhole =
    used.text === content.length &&
    used.reasoning === thoughts.length &&
    used.call === calls.length &&
    used.file === files.length;
  return isWhole ? parts : undefined;
}

function note(part: Spoken, metadata: Metadata): void {
  if (metadata !== undefined) part.providerOptions = metadata;
}

function noted<T extends object>(part: T, providerOptions: Metadata): T {
  return { ...part, ...(providerOptions !== undefined && { providerOptions }) };
}

function isWorthKeeping(part: KeptPart): boolean {
  return part.type === 'done' || part.providerOptions !== undefined;
}

/** Its place goes without saying where that is the end. */
function placed<T extends { at?: number | undefined }>(one: T, end: number): T {
  return one.at === end ? { ...one, at: undefined } : one;
}

function sourceOf(part: Extract<StreamPart, { type: 'source' }>, at: number): ChatSource {
  const { id, title } = part;
  return part.sourceType === 'url'
    ? { type: 'url', url: part.url, title, id, at }
    : { type: 'document', mediaType: part.mediaType, title: part.title, filename: part.filename, id, at };
}

function jsonOf(value: JsonObject): JsonValue {
  return JSON.parse(JSON.stringify(value)) as JsonValue;
}
