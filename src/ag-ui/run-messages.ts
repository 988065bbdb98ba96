import type { ContentPart, Message, Metadata, PartSource } from '@ag-ui/core';
import * as z from 'zod';
import { agUiKey } from '../protocol/ag-ui.ts';
import { chatToolCallSchema, type ChatFile, type ChatMessage } from '../protocol/chat-message.ts';
import { list, mostEntries, shortId } from '../protocol/wire-schemas.ts';

/** A message of a conversation with the id by which a client knows it. */
export interface KnownMessage {
  readonly id: string;
  /** Undefined for one that is not for the model, such as a system message of the client. */
  readonly said: ChatMessage | undefined;
  /** As the client sent it. Undefined for one that it does not have yet. */
  readonly raw?: Message | undefined;
}

const source = z.object({ type: z.enum(['url', 'data']), value: z.string(), mimeType: z.string().optional() });
const part = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.enum(['image', 'audio', 'video', 'document']), source }),
]);
const content = z.union([z.string(), list(part, 100)]).nullish();

const schemas = {
  user: z.object({ id: shortId, role: z.literal('user'), content }),
  assistant: z.object({
    id: shortId,
    role: z.literal('assistant'),
    content,
    toolCalls: list(chatToolCallSchema, mostEntries.calls).nullish(),
  }),
  tool: z.object({ id: shortId, role: z.literal('tool'), content, toolCallId: shortId }),
};
const other = z.object({ id: shortId, role: z.string().max(100) });

/** Reads a message of a client. What only the client shows is kept unread. */
export const knownMessageSchema: z.ZodType<KnownMessage> = z.unknown().transform((given, context): KnownMessage => {
  const role = (given as { role?: unknown } | null | undefined)?.role;
  const schema = role === 'user' || role === 'assistant' || role === 'tool' ? schemas[role] : other;
  const read = schema.safeParse(given);
  if (!read.success) {
    for (const { path, message } of read.error.issues) context.addIssue({ code: 'custom', path: [...path], message });
    return z.NEVER;
  }
  return { id: read.data.id, said: saidIn(read.data), raw: given as Message };
});

type Read = z.infer<(typeof schemas)['user' | 'assistant' | 'tool']> | z.infer<typeof other>;

function saidIn(read: Read): ChatMessage | undefined {
  if (!('content' in read)) return undefined;
  const { id, role } = read;
  const parts =
    typeof read.content === 'string' ? [{ type: 'text' as const, text: read.content }] : (read.content ?? []);
  const text = parts.map((one) => (one.type === 'text' ? one.text : '')).join('');
  if (role === 'tool') return { id, role, content: text, tool_call_id: read.toolCallId };
  const files = parts.flatMap((one) => (one.type === 'text' ? [] : [fileOf(one.source)]));
  if (role === 'user') return { id, role, content: text, ...(files.length > 0 && { files }) };
  const calls = read.toolCalls ?? [];
  return { id, role, content: text, ...(calls.length > 0 && { tool_calls: calls }) };
}

function fileOf({ type, value, mimeType }: z.infer<typeof source>): ChatFile {
  const mediaType = mimeType ?? 'application/octet-stream';
  return { url: type === 'url' ? value : `data:${mediaType};base64,${value}`, mediaType };
}

/** A message as a client keeps it: what the model thought is one of its own there. */
export function wireMessages({ id, said, raw }: KnownMessage): Message[] {
  if (said === undefined) return raw === undefined ? [] : [raw];
  const { role, content: text, files = [], tool_calls: calls = [], tool_call_id: toolCallId = '' } = said;
  if (role === 'user') {
    return [raw ?? { id, role, content: files.length === 0 ? text : [{ type: 'text', text }, ...files.map(partOf)] }];
  }
  if (role === 'tool') return [{ id, role, content: text, toolCallId }];
  const thoughts = (said.reasoning ?? []).map((thought) => thought.text).join('');
  const metadata = metadataOf(said);
  return [
    ...(thoughts === '' ? [] : [{ id: `${id}-reasoning`, role: 'reasoning' as const, content: thoughts }]),
    {
      id,
      role,
      content: text,
      ...(calls.length > 0 && { toolCalls: [...calls] }),
      ...(metadata && { metadata }),
    },
  ];
}

/** What AG-UI has no field for in a model's message. */
export function metadataOf({ sources = [], files = [] }: ChatMessage): Metadata | undefined {
  if (sources.length === 0 && files.length === 0) return undefined;
  return { [agUiKey]: { ...(sources.length > 0 && { sources }), ...(files.length > 0 && { files }) } };
}

function partOf({ url, mediaType }: ChatFile): ContentPart {
  const [kind = ''] = mediaType.split('/');
  const type = kind === 'image' || kind === 'audio' || kind === 'video' ? kind : 'document';
  const data = /^data:[^,]*;base64,/i.exec(url)?.[0];
  const from: PartSource =
    data === undefined
      ? { type: 'url', value: url, mimeType: mediaType }
      : { type: 'data', value: url.slice(data.length), mimeType: mediaType };
  return { type, source: from };
}

/** True if two messages say the same. A person's message that has an id is known by it. */
export function isSame(ours: ChatMessage, theirs: ChatMessage | undefined): boolean {
  if (theirs?.role !== ours.role || theirs.content !== ours.content) return false;
  if (ours.role === 'user' && ours.id !== undefined && ours.id !== theirs.id) return false;
  if (ours.tool_call_id !== theirs.tool_call_id) return false;
  const [calls = [], others = []] = [ours.tool_calls, theirs.tool_calls];
  return calls.length === others.length && calls.every(({ id }, index) => id === others[index]?.id);
}
