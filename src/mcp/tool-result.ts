import type { CallToolResult } from '@modelcontextprotocol/server';
import { objectFrom } from '../protocol/json.ts';
import type { SessionOutcome } from '../session/plugin-session.ts';
import { toldOutcome } from '../session/told-outcome.ts';

/** The result of `tools/call`. An object that the tool returned is there as `structuredContent`, too. */
export function toolResult(outcome: SessionOutcome): CallToolResult {
  const { content: text, isError } = toldOutcome(outcome);
  if (isError) return errorResult(text);
  const value = text.startsWith('{') ? objectFrom(text) : undefined;
  const { unanswered = [] } = outcome.status === 'completed' ? outcome : {};
  const notes = unanswered.map((key) => ({ type: 'text' as const, text: unansweredText(key) }));
  return { content: [{ type: 'text', text }, ...notes], ...(value && { structuredContent: value }) };
}

function unansweredText(key: string): string {
  const why = 'The client could not show its form, or sent no answer that fits.';
  return `The question "${key}" ended without an answer. ${why} Tell the person, and do not decide in their place.`;
}

/** A result that tells the model what went wrong. */
export function errorResult(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}
