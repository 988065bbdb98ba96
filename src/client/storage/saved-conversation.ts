import * as z from 'zod';
import { deepest, parseWithin } from '../../protocol/bounds.ts';
import type { ServerCapabilities } from '../../protocol/chat-event.ts';
import { chatMessageSchema, chatReasoningSchema } from '../../protocol/chat-message.ts';
import { dropUnsafeNames } from '../../protocol/context-data.ts';
import { elicitRequestSchema } from '../../protocol/elicit-request.ts';
import { elicitActionSchema, elicitResultSchema } from '../../protocol/elicit-result.ts';
import { toldPersonSchema } from '../../protocol/person.ts';
import { receiptSchema } from '../../protocol/receipt.ts';
import { progressShape } from '../../protocol/tool-report.ts';
import { jsonObject, keepUnknown, list } from '../../protocol/wire-schemas.ts';

// A schema here is both what is written, by `only`, and how it is checked on read. One bad optional member fails the whole
// record: half a conversation is worse than none.

const problemSchema = z.object({ code: z.string(), status: z.number().optional() });
const draftsSchema = jsonObject.transform(dropUnsafeNames);

/** One that looked secret lacks its result: its name is enough to recognise it. */
export const answerSchema = z.object({
  id: z.string().optional(),
  action: elicitActionSchema,
  result: elicitResultSchema.optional(),
  receipt: receiptSchema.optional(),
  state: z.enum(['sending', 'failed', 'counts', 'past']),
  problem: problemSchema.optional(),
  elsewhere: z.literal(true).optional(),
  by: toldPersonSchema.optional(),
});

/** The answer that counts, without its content. Only that of a withdrawn question is believed. */
export const countsSchema = answerSchema.pick({ id: true, action: true, elsewhere: true, by: true }).extend({
  result: elicitResultSchema.refine((result) => result.action === 'cancel' && result.reason !== undefined).optional(),
});

export const openSchema = z.object({
  drafts: draftsSchema,
  askedAt: z.number().optional(),
  aside: z.number().optional(),
});

export const endSchema = z.object({
  how: z.enum(['settled', 'expired', 'lost', 'aborted']),
  by: z.enum(['user', 'timeout', 'server']).optional(),
  problem: problemSchema.optional(),
  receipt: receiptSchema.optional(),
  askedAgain: z.boolean().optional(),
  drafts: draftsSchema,
});

/** A question. One that has ended keeps only the data for its receipt. */
const itemSchema = z.object({
  request: elicitRequestSchema,
  server: z.object({ name: z.string(), origin: z.string().optional() }).optional(),
  /** Its context was too large to store, and the server has it; or it has ended, and needs none. */
  lacksContext: z.boolean().optional(),
  open: openSchema.optional(),
  end: endSchema.optional(),
  counts: countsSchema.optional(),
});

const callSchema = z.object({
  callId: z.string(),
  toolName: z.string(),
  arguments: jsonObject,
  tellModel: z.boolean().optional(),
  status: z.enum(['running', 'waiting', 'completed', 'failed', 'aborted']),
  sessionId: z.string().optional(),
  progress: z.object({ ...progressShape, waits: z.literal(true).optional() }).optional(),
  content: z.string().optional(),
});

/** The parts of a client's state that are stored as they are. */
export const stateSchema = z.object({
  messages: list(chatMessageSchema, Infinity),
  /** The person's messages that the server had not named. */
  outbox: list(chatMessageSchema, Infinity),
  /** The last known revision, and what streamed at it. */
  revision: z.int().min(0).optional(),
  text: z.string(),
  reasoning: list(chatReasoningSchema, Infinity),
  calls: list(callSchema, Infinity),
  capabilities: keepUnknown<ServerCapabilities>(z.object({ keepAlive: z.number().optional() })),
  /** What the page could show besides its plugins' questions. */
  shows: z.object({ genericForm: z.boolean().optional(), url: z.boolean().optional() }),
});

/** A conversation. When you change its shape, change its version. */
const conversationSchema = stateSchema.extend({
  version: z.literal(1),
  conversationId: z.string().min(1).max(200),
  /** The last turn had not finished: its stream was open, or had failed. */
  isBusy: z.boolean(),
  items: list(itemSchema, Infinity).refine(areDistinct),
});

/** The answers to one question that this tab must know after a reload. */
const answersSchema = z.object({ elicitId: z.string(), attempt: z.number(), answers: list(answerSchema, Infinity) });
const tabSchema = z.object({ conversationId: z.string(), answers: list(answersSchema, Infinity) });

export type SavedConversation = z.infer<typeof conversationSchema>;
export type SavedItem = z.infer<typeof itemSchema>;
export type SavedAnswers = z.infer<typeof answersSchema>;
export type SavedAnswer = z.infer<typeof answerSchema>;

/**
 * Check stored data: any script of the page may have written it. The storage limits its size.
 *
 * @returns undefined for an incomplete record, or one of another conversation
 */
export function readSaved(text: string, conversationId: string): SavedConversation | undefined {
  return read(conversationSchema, text, conversationId);
}

/** The same of the answers. */
export function readAnswers(text: string, conversationId: string): readonly SavedAnswers[] | undefined {
  return read(tabSchema, text, conversationId)?.answers;
}

function read<T extends { conversationId: string }>(schema: z.ZodType<T>, text: string, id: string): T | undefined {
  const { value } = parseWithin(text, { characters: Infinity, values: Infinity, depth: deepest });
  const found = schema.safeParse(value).data;
  return found?.conversationId === id ? found : undefined;
}

/** What changes a question finds it by its id: a second one of that id would never end. */
function areDistinct(items: readonly { request: { elicitId: string } }[]): boolean {
  return new Set(items.map(({ request }) => request.elicitId)).size === items.length;
}

/** The members that a schema names. */
export function only<S extends z.ZodObject>({ shape }: S, from: Readonly<z.infer<S>>): z.infer<S> {
  return Object.fromEntries(Object.keys(shape).map((name) => [name, from[name]])) as z.infer<S>;
}
