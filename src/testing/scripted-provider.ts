import { abortOf, after, firstCame, firstDone } from '../base/coming.ts';
import type { ChatMessage } from '../protocol/chat-message.ts';
import type {
  ChatDelta,
  ChatProvider,
  ChatProviderOptions,
  ChatProviderResult,
  ChatToolDefinition,
} from '../protocol/chat-provider.ts';
import { CodedError } from '../protocol/coded-error.ts';
import type { JsonObject } from '../protocol/json.ts';

/**
 * A model that follows a script, for tests, stories and demos. Runs in the browser and in Node.
 *
 * @example
 * const provider = createScriptedProvider([
 *   { toolCalls: [{ name: 'book_flight', arguments: { from: 'NYC', destination: 'LAX' } }] },
 *   (messages) => ({ text: `You are booked: ${messages.at(-1)?.content}` }),
 * ]);
 *
 * @param script - one turn for each call of the model, or a function that returns every turn
 * @throws {ScriptEndedError} from the stream, if the model is called more often than the script has turns
 */
export function createScriptedProvider(
  script: readonly (ScriptedTurn | WriteTurn)[] | WriteTurn,
  { delay = 0 }: ScriptedProviderOptions = {},
): ScriptedProvider {
  const calls: ScriptedCall[] = [];
  return {
    calls,
    stream(messages, options) {
      const turn = typeof script === 'function' ? script : script[calls.length];
      calls.push({ messages: [...messages], tools: [...options.tools], systemPrompt: options.systemPrompt });
      return play(turn ?? runOut(calls.length), messages, options, delay);
    },
  };
}

/** Options of `createScriptedProvider`. */
export interface ScriptedProviderOptions {
  /** Milliseconds before each word, unless the turn sets its own. @default 0 */
  delay?: number | undefined;
}

/** A model made by `createScriptedProvider`. */
export interface ScriptedProvider extends ChatProvider {
  /** What each call of the model was given, in order. */
  readonly calls: readonly ScriptedCall[];
}

/** The input of one call of the model. */
export interface ScriptedCall {
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly ChatToolDefinition[];
  readonly systemPrompt: string | undefined;
}

/** Writes a turn when the model is called. A promise holds the model until it settles. */
export type WriteTurn = (
  messages: readonly ChatMessage[],
  options: ChatProviderOptions,
) => ScriptedTurn | Promise<ScriptedTurn>;

/** What the model says and does in one turn. */
export interface ScriptedTurn extends Pick<ChatProviderResult, 'sources' | 'files' | 'providerData'> {
  /** Streamed word by word, after the thinking. */
  text?: string | undefined;
  /** It is the answer's reasoning, too. */
  thinking?: string | undefined;
  toolCalls?: readonly ScriptedToolCall[] | undefined;
  usage?: JsonObject | undefined;
  /** Milliseconds before each word. @default the provider's `delay` */
  delay?: number | undefined;
  /** Thrown after the text, so that the turn fails midway; without text, it fails before it begins. */
  error?: unknown;
}

/** A tool call that a scripted model makes. */
export interface ScriptedToolCall {
  id?: string | undefined;
  name: string;
  /** @default {} */
  arguments?: unknown;
}

/** The model was called more often than its script has turns. */
export class ScriptEndedError extends CodedError<'SCRIPT_ENDED'> {
  constructor(call: number) {
    super(
      'SCRIPT_ENDED',
      `The model was asked ${call} times, and its script has ${call - 1} turns. Add a turn, or find out why it was asked again.`,
    );
  }
}

async function* play(
  turn: ScriptedTurn | WriteTurn,
  messages: readonly ChatMessage[],
  options: ChatProviderOptions,
  defaultDelay: number,
): AsyncGenerator<ChatDelta, ChatProviderResult> {
  options.signal.throwIfAborted();
  const aborted = abortOf(options.signal);
  const written = typeof turn === 'function' ? await firstDone((async () => turn(messages, options))(), aborted) : turn;
  const { text = '', thinking = '', toolCalls = [], usage, delay = defaultDelay, error, ...extras } = written;
  for (const [type, words] of [
    ['thinking', wordsOf(thinking)],
    ['text', wordsOf(text)],
  ] as const) {
    for (const content of words) {
      if (delay > 0) await firstCame(after(delay, undefined), aborted);
      options.signal.throwIfAborted();
      yield { type, content };
    }
  }
  if (error !== undefined) throw error;
  return {
    text,
    ...(thinking !== '' && { reasoning: [{ text: thinking }] }),
    ...extras,
    toolCalls: toolCalls.map((call) => ({ ...call, arguments: call.arguments ?? {} })),
    usage,
  };
}

/** Split a text into words, each with the space after it. */
function wordsOf(text: string): readonly string[] {
  return text.match(/\S+\s*|\s+/g) ?? [];
}

function runOut(call: number): WriteTurn {
  return () => {
    throw new ScriptEndedError(call);
  };
}
