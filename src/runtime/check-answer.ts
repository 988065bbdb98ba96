import { until, type Operation } from 'effection';
import type * as z from 'zod';
import type { ElicitIssue } from '../protocol/elicit-request.ts';
import { issuesOf } from '../tool/elicit-definition.ts';
import type { ElicitOptions } from '../tool/tool-context.ts';
import { eventual } from './eventual.ts';

/**
 * Look at an answer as it was sent: by the question's schema, then by the tool's own `check`.
 *
 * @returns what is wrong with it; nothing where it will do
 * @throws what the tool's `check` throws
 */
export function* checkAnswer(
  schema: z.ZodType,
  check: ElicitOptions<never>['check'],
  content: unknown,
): Operation<readonly ElicitIssue[]> {
  const parsed = yield* until(schema.safeParseAsync(content));
  if (!parsed.success) return issuesOf(parsed.error);
  if (check === undefined) return [];
  const issues = yield* eventual(() => check(parsed.data as never));
  return (issues ?? []).map((issue) => (typeof issue === 'string' ? { path: [], message: issue } : issue));
}
