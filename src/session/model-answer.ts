import type * as z from 'zod';
import { byteLength } from '../base/byte-length.ts';
import { argumentBounds, excessOf } from '../protocol/bounds.ts';
import { chatFileSchema, chatReasoningSchema, chatSourceSchema, type ChatMessage } from '../protocol/chat-message.ts';
import type { ChatDelta, ChatProviderResult, TokenUsage } from '../protocol/chat-provider.ts';
import { CodedError } from '../protocol/coded-error.ts';
import { isObject, toJson, type JsonValue } from '../protocol/json.ts';
import { mostEntries } from '../protocol/wire-schemas.ts';

/** What a model's answer holds besides its text and calls. */
export type AnswerExtras = Pick<ChatMessage, 'reasoning' | 'sources' | 'files' | 'providerData'>;

/** A `ChatProvider` of the host gives something else than that says. Without types, nothing else checks it. */
export class ProviderInvalidError extends CodedError<'PROVIDER_INVALID'> {
  constructor(problem: string) {
    super('PROVIDER_INVALID', `The provider's stream ${problem} See ChatProvider.`);
  }
}

/** @throws {ProviderInvalidError} for what is no whole answer */
export function readResult(given: unknown): ChatProviderResult {
  const { text, toolCalls } = isObject(given) ? given : {};
  if (typeof text !== 'string' || !Array.isArray(toolCalls)) {
    throw new ProviderInvalidError('did not return { text, toolCalls } at its end. Without calls, toolCalls is [].');
  }
  if (!toolCalls.every((call) => isObject(call) && typeof call['name'] === 'string')) {
    throw new ProviderInvalidError('returned a tool call that is not { name, arguments }.');
  }
  return { ...(given as unknown as ChatProviderResult), usage: usageIn(given as { readonly usage?: unknown }) };
}

/** What can be kept of the tokens that a provider tells. Some count `NaN` for what they do not know. */
function usageIn({ usage }: { readonly usage?: unknown }): TokenUsage | undefined {
  if (!isObject(usage)) return undefined;
  const kept = Object.entries(usage).map(([name, value]) => [name, jsonWithin(value)] as const);
  return Object.fromEntries(kept.filter(([, value]) => value !== undefined));
}

/** @throws {ProviderInvalidError} for what is no piece of an answer */
export function readDelta(given: unknown): ChatDelta {
  const { type, content } = isObject(given) ? given : {};
  if ((type === 'text' || type === 'thinking') && typeof content === 'string') return { type, content };
  throw new ProviderInvalidError("yielded something other than { type: 'text' | 'thinking', content }.");
}

/** A part of a model's answer was not kept. */
export class AnswerCutError extends CodedError<'ANSWER_CUT'> {
  constructor(lost: readonly string[], maxBytes: number) {
    super(
      'ANSWER_CUT',
      `Parts of the model's answer were left out: ${lost.join(', ')}. They are too many, not valid, or over ${maxBytes} bytes together. Raise limits.bytes, or let the provider put files elsewhere and give their https: addresses.`,
    );
  }
}

/**
 * Read what an answer holds besides its text and calls, up to the bounds. What a model says is not to be trusted.
 *
 * @param maxBytes - of its sources, reasoning and files as JSON
 * @param onCut - called if something is left out
 */
export function readAnswer(
  { sources, reasoning, files, providerData }: ChatProviderResult,
  maxBytes: number,
  onCut: (error: AnswerCutError) => void,
): AnswerExtras {
  let room = maxBytes;
  const lost: string[] = [];

  function take<T>(what: keyof typeof mostEntries, given: readonly T[] | undefined, schema: z.ZodType<T>): T[] {
    // What is no list counts as one bad entry.
    const all: readonly T[] = given === undefined || Array.isArray(given) ? (given ?? []) : [given];
    const kept = all.slice(0, mostEntries[what]).flatMap((entry) => {
      // Measure first: the schema walks all of it.
      if (excessOf(entry, { characters: room, values: 20, depth: 3 }) !== undefined) return [];
      const { data } = schema.safeParse(entry);
      const size = data === undefined ? Infinity : byteLength(JSON.stringify(data)) + 1;
      if (data === undefined || size > room) return [];
      room -= size;
      return [data];
    });
    if (kept.length < all.length) lost.push(`${all.length - kept.length} of ${all.length} ${what}`);
    return kept;
  }

  const lists = {
    sources: take('sources', sources, chatSourceSchema),
    reasoning: take('reasoning', reasoning, chatReasoningSchema),
    files: take('files', files, chatFileSchema),
  };
  const data = providerData === undefined ? undefined : jsonWithin(providerData);
  if (providerData !== undefined && data === undefined) lost.push('providerData');
  if (lost.length > 0) onCut(new AnswerCutError(lost, maxBytes));
  const found = Object.entries(lists).filter(([, list]) => list.length > 0);
  return { ...Object.fromEntries(found), ...(data !== undefined && { providerData: data }) };
}

function jsonWithin(value: unknown): JsonValue | undefined {
  if (excessOf(value, argumentBounds) !== undefined) return undefined;
  try {
    return toJson(value, 'What a provider told');
  } catch {
    return undefined;
  }
}
