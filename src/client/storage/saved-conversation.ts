import * as z from 'zod';
import type { ServerCapabilities } from '../../protocol/chat-event.ts';
import type { ClientCapabilities } from '../../protocol/chat-request.ts';
import {
  chatMessageSchema,
  chatReasoningSchema,
  type ChatMessage,
  type ChatReasoning,
} from '../../protocol/chat-message.ts';
import { elicitRequestSchema, type ElicitRequest } from '../../protocol/elicit-request.ts';
import { elicitActionSchema, type CancelReason } from '../../protocol/elicit-result.ts';
import { jsonObject, keepUnknown, list } from '../../protocol/wire-schemas.ts';
import { toldPersonSchema } from '../../protocol/person.ts';
import { progressShape } from '../../protocol/tool-report.ts';
import type { ToolActivity } from '../state/client-state.ts';
import type { Answer, EndState, OpenState } from '../state/item-state.ts';
import type { ElicitServer } from '../state/outside-question.ts';
import { itemProblemSchema, parseKept, receiptSchema } from './saved-answers.ts';

/** A conversation as stored. When you change its shape, change its version. */
export interface SavedConversation {
  version: 1;
  conversationId: string;
  /** The last turn had not finished: its stream was open, or had failed. */
  isBusy: boolean;
  messages: readonly ChatMessage[];
  /** The person's messages that the server had not named. */
  outbox?: readonly ChatMessage[] | undefined;
  /** The last known revision, and what streamed at it. */
  revision?: number | undefined;
  text?: string | undefined;
  reasoning?: readonly ChatReasoning[] | undefined;
  calls: readonly ToolActivity[];
  capabilities: ServerCapabilities;
  /** What the page could show besides its plugins' questions. */
  shows?: ClientCapabilities | undefined;
  items: readonly SavedItem[];
}

/**
 * A question as stored. An ended question keeps only the data for its receipt; an open one waits for an answer, unless
 * `SavedAnswers` hold one.
 */
export interface SavedItem {
  request: ElicitRequest;
  server?: ElicitServer | undefined;
  /** Its context was too large to store, and the server has it; or it has ended, and needs none. */
  lacksContext?: boolean | undefined;
  open?: (Pick<OpenState, 'askedAt' | 'aside'> & { drafts: Drafts }) | undefined;
  end?: (Omit<EndState, 'note' | 'generic' | 'drafts'> & { drafts?: Drafts | undefined }) | undefined;
  /** The answer that counts, without its content. */
  counts?: (Pick<Answer, 'id' | 'action' | 'elsewhere' | 'by'> & { reason?: CancelReason | undefined }) | undefined;
}

type Drafts = Readonly<Record<string, unknown>>;

// An invalid optional member fails the whole record: half a conversation is worse than none.
const savedItemSchema: z.ZodType<SavedItem> = z.object({
  request: elicitRequestSchema,
  server: z.object({ name: z.string(), origin: z.string().optional() }).optional(),
  lacksContext: z.boolean().optional(),
  open: z.object({ drafts: jsonObject, askedAt: z.number().optional(), aside: z.number().optional() }).optional(),
  end: z
    .object({
      how: z.enum(['settled', 'expired', 'lost', 'aborted']),
      by: z.enum(['user', 'timeout', 'server']).optional(),
      problem: itemProblemSchema.optional(),
      receipt: receiptSchema.optional(),
      askedAgain: z.boolean().optional(),
      drafts: jsonObject.optional(),
    })
    .optional(),
  counts: z
    .object({
      id: z.string().optional(),
      action: elicitActionSchema,
      elsewhere: z.literal(true).optional(),
      by: toldPersonSchema,
      reason: z.enum(['dismissed', 'withdrawn', 'expired', 'interrupted', 'failed']).optional(),
    })
    .optional(),
});

const activitySchema: z.ZodType<ToolActivity> = z.object({
  callId: z.string(),
  toolName: z.string(),
  arguments: jsonObject,
  status: z.enum(['running', 'waiting', 'completed', 'failed', 'aborted']),
  sessionId: z.string().optional(),
  progress: z.object({ ...progressShape, waits: z.literal(true).optional() }).optional(),
  content: z.string().optional(),
});

const savedConversationSchema: z.ZodType<SavedConversation> = z.object({
  version: z.literal(1),
  conversationId: z.string().min(1).max(200),
  isBusy: z.boolean(),
  messages: list(chatMessageSchema, Infinity),
  outbox: list(chatMessageSchema, Infinity).optional(),
  revision: z.int().min(0).optional(),
  text: z.string().optional(),
  reasoning: list(chatReasoningSchema, Infinity).optional(),
  calls: list(activitySchema, Infinity),
  capabilities: keepUnknown<ServerCapabilities>(
    z.object({
      keepAlive: z.number().optional(),
    }),
  ),
  shows: z.object({ genericForm: z.boolean().optional(), url: z.boolean().optional() }).optional(),
  items: list(savedItemSchema, Infinity),
});

/** Check stored data: any script of the page may have written it. */
export function readSaved(text: string): SavedConversation | undefined {
  return savedConversationSchema.safeParse(parseKept(text)).data;
}
