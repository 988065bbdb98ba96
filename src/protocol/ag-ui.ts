import * as z from 'zod';
import { elicitIssueSchema, type ElicitIssue, type ElicitRequest } from './elicit-request.ts';
import type { PluginElicitSettledEvent } from './chat-event.ts';
import { elicitActionSchema } from './elicit-result.ts';
import type { JsonObject } from './json.ts';
import { jsonObject, list, mostEntries, shortId, shortName } from './wire-schemas.ts';

/** Under this name, our interrupts and answers carry what AG-UI has no field for, in their `metadata`. */
export const agUiKey = 'elicitkit';

/** The reason of an interrupt that nobody here can answer: the call waits for somebody else, or for a value. */
export const agUiWaits = 'elicitkit:waits';

/** A question, beside what its interrupt says: its id, its schema, its call and when it expires. */
export interface AgUiQuestion extends Pick<
  ElicitRequest,
  'toolName' | 'elicitId' | 'key' | 'message' | 'inWords' | 'attempt' | 'params' | 'handoff' | 'issues' | 'mode' | 'url'
> {
  context?: JsonObject | undefined;
}

/** An answer, beside what its resume entry says. */
export interface AgUiAnswer {
  answerId?: string | undefined;
  /** What a cancelled entry means. @default 'cancel' */
  action?: 'decline' | 'cancel' | undefined;
  reason?: string | undefined;
}

/** Tells of a question that has an answer, as the value of a CUSTOM event with our name. */
export type AgUiSettled = Pick<PluginElicitSettledEvent, 'type' | 'elicitId' | 'action' | 'answerId'>;

const issues: z.ZodType<readonly ElicitIssue[]> = list(elicitIssueSchema, mostEntries.issues);

export const agUiQuestionSchema: z.ZodType<AgUiQuestion> = z.object({
  toolName: shortName,
  elicitId: z.string().min(1).max(200),
  key: shortName,
  message: z.string(),
  inWords: z.string().optional(),
  attempt: z.int().min(1),
  params: z.unknown().optional(),
  handoff: z.unknown().optional(),
  context: jsonObject.optional(),
  issues: issues.optional(),
  mode: z.enum(['form', 'url']).optional(),
  url: z.string().optional(),
});

export const agUiSettledSchema: z.ZodType<AgUiSettled> = z.object({
  type: z.literal('plugin_elicit_settled'),
  elicitId: shortId,
  action: elicitActionSchema,
  answerId: shortId.optional(),
});

export const agUiAnswerSchema: z.ZodType<AgUiAnswer> = z.object({
  answerId: z.string().min(1).max(200).optional(),
  action: z.enum(['decline', 'cancel']).optional(),
  reason: z.string().max(2000).optional(),
});
