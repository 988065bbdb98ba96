import { until, type Operation } from 'effection';
import type * as z from 'zod';
import { argumentBounds, parseWithin } from '../protocol/bounds.ts';
import type { ChatMessage } from '../protocol/chat-message.ts';
import type { ElicitIssue } from '../protocol/elicit-request.ts';
import type { JsonObject, JsonValue } from '../protocol/json.ts';
import { issuesOf } from '../protocol/issues-of.ts';
import { jsonOf } from './step-json.ts';

/** What to add to the system prompt, so that any model answers in JSON. */
export function asksForJson(systemPrompt: string | undefined, schema: JsonObject): string {
  const asked = `Answer with one JSON value that fits this JSON Schema, and with nothing else:\n${JSON.stringify(schema)}`;
  return systemPrompt === undefined ? asked : `${systemPrompt}\n\n${asked}`;
}

/** What a model's answer is by its schema. */
export type Structured = { ok: true; value: unknown } | { ok: false; issues: readonly ElicitIssue[] };

/** The same as JSON. A value that JSON would change is left out. */
export function recordable(read: Structured): JsonValue {
  if (!read.ok) return { ok: false, issues: read.issues.map(({ path, message }) => ({ path: [...path], message })) };
  const value = jsonOf(read.value);
  return value === undefined ? { ok: true } : { ok: true, value };
}

/** Read a model's answer with the schema that it was asked for. */
export function* readStructured(schema: z.ZodType, text: string): Operation<Structured> {
  const { value, excess } = parseWithin(withoutFence(text), argumentBounds);
  if (excess !== undefined) return { ok: false, issues: [{ path: [], message: `its JSON ${excess.message}` }] };
  if (value === undefined) return { ok: false, issues: [{ path: [], message: 'It is not JSON.' }] };
  return yield* parsedBy(schema, value);
}

export function* parsedBy(schema: z.ZodType, value: unknown): Operation<Structured> {
  const parsed = yield* until(schema.safeParseAsync(value));
  return parsed.success ? { ok: true, value: parsed.data } : { ok: false, issues: issuesOf(parsed.error) };
}

/** The messages that ask a model to mend its answer. */
export function mending(
  messages: readonly ChatMessage[],
  text: string,
  issues: readonly ElicitIssue[],
): readonly ChatMessage[] {
  const found = describeIssues(issues);
  return [
    ...messages,
    { role: 'assistant', content: text },
    { role: 'user', content: `That does not fit the schema: ${found}. Answer again with one JSON value that fits it.` },
  ];
}

/** Issues within a sentence: they end without a full stop. */
export function describeIssues(issues: readonly ElicitIssue[], whole = 'the value'): string {
  return issues.map(({ path, message }) => `${path.join('.') || whole}: ${message.replace(/\.$/, '')}`).join('; ');
}

/** Models like to put JSON into a fence of Markdown. */
function withoutFence(text: string): string {
  return /^\s*```\w*\n([^]*?)\n?```\s*$/.exec(text)?.[1] ?? text;
}
