import type { ChatStreamEvent } from '../protocol/chat-event.ts';
import type { PluginSessionEvent } from '../session/plugin-session.ts';
import { conversationStateOf, type Turn, type TurnCall } from './turn.ts';

/** What a session's event is on the wire. */
export function eventsOf(call: TurnCall, event: PluginSessionEvent): ChatStreamEvent[] {
  const ids = { sessionId: call.id, callId: call.id };
  const named = { ...ids, toolName: call.name };
  switch (event.type) {
    case 'elicit_request':
      return [{ type: 'plugin_elicit_request', ...event.request }];
    case 'elicit_settled':
      return [
        {
          type: 'plugin_elicit_settled',
          ...ids,
          elicitId: event.elicitId,
          action: event.action,
          answerId: event.answerId,
        },
      ];
    case 'log':
      return [{ type: 'plugin_log', ...named, level: event.level, message: event.message }];
    case 'progress':
      return [
        { type: 'plugin_progress', ...named, message: event.message, progress: event.progress, total: event.total },
      ];
    case 'ended':
      return endedEvents(call);
  }
}

/** How a call that is done ended. */
export function endedEvents(call: TurnCall): ChatStreamEvent[] {
  const { id, name, result, abortedBy } = call;
  if (result === undefined) return [];
  const told: ChatStreamEvent = result.isError
    ? { type: 'tool_error', id, name, message: result.content }
    : { type: 'tool_result', id, name, content: result.content };
  if (abortedBy === undefined) return [told];
  const named = { sessionId: id, callId: id, toolName: name };
  return [{ type: 'plugin_session_status', ...named, status: 'aborted', by: abortedBy }, told];
}

/** All a latecomer needs: what is settled, what is asked, what came of it, and what the model says just now. */
export function snapshotOf(turn: Turn): ChatStreamEvent[] {
  const calls = turn.calls.flatMap((call): ChatStreamEvent[] => {
    const ids = { sessionId: call.id, callId: call.id };
    return [
      ...call.settled.map((settled): ChatStreamEvent => ({ type: 'plugin_elicit_settled', ...ids, ...settled })),
      ...(call.pending === undefined ? [] : [{ type: 'plugin_elicit_request' as const, ...call.pending }]),
      ...endedEvents(call),
      ...(call.state === 'open' && call.pending === undefined
        ? [{ type: 'plugin_session_status' as const, ...ids, toolName: call.name, status: 'running' as const }]
        : []),
    ];
  });
  const runs = turn.modelRuns || turn.calls.some((call) => call.state !== 'done' && call.pending === undefined);
  if (!runs) return calls;
  const state: ChatStreamEvent = { type: 'conversation_state', conversationState: conversationStateOf(turn) };
  const text: ChatStreamEvent[] = turn.modelRuns && turn.text !== '' ? [{ type: 'text', content: turn.text }] : [];
  return [state, ...calls, ...text];
}
