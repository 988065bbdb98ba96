import { ensure, run, spawn, until, useScope, type Operation } from 'effection';
import type { ServerContext } from '@modelcontextprotocol/server';
import { longestTimer } from '../base/timers.ts';
import type { ElicitRequest } from '../protocol/elicit-request.ts';
import { urlQuestionKey } from '../protocol/question-keys.ts';
import type { PluginSession, PluginSessionEvent, SessionOutcome } from '../session/plugin-session.ts';
import type { PluginSessionManager } from '../session/plugin-session-manager.ts';
import type { AnyMcpTool } from '../tool/tool-facts.ts';
import type { ElicitationParams } from './elicitation-params.ts';
import { answerIdOf } from './change-offers.ts';
import { createLiveChanges } from './live-changes.ts';
import { readAnswer } from './read-answer.ts';

/** A call of 2025-11-25 or before. It lives with its client's session: questions are pushed to the client. */
export interface LiveCall {
  readonly sessions: PluginSessionManager;
  readonly tool: AnyMcpTool;
  readonly params: unknown;
  readonly callId: string;
  readonly owner: string | undefined;
  readonly mcpReq: ServerContext['mcpReq'];
  /** Why the client cannot be asked this. Undefined if it can. */
  refuses(request: ElicitRequest): Error | undefined;
  paramsOf(request: ElicitRequest): ElicitationParams;
  readonly canChange: boolean;
  onEvent(event: PluginSessionEvent): void;
}

export type LiveOutcome = SessionOutcome | { readonly status: 'refused'; readonly error: Error };

/** Run the call to its end, and push each question to the client. */
export function runLiveCall(call: LiveCall): Promise<LiveOutcome> {
  const { sessions, tool, params, callId, owner, mcpReq } = call;
  return run(function* () {
    const session = yield* sessions.create({ tool, params, callId, owner });
    const stop = () => void run(() => sessions.abort(callId, 'The client cancelled the call.'));
    // A client that is only not connected has not cancelled.
    mcpReq.signal.addEventListener('abort', stop, { once: true });
    if (mcpReq.signal.aborted) stop();
    yield* ensure(() => {
      mcpReq.signal.removeEventListener('abort', stop);
      return sessions.release(callId);
    });
    return yield* attend(call, session);
  });
}

function* attend(call: LiveCall, session: PluginSession): Operation<LiveOutcome> {
  const { sessions, callId, mcpReq, refuses, onEvent } = call;
  const events = session.getEvents();
  /** What is open at the client, by `elicitId`. */
  const open = new Map<string, { readonly attempt: number; readonly asking: AbortController }>();
  const changes = call.canChange ? createLiveChanges(call, session, yield* useScope()) : undefined;
  /** Pages that the person has opened. The tool has not gone on since. */
  const opened: string[] = [];
  try {
    for (;;) {
      const { event } = (yield* events.next()).value;
      switch (event.type) {
        case 'elicit_request': {
          const { request } = event;
          const { elicitId, attempt } = request;
          // Told again, since other answers can be changed now.
          if (open.get(elicitId)?.attempt === attempt) break;
          tellCompleted(opened, mcpReq);
          const error = refuses(request);
          if (error !== undefined) {
            yield* sessions.abort(callId, error.message, 'server');
            return { status: 'refused', error };
          }
          open.get(elicitId)?.asking.abort();
          const asking = new AbortController();
          open.set(elicitId, { attempt, asking });
          yield* spawn(() => ask(call, session, request, asking, opened));
          break;
        }
        case 'elicit_settled':
          // The client takes a question back that ended without it.
          open.get(event.elicitId)?.asking.abort();
          open.delete(event.elicitId);
          break;
        case 'elicit_revised':
          changes?.tell(event);
          break;
        case 'ended':
          tellCompleted(opened, mcpReq);
          return event.outcome;
        case 'waiting':
          break;
        default:
          onEvent(event);
      }
      if (changes !== undefined) yield* changes.offer();
    }
  } finally {
    for (const { asking } of open.values()) asking.abort();
    changes?.end();
  }
}

function* ask(
  { owner, mcpReq, paramsOf, canChange }: LiveCall,
  session: PluginSession,
  request: ElicitRequest,
  asking: AbortController,
  opened: string[],
): Operation<void> {
  const { elicitId, attempt, key } = request;
  const params = paramsOf(request);
  // The person may take any time. What ends the question is its own deadline.
  const send = mcpReq
    .send({ method: 'elicitation/create', params }, { timeout: longestTimer, signal: asking.signal })
    .then(
      (given) => readAnswer(given, request),
      () => undefined,
    );
  const answer = yield* until(send);
  if (asking.signal.aborted) return;
  if (key === urlQuestionKey && answer?.action === 'accept') opened.push(elicitId);
  // A client that fails, or answers in a way that MCP does not know, would do so again.
  yield* session.respondToElicit(elicitId, answer ?? { action: 'cancel', reason: 'failed' }, {
    attempt,
    owner,
    ...(canChange && { answerId: answerIdOf(request) }),
  });
}

/** The tool has gone on, so it knows what the person did on these pages. */
function tellCompleted(opened: string[], mcpReq: ServerContext['mcpReq']): void {
  for (const elicitationId of opened.splice(0)) {
    mcpReq.notify({ method: 'notifications/elicitation/complete', params: { elicitationId } }).catch(() => undefined);
  }
}
