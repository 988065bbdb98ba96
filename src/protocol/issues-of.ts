import type * as z from 'zod';
import type { ElicitIssue } from './elicit-request.ts';

/** Zod's issues with an answer, in wire form. Only the first hundred: they say enough. */
export function issuesOf(error: z.core.$ZodError): ElicitIssue[] {
  return error.issues.slice(0, 100).map((issue) => ({
    path: issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part)),
    message: issue.message,
  }));
}
