import { ensure, run, spawn, suspend, type Operation } from 'effection';
import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server';
import { abortOf } from '../base/coming.ts';
import { longestTimer } from '../base/timers.ts';
import type { ChatProvider } from '../protocol/chat-provider.ts';
import { isWait, urlQuestionKey } from '../protocol/question-keys.ts';
import { answerSample } from '../session/answer-sample.ts';
import { attend, type Asker } from '../session/attend.ts';
import type { Calls } from '../session/calls.ts';
import type { LegAskerOptions } from './ask-by-leg.ts';
import { newCallId, refuseSample, reporter, signedIn, type Asking } from './ask-client.ts';
import { answerIdOf } from './change-offers.ts';
import type { ClientForms } from './elicitation-params.ts';
import { offerByPush, push } from './offer-by-push.ts';
import { lastForm, readAnswer, type LastForm } from './read-answer.ts';
import { readSample, samplingParams } from './sampling-params.ts';
import { errorResult, toolResult } from './tool-result.ts';

/** What calls of 2025-11-25 and before run with. */
export interface PushedCallsOptions extends Omit<LegAskerOptions, 'callId'> {
  readonly sessions: Calls;
  readonly forms: ClientForms;
}

/** Run a call to its end, and push each question to the client. It lives with its client's session. */
export function* callByPush(
  { sessions, forms, hasModel, limits, onEvent }: PushedCallsOptions,
  asking: Asking,
): Operation<CallToolResult> {
  const { tool, params, can, principal } = asking;
  const { mcpReq } = asking.ctx;
  const callId = newCallId();
  const by = signedIn(principal);
  const model = clientModel(mcpReq);
  /** Pages that the person has opened. The tool has not gone on since. */
  const opened: string[] = [];
  /** What became of each question's form last. It is read once the question is asked again. */
  const lastForms = new Map<string, () => LastForm>();
  /** Why the call was stopped: the client cannot be asked. */
  let refusal: Error | undefined;

  /** The tool has gone on, so it knows what the person did on these pages. */
  function tellCompleted(): void {
    for (const elicitationId of opened.splice(0)) {
      mcpReq.notify({ method: 'notifications/elicitation/complete', params: { elicitationId } }).catch(() => undefined);
    }
  }

  function* unlessRefused<T>(ask: () => T): Operation<T> {
    try {
      return ask();
    } catch (error) {
      refusal = error as Error;
      yield* sessions.abort(callId, refusal.message, 'server');
      yield* suspend();
      throw error;
    }
  }

  const asker: Asker = {
    via: 'mcp',
    answers: 'caller',
    ...(can.change && { answerIdOf }),
    *ask(question) {
      if (isWait(question)) return undefined;
      tellCompleted();
      const { elicitId, key } = question;
      const last = lastForms.get(elicitId)?.();
      const isInTexts = last?.inTexts === true;
      const given = yield* push(mcpReq, yield* unlessRefused(() => forms.paramsOf(question, asking, last)));
      lastForms.set(elicitId, () => lastForm(given, question, isInTexts));
      const answer = readAnswer(given, question, isInTexts ? forms.flatOf(question) : undefined);
      if (key === urlQuestionKey && answer?.action === 'accept') opened.push(elicitId);
      // A client that fails, or answers in a way that MCP does not know, would do so again.
      return answer ?? { action: 'cancel', reason: 'failed' };
    },
    tell: reporter(mcpReq),
    // Otherwise the manager answers for the model.
    ...(hasModel && {
      *sample(event) {
        yield* unlessRefused(() => refuseSample(event, asking));
        return yield* answerSample(model, callId, event, limits, onEvent);
      },
    }),
  };

  const session = yield* sessions.create({ tool, params, callId, owner: by?.id, host: asker });
  const stop = () => void run(() => sessions.abort(callId, 'The client cancelled the call.'));
  // A client that is only not connected has not cancelled.
  const deaf = abortOf(mcpReq.signal)(stop, stop);
  yield* ensure(function* () {
    deaf();
    yield* sessions.release(callId);
  });
  if (can.change) yield* spawn(() => offerByPush(session, { by, mcpReq }));
  const outcome = yield* attend(session, asker, by);
  tellCompleted();
  return refusal === undefined ? toolResult(outcome) : errorResult(refusal.message);
}

function clientModel(mcpReq: ServerContext['mcpReq']): ChatProvider {
  return {
    async *stream(messages, given) {
      const sent = { timeout: longestTimer, signal: given.signal };
      const result = readSample(await mcpReq.requestSampling(samplingParams(messages, given), sent));
      if (result === undefined) throw new Error("The client's model gave no text.");
      return result;
    },
  };
}
