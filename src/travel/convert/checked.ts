import type * as z from 'zod';
import { TravelDataError } from './travel-data-error.ts';

/**
 * The data as the schema reads it.
 *
 * @param source - what the data is, in words: `"Duffel seat map"`
 * @throws {TravelDataError} naming the first thing that does not fit
 */
export function checked<T>(schema: z.ZodType<T>, data: unknown, source: string): T {
  const result = schema.safeParse(data);
  if (result.success) return result.data;
  const { path, message } = deepest(result.error.issues, []);
  throw new TravelDataError(source, inWords(path), message, { cause: result.error });
}

/** Of the ways in which the members of a union do not fit, the one that got furthest is what was meant. */
function deepest(issues: readonly z.core.$ZodIssue[], outer: readonly PropertyKey[]): Found {
  const [issue] = issues;
  const path = [...outer, ...(issue?.path ?? [])];
  if (issue?.code !== 'invalid_union') return { path, message: issue?.message ?? 'it does not fit' };
  return issue.errors
    .map((branch) => deepest(branch, path))
    .reduce((best, found) => (found.path.length > best.path.length ? found : best));
}

interface Found {
  path: readonly PropertyKey[];
  message: string;
}

function inWords(path: readonly PropertyKey[]): string {
  return path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '');
}
