import * as z from 'zod';
import { questionShape, type ElicitRequest } from './elicit-request.ts';
import type { PluginElicitSettledEvent } from './chat-event.ts';
import { cancelReasonSchema, elicitActionSchema } from './elicit-result.ts';
import type { JsonObject } from './json.ts';
import { jsonObject, shortId } from './wire-schemas.ts';

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
export type AgUiSettled = Pick<PluginElicitSettledEvent, 'type' | 'elicitId' | 'action' | 'reason' | 'answerId'>;

export const agUiQuestionSchema: z.ZodType<AgUiQuestion> = z.object({
  ...questionShape,
  elicitId: z.string().min(1).max(200),
  attempt: z.int().min(1),
  context: jsonObject.optional(),
});

export const agUiSettledSchema: z.ZodType<AgUiSettled> = z.object({
  type: z.literal('plugin_elicit_settled'),
  elicitId: shortId,
  action: elicitActionSchema,
  reason: cancelReasonSchema,
  answerId: shortId.optional(),
});

export const agUiAnswerSchema: z.ZodType<AgUiAnswer> = z.object({
  answerId: z.string().min(1).max(200).optional(),
  action: z.enum(['decline', 'cancel']).optional(),
  reason: z.string().max(2000).optional(),
});
