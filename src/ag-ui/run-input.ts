import * as z from 'zod';
import { invalidRequest, parseBody } from '../chat/read-request.ts';
import type { ChatMessage } from '../protocol/chat-message.ts';
import { isRequestId, type ChatRequestBody } from '../protocol/chat-request.ts';
import { jsonObject, list, mostEntries, shortId } from '../protocol/wire-schemas.ts';
import { responseOf, stoppedBy, type ResumeEntry } from './interrupt.ts';
import { knownMessageSchema, type KnownMessage } from './run-messages.ts';

/** What we read of a run's input. */
export interface RunInput {
  readonly threadId: string;
  readonly runId: string;
  readonly messages: readonly KnownMessage[];
  readonly resume: readonly ResumeEntry[];
}

const resumeEntry: z.ZodType<ResumeEntry> = z.object({
  interruptId: shortId,
  status: z.enum(['resolved', 'cancelled']),
  payload: z.unknown().optional(),
  metadata: jsonObject.optional(),
});

/** How many calls a run can stop, each with a request to the chat: as many as a model makes in one answer by default. */
const mostStops = 32;

const runInputSchema: z.ZodType<RunInput> = z
  .object({
    threadId: z.string().refine(isRequestId, 'is not a text of 1 to 200 characters without control characters'),
    runId: shortId,
    messages: list(knownMessageSchema, mostEntries.messages),
    resume: list(resumeEntry, 100).nullish(),
  })
  .transform(({ resume, ...input }) => ({ ...input, resume: resume ?? [] }))
  .refine((input) => stopsOf(input).length <= mostStops, {
    path: ['resume'],
    message: `stops more than ${mostStops} calls`,
  });

/**
 * @param values - how many JSON values it may hold
 * @throws {ChatRequestError} 413 if the text holds too much, 400 if it is no input of a run, naming the field
 */
export function readRunInput(text: string, values: number): RunInput {
  const read = runInputSchema.safeParse(parseBody(text, values));
  if (read.success) return read.data;
  throw invalidRequest(read.error);
}

/**
 * What a run brings, for a server that knows the conversation: new messages and answers. Its own record counts, so the
 * history is left out. With neither, the run only asks how the conversation stands.
 */
export function newsOf(input: RunInput): ChatRequestBody {
  const said = messagesOf(input);
  const messages = said.slice(said.findLastIndex(({ role }) => role !== 'user') + 1);
  const pluginElicitResponses = input.resume.flatMap((entry) => responseOf(entry, messages.length > 0) ?? []);
  const [sessionId] = stopsOf(input);
  const isNews = messages.length + pluginElicitResponses.length > 0;
  return {
    conversationId: input.threadId,
    revision: 0,
    messages,
    ...(pluginElicitResponses.length > 0 && { pluginElicitResponses }),
    ...(sessionId !== undefined && { pluginAbort: { sessionId } }),
    ...(!isNews && sessionId === undefined && { attach: true }),
  };
}

/** The sessions that the run stops. A new message stops what waits by itself. */
export function stopsOf(input: RunInput): readonly string[] {
  const isSaid = messagesOf(input).at(-1)?.role === 'user';
  return isSaid ? [] : [...new Set(input.resume.flatMap((entry) => stoppedBy(entry) ?? []))];
}

/** What stops one more of them. A body stops one. */
export function stopOf({ threadId }: RunInput, sessionId: string): ChatRequestBody {
  return { conversationId: threadId, revision: 0, messages: [], pluginAbort: { sessionId } };
}

/** The same with the whole history, for a server that does not know the conversation. */
export function wholeOf(input: RunInput): ChatRequestBody {
  const { revision: _, ...news } = newsOf(input);
  return { ...news, messages: messagesOf(input), restartAbove: 0 };
}

function messagesOf({ messages }: RunInput): readonly ChatMessage[] {
  return messages.flatMap(({ said }) => said ?? []);
}
