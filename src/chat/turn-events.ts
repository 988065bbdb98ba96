import type { ChatStreamEvent, SnapshotPart } from '../protocol/chat-event.ts';
import type { PluginSessionEvent } from '../session/plugin-session.ts';
import { mostEntries } from '../protocol/wire-schemas.ts';
import { conversationOf, type Turn, type TurnCall } from './turn.ts';

/** Turn a session's event into wire events. */
export function eventsOf(call: TurnCall, event: PluginSessionEvent): ChatStreamEvent[] {
  const ids = { sessionId: call.id, callId: call.id };
  const named = { ...ids, toolName: call.name };
  switch (event.type) {
    case 'elicit_request':
      return [{ type: 'plugin_elicit_request', ...event.request }];
    case 'waiting':
      return [];
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

/** The events that report how a finished call ended. */
export function endedEvents(call: TurnCall): SnapshotPart[] {
  const { id, name, result, abortedBy } = call;
  if (result === undefined) return [];
  const told: SnapshotPart = result.isError
    ? { type: 'tool_error', id, name, message: result.content }
    : { type: 'tool_result', id, name, content: result.content };
  if (abortedBy === undefined) return [told];
  const named = { sessionId: id, callId: id, toolName: name };
  return [{ type: 'plugin_session_status', ...named, status: 'aborted', by: abortedBy }, told];
}

/** The event that reports how the turn ended. Undefined if it has not ended. */
export function turnEndOf({ phase, error, usage }: Turn): SnapshotPart | undefined {
  if (phase === 'failed') return { type: 'error', ...(error ?? unknownError) };
  return phase === 'complete' ? { type: 'complete', ...(usage && { usage }) } : undefined;
}

const unknownError = { code: 'INTERNAL_ERROR', message: 'The turn failed. Try again.', recoverable: true };

/** Everything that a new reader needs: the conversation, the outcomes of its calls, and what is going on now. */
export function snapshotOf(turn: Turn): SnapshotPart[][] {
  const { calls, modelRuns, text } = turn;
  const end = turnEndOf(turn);
  const events: SnapshotPart[] = [
    ...conversationOf(turn).map((message): SnapshotPart => ({ type: 'messages', messages: [message] })),
    ...(calls.length === 0
      ? []
      : [
          {
            type: 'tool_calls' as const,
            calls: calls.map(({ id, name, arguments: args }) => ({ id, name, arguments: args })),
          },
        ]),
    ...calls.flatMap((call): SnapshotPart[] => {
      const ids = { sessionId: call.id, callId: call.id };
      return [
        ...call.settled.map((settled): SnapshotPart => ({ type: 'plugin_elicit_settled', ...ids, ...settled })),
        ...call.pending.map((asked): SnapshotPart => ({ type: 'plugin_elicit_request', ...asked })),
        ...endedEvents(call),
        ...(call.state !== 'fresh' && call.state !== 'done' && call.pending.length === 0
          ? [{ type: 'plugin_session_status' as const, ...ids, toolName: call.name, status: 'running' as const }]
          : []),
      ];
    }),
    ...(modelRuns && text !== '' ? [{ type: 'text' as const, content: text }] : []),
    ...(end === undefined ? [] : [end]),
  ];
  return inPieces(events);
}

/** Split events so that a long conversation makes no line longer than a client reads. */
function inPieces(events: readonly SnapshotPart[]): SnapshotPart[][] {
  const pieces: SnapshotPart[][] = [];
  let room = 0;
  for (const event of events) {
    const size = JSON.stringify(event).length;
    if (size > room || (pieces.at(-1)?.length ?? 0) >= mostEntries.events) {
      pieces.push([]);
      room = largestPiece;
    }
    pieces.at(-1)?.push(event);
    room -= size;
  }
  return pieces;
}

/** Characters of JSON in a piece. */
const largestPiece = 262_144;
