import type { CallToolResult } from '@modelcontextprotocol/server';
import { isObject } from '../protocol/json.ts';
import type { SessionOutcome } from '../session/plugin-session.ts';
import { toldOutcome } from '../session/told-outcome.ts';

/** The result of `tools/call`. An object that the tool returned is there as `structuredContent`, too. */
export function toolResult(outcome: SessionOutcome): CallToolResult {
  const { content: text, isError } = toldOutcome(outcome);
  if (isError) return errorResult(text);
  const value = objectIn(text);
  return { content: [{ type: 'text', text }], ...(value && { structuredContent: value }) };
}

/** A result that tells the model what went wrong. */
export function errorResult(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}

function objectIn(text: string): Record<string, unknown> | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
