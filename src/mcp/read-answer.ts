import * as z from 'zod';
import { flatPlacesOf } from '../form/flat-fields.ts';
import type { ElicitRequest } from '../protocol/elicit-request.ts';
import type { ElicitResult } from '../protocol/elicit-result.ts';
import type { JsonObject } from '../protocol/json.ts';
import { jsonObject } from '../protocol/wire-schemas.ts';
import { bareOf, isBare } from './flat-schema.ts';

/** Read a client's `ElicitResult`. @returns undefined for a value that is none: the question is then asked again */
export function readAnswer(
  given: unknown,
  { schema, plain, attempt }: ElicitRequest,
): ElicitResult<unknown> | undefined {
  const read = answerSchema.safeParse(given);
  if (!read.success) return undefined;
  const { action, content = {} } = read.data;
  if (action === 'accept') {
    const isEmpty = Object.keys(content).length === 0 && flatPlacesOf(plain ?? schema).some(({ required }) => required);
    // A host that shows a form as a yes or no would send this again and again.
    if (isEmpty && attempt > 1) return { action: 'cancel', reason: 'failed' };
    // Null fits no schema of a form, so an answer without its field is refused with an issue.
    return { action, content: isBare(plain ?? schema) ? bareOf(content) : content };
  }
  return action === 'decline' ? { action } : { action, reason: 'dismissed' };
}

/** The content of an accepted answer. Undefined for anything else. */
export function readContent(given: unknown): JsonObject | undefined {
  const { data } = answerSchema.safeParse(given);
  return data?.action === 'accept' ? (data.content ?? {}) : undefined;
}

const answerSchema = z.object({
  action: z.enum(['accept', 'decline', 'cancel']),
  content: jsonObject.nullish().transform((content) => content ?? undefined),
});
