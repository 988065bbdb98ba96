import { ensure, until, type Operation } from 'effection';
import type { ChatDelta, ChatProvider, ChatProviderOptions, ChatProviderResult } from '../protocol/chat-provider.ts';
import { CodedError } from '../protocol/coded-error.ts';
import { toJson } from '../protocol/json.ts';
import type { BridgeSample } from '../runtime/bridge-event.ts';
import { recordError, type OperationOutcome } from '../runtime/journal.ts';
import type { OnServerEvent } from './server-event.ts';
import { readAnswer, readDelta, readResult } from './model-answer.ts';
import type { CallBounds } from './session-limits.ts';
import { within } from '../base/wait.ts';
import type { ChatMessage } from '../protocol/chat-message.ts';

/** The model took too long to answer a tool's `ctx.sample`. */
export class SampleTimeoutError extends CodedError<'SAMPLE_TIMEOUT'> {
  constructor(milliseconds: number) {
    super('SAMPLE_TIMEOUT', `The model did not answer within ${milliseconds} ms. Raise limits.runTime.`);
  }
}

const providerFailed = { name: 'Error', message: 'the provider failed', code: 'PROVIDER_FAILED' };

/** Ask the model on behalf of a tool. A failure is returned as an outcome, so the tool hears of it. */
export function* answerSample(
  provider: ChatProvider,
  callId: string,
  { sampleId, messages, systemPrompt, schema, maxTokens, tools }: BridgeSample,
  { sampleTime, answerBytes }: Pick<CallBounds, 'sampleTime' | 'answerBytes'>,
  onEvent: OnServerEvent,
): Operation<OperationOutcome> {
  try {
    const run = () =>
      runProvider(provider, messages, {
        tools,
        systemPrompt,
        sample: { callId, sampleId },
        ...(schema !== undefined && { schema }),
        ...(maxTokens < Infinity && { maxTokens }),
      });
    const result = yield* within(sampleTime, run);
    if (result === undefined) throw new SampleTimeoutError(sampleTime);
    const { text, usage, toolCalls } = result;
    if (toolCalls.length === 0) return { ok: true, value: toJson({ text, usage }, 'The result of a sample') };
    // The model wants these back with what the tools say.
    const { sources: _, ...extras } = readAnswer(result, answerBytes, (error) =>
      onEvent({ type: 'error', where: 'model', error }),
    );
    return { ok: true, value: toJson({ text, usage, toolCalls, ...extras }, 'The result of a sample') };
  } catch (error) {
    onEvent({ type: 'error', where: 'model', error });
    // Hide the provider's own message: it may hold keys, and a tool may show its errors to the model or the person.
    return { ok: false, error: error instanceof SampleTimeoutError ? recordError(error) : providerFailed };
  }
}

/** Stream one answer of the model to its end. Halting the operation aborts the provider. */
export function* runProvider(
  provider: ChatProvider,
  messages: readonly ChatMessage[],
  options: Omit<ChatProviderOptions, 'signal'>,
  onDelta: (delta: ChatDelta) => void = () => undefined,
): Operation<ChatProviderResult> {
  const stop = new AbortController();
  yield* ensure(() => stop.abort());
  const iterator = provider.stream(messages, { ...options, signal: stop.signal })[Symbol.asyncIterator]();
  for (;;) {
    const next = yield* until(iterator.next());
    if (next.done === true) return readResult(next.value);
    onDelta(readDelta(next.value));
  }
}
