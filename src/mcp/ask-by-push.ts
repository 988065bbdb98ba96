import { ensure, run, spawn, suspend, type Operation } from 'effection';
import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server';
import { abortOf } from '../base/coming.ts';
import type { ElicitRequest } from '../protocol/elicit-request.ts';
import type { Person } from '../protocol/person.ts';
import { isWait, urlQuestionKey } from '../protocol/question-keys.ts';
import { attend, type ToolSample, type Asker } from '../session/attend.ts';
import type { CreatePluginSession } from '../session/new-call.ts';
import type { Calls } from '../session/calls.ts';
import { answerIdOf } from './change-offers.ts';
import type { ElicitationParams } from './elicitation-params.ts';
import type { FlatSchema } from './flat-form.ts';
import { offerByPush, push } from './offer-by-push.ts';
import { lastForm, readAnswer, type LastForm } from './read-answer.ts';
import { errorResult, toolResult } from './tool-result.ts';

/** A call of 2025-11-25 or before. It lives with its client's session: questions are pushed to the client. */
export interface PushedCall extends Omit<CreatePluginSession, 'host' | 'tenant'> {
  readonly mcpReq: ServerContext['mcpReq'];
  /** The person at the client. */
  readonly by: Person | undefined;
  /** Why the client cannot be asked this. Undefined if it can. */
  refuses(asked: ElicitRequest | ToolSample): Error | undefined;
  /** @param last - what became of its form when the answer was refused */
  paramsOf(request: ElicitRequest, last: LastForm | undefined): ElicitationParams;
  flatOf(request: ElicitRequest): FlatSchema;
  readonly canChange: boolean;
  /** Ask the client's model. Undefined if the manager answers for the model. */
  readonly sample: Asker['sample'];
  readonly tell: Asker['tell'];
}

/** Run the call to its end, and push each question to the client. */
export function* callByPush(sessions: Calls, call: PushedCall): Operation<CallToolResult> {
  const { callId, by, mcpReq, refuses, paramsOf, flatOf, canChange, sample, tell } = call;
  /** Pages that the person has opened. The tool has not gone on since. */
  const opened: string[] = [];
  /** What became of each question's form last. */
  const forms = new Map<string, LastForm>();
  /** Why the call was stopped: the client cannot be asked. */
  let refusal: Error | undefined;

  /** The tool has gone on, so it knows what the person did on these pages. */
  function tellCompleted(): void {
    for (const elicitationId of opened.splice(0)) {
      mcpReq.notify({ method: 'notifications/elicitation/complete', params: { elicitationId } }).catch(() => undefined);
    }
  }

  function* stopIfRefused(asked: ElicitRequest | ToolSample): Operation<void> {
    refusal = refuses(asked);
    if (refusal === undefined) return;
    yield* sessions.abort(callId, refusal.message, 'server');
    yield* suspend();
  }

  const asker: Asker = {
    via: 'mcp',
    ...(canChange && { answerIdOf }),
    *ask(question) {
      if (isWait(question)) return undefined;
      tellCompleted();
      yield* stopIfRefused(question);
      const { elicitId, key } = question;
      const last = forms.get(elicitId);
      const isInTexts = last?.inTexts === true;
      const given = yield* push(mcpReq, paramsOf(question, last));
      forms.set(elicitId, lastForm(given, question, isInTexts));
      const answer = readAnswer(given, question, isInTexts ? flatOf(question) : undefined);
      if (key === urlQuestionKey && answer?.action === 'accept') opened.push(elicitId);
      // A client that fails, or answers in a way that MCP does not know, would do so again.
      return answer ?? { action: 'cancel', reason: 'failed' };
    },
    tell,
    ...(sample && {
      *sample(event, asks) {
        yield* stopIfRefused(event);
        return yield* sample(event, asks);
      },
    }),
  };

  const session = yield* sessions.create({ ...call, host: asker });
  const stop = () => void run(() => sessions.abort(callId, 'The client cancelled the call.'));
  yield* ensure(() => sessions.release(callId));
  // A client that is only not connected has not cancelled.
  yield* ensure(abortOf(mcpReq.signal)(stop, stop));
  if (canChange) yield* spawn(() => offerByPush(sessions, call, session));
  const outcome = yield* attend(session, asker, by);
  tellCompleted();
  return refusal === undefined ? toolResult(outcome) : errorResult(refusal.message);
}
