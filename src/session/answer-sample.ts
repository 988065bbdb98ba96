import type { Operation } from 'effection';
import type { ChatProvider } from '../protocol/chat-provider.ts';
import { CodedError } from '../protocol/coded-error.ts';
import { toJson } from '../protocol/json.ts';
import type { BridgeSample } from '../runtime/bridge-event.ts';
import { recordError, type OperationOutcome } from '../runtime/journal.ts';
import { runProvider } from './run-provider.ts';
import { within } from './within.ts';

/** The model took too long over what a tool asked it. */
export class SampleTimeoutError extends CodedError<'SAMPLE_TIMEOUT'> {
  constructor(milliseconds: number) {
    super('SAMPLE_TIMEOUT', `The model did not answer within ${milliseconds} ms.`);
  }
}

/** Ask the model for a tool; a failure is an outcome, which the tool hears of. */
export function* answerSample(
  provider: ChatProvider,
  { messages, systemPrompt }: BridgeSample,
  timeout: number,
): Operation<OperationOutcome> {
  try {
    const run = () => runProvider(provider, messages, { tools: [], systemPrompt });
    const result = yield* within(timeout, run);
    if (result === undefined) throw new SampleTimeoutError(timeout);
    const { text, usage } = result;
    return { ok: true, value: toJson({ text, usage }, 'The result of a sample') };
  } catch (error) {
    return { ok: false, error: recordError(error) };
  }
}
