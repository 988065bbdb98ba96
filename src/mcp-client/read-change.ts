import * as z from 'zod';
import { excessOf, lineBounds } from '../protocol/bounds.ts';
import { isObject } from '../protocol/json.ts';
import { mcpMeta, type ChangeNews } from '../protocol/mcp-meta.ts';
import { list, mostEntries, shortId } from '../protocol/wire-schemas.ts';
import { readIssues } from './read-elicitation.ts';

/** A request that is no question, but says that an answer can be changed, or what came of a change. */
export interface McpChange {
  /** The server's name for the question that was answered. */
  readonly revises: string;
  /** What came of its change. Undefined for an offer. */
  readonly news: ChangeNews | undefined;
}

/** @returns undefined for a question */
export function readChange(params: unknown): McpChange | undefined {
  const revises = metaIn(params, mcpMeta.revises);
  if (revises === undefined) return undefined;
  const news = newsIn(params);
  // What cannot be read is about no question.
  const isBad = news === undefined && metaIn(params, mcpMeta.revised) !== undefined;
  return { revises: isBad ? '' : (shortId.safeParse(revises).data ?? ''), news };
}

/** The server's name for a question, if it gives one. */
export function questionIdOf(params: unknown): string | undefined {
  return shortId.safeParse(metaIn(params, mcpMeta.id)).data;
}

/** True for the result of a call that its server has forgotten. */
export function isLost(result: unknown): boolean {
  return metaIn(result, mcpMeta.lost) === true;
}

/** What a result, or a request, says of a change. */
export function newsIn(given: unknown): ChangeNews | undefined {
  const news = metaIn(given, mcpMeta.revised);
  if (news === undefined || excessOf(news, lineBounds()) !== undefined) return undefined;
  const read = newsSchema.safeParse(news);
  return read.success ? { ...read.data, issues: readIssues(isObject(news) ? news['issues'] : undefined) } : undefined;
}

const newsSchema = z.object({
  gone: list(shortId, mostEntries.gone).optional(),
  kept: z.enum(['late', 'invalid', 'stuck']).optional(),
});

function metaIn(given: unknown, name: string): unknown {
  const meta = isObject(given) ? given['_meta'] : undefined;
  return isObject(meta) && Object.hasOwn(meta, name) ? meta[name] : undefined;
}
