import type { Operation } from 'effection';
import { within } from '../base/wait.ts';
import type { ChatMessage } from '../protocol/chat-message.ts';
import type { ChatProviderToolCall } from '../protocol/chat-provider.ts';
import { CodedError } from '../protocol/coded-error.ts';
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

/** Ask the model. What it says becomes inputs of the turn. */
export function* runModel(
  { messages, tools, turn }: ModelRun,
  options: ConversationOptions,
  dispatch: (input: TurnInput) => void,
): Operation<void> {
  const { key, provider, systemPrompt, onEvent } = options;
  const { runTime, answerBytes } = options.limits;
  const startedAt = Date.now();
  const onError = (error: unknown) => onEvent({ type: 'error', where: 'model', error });
  try {
    const result = yield* within(runTime, () =>
      runProvider(provider, messages, { tools: tools.map(toolDefinition), systemPrompt }, ({ type, content }) => {
        if (content !== '') dispatch({ type: 'model_delta', delta: type, content });
      }),
    );
    if (result === undefined) {
      throw new CodedError('MODEL_TIMEOUT', `The model did not answer within ${runTime} ms. Raise limits.runTime.`);
    }
    const calls = result.toolCalls.map((call, index) => {
      const fault = index >= mostCalls ? new TooManyCallsError() : undefined;
      return readCall({ ...call, id: callIdOf(key) }, fault);
    });
    onEvent({ type: 'model_answered', ...turn, calls: calls.length, duration: Date.now() - startedAt });
    const extras = readAnswer(result, answerBytes, onError);
    dispatch({ type: 'model_answered', text: result.text, extras, calls, usage: result.usage });
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
