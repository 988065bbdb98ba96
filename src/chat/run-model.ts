import type { Operation } from 'effection';
import { byteLength } from '../base/byte-length.ts';
import { within } from '../base/wait.ts';
import type { ChatMessage } from '../protocol/chat-message.ts';
import type { ChatProviderToolCall } from '../protocol/chat-provider.ts';
import { lineBounds, valuesIn } from '../protocol/bounds.ts';
import { CodedError } from '../protocol/coded-error.ts';
import { toolCallOf } from '../protocol/message-parts.ts';
import { mostEntries, shortName } from '../protocol/wire-schemas.ts';
import { runProvider } from '../session/answer-sample.ts';
import { readAnswer } from '../session/model-answer.ts';
import { mostCalls, readArguments, toolDefinition, TooManyCallsError } from '../tool/model-call.ts';
import type { AnyMcpTool } from '../tool/tool-facts.ts';
import { callIdOf } from './conversation-store.ts';
import type { ConversationOptions } from './conversation.ts';
import type { TurnInput } from './turn-command.ts';
import type { MadeCall, Turn } from './turn.ts';

/** What a run of the model gets. */
export interface ModelRun {
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly AnyMcpTool[];
  readonly turn: Pick<Turn, 'conversationId' | 'iteration'>;
}

/** The model said more than a page reads. */
class AnswerTooLongError extends CodedError<'ANSWER_TOO_LONG'> {
  constructor(maxBytes: number, maxValues: number) {
    super(
      'ANSWER_TOO_LONG',
      `The model's answer is too long to be kept: its text and its calls may have ${maxBytes} bytes and ${maxValues} values as JSON, and it may make ${mostEntries.calls} calls, with names of 1000 characters. Raise limits.bytes, or let the model say less at once.`,
    );
  }
}

/** Ask the model. What it says becomes inputs of the turn. */
export function* runModel(
  { messages, tools, turn }: ModelRun,
  options: ConversationOptions,
  dispatch: (input: TurnInput) => void,
): Operation<void> {
  const { key, provider, systemPrompt, onEvent } = options;
  const { bytes, runTime, answerBytes } = options.limits;
  // A line has a few others.
  const mostValues = Math.floor(lineBounds(bytes).values * 0.75);
  const startedAt = Date.now();
  const onError = (error: unknown) => onEvent({ type: 'error', where: 'model', error });
  /** How many bytes of each are left to be told. */
  const left = { text: answerBytes, thinking: answerBytes };
  try {
    const result = yield* within(runTime, () =>
      runProvider(provider, messages, { tools: tools.map(toolDefinition), systemPrompt }, ({ type, content }) => {
        left[type] -= byteLength(JSON.stringify(content)) - 2;
        if (left.text < 0) throw new AnswerTooLongError(answerBytes, mostValues);
        if (content !== '' && left[type] >= 0) dispatch({ type: 'model_delta', delta: type, content });
      }),
    );
    if (result === undefined) {
      throw new CodedError('MODEL_TIMEOUT', `The model did not answer within ${runTime} ms. Raise limits.runTime.`);
    }
    const { text, toolCalls, usage } = result;
    const calls = toolCalls.map((call, index) => {
      const fault = index >= mostCalls ? new TooManyCallsError() : undefined;
      return readCall({ ...call, id: callIdOf(key) }, fault);
    });
    // As its message is kept: there, arguments are text.
    const room = answerBytes - byteLength(JSON.stringify([text, calls.map(toolCallOf)]));
    const areMany = calls.length > mostEntries.calls || valuesIn(JSON.stringify(calls), mostValues) > mostValues;
    const areNamed = calls.every(({ name }) => shortName.safeParse(name).success);
    if (room < 0 || areMany || !areNamed) throw new AnswerTooLongError(answerBytes, mostValues);
    onEvent({ type: 'model_answered', ...turn, calls: calls.length, duration: Date.now() - startedAt });
    const extras = readAnswer(result, room, onError);
    dispatch({ type: 'model_answered', text, extras, calls, usage });
  } catch (error) {
    onError(error);
    dispatch({
      type: 'model_failed',
      error: { code: 'PROVIDER_FAILED', message: 'The model could not answer. Try again.' },
    });
  }
}

/**
 * Read a call as a model has made it.
 *
 * @param call - with an id of ours: providers' ids can repeat or be guessed
 */
export function readCall(call: ChatProviderToolCall & { id: string }, fault?: CodedError): MadeCall {
  const { id, name } = call;
  try {
    if (fault !== undefined) throw fault;
    return { id, name, arguments: readArguments(call) };
  } catch (error) {
    return { id, name, arguments: {}, refused: (error as CodedError).message };
  }
}
