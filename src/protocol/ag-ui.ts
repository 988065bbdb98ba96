import * as z from 'zod';
import type { ElicitRequest } from './elicit-request.ts';
import type { JsonObject } from './json.ts';

/** Under this name, our interrupts and answers carry what AG-UI has no field for, in their `metadata`. */
export const agUiKey = 'elicitkit';

/** A question, beside what its interrupt says: its id, its schema, its call and when it expires. */
export interface AgUiQuestion extends Pick<
  ElicitRequest,
  'toolName' | 'elicitId' | 'key' | 'message' | 'attempt' | 'params' | 'handoff' | 'issues' | 'mode' | 'url'
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

export const agUiAnswerSchema: z.ZodType<AgUiAnswer> = z.object({
  answerId: z.string().min(1).max(200).optional(),
  action: z.enum(['decline', 'cancel']).optional(),
  reason: z.string().max(2000).optional(),
});
