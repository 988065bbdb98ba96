import * as z from 'zod';
import type { ElicitResult } from '../protocol/elicit-result.ts';
import { jsonObject } from '../protocol/wire-schemas.ts';

/** Read a client's `ElicitResult`. @returns undefined for a value that is none: the question is then asked again */
export function readAnswer(given: unknown): ElicitResult<unknown> | undefined {
  const read = answerSchema.safeParse(given);
  if (!read.success) return undefined;
  const { action, content = {} } = read.data;
  if (action === 'accept') return { action, content };
  return action === 'decline' ? { action } : { action, reason: 'dismissed' };
}

const answerSchema = z.object({
  action: z.enum(['accept', 'decline', 'cancel']),
  content: jsonObject.nullish().transform((content) => content ?? undefined),
});
