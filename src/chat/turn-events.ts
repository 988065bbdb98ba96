import type {
  PluginElicitSettledEvent,
  PluginSessionErrorCode,
  PluginSessionErrorEvent,
  Revised,
  SnapshotPart,
  ToolCallInfo,
} from '../protocol/chat-event.ts';
import type { ElicitRequest } from '../protocol/elicit-request.ts';
import type { Answerer } from '../protocol/person.ts';
import { plainText } from '../protocol/plain-text.ts';
import type { ClosedRemains } from '../session/call-entry.ts';
import type { PluginSessionEvent } from '../session/plugin-session.ts';
import { messageOfWait } from '../session/wait-tokens.ts';
import { mostEntries } from '../protocol/wire-schemas.ts';
import type { ChatMessage } from '../protocol/chat-message.ts';
import { isWait, isWaitId } from '../protocol/question-keys.ts';
import { partsOf } from '../protocol/message-parts.ts';
import {
  conversationOf,
  toldId,
  type FoundCall,
  type HostNamed,
  type KeptToolCall,
  type Turn,
  type TurnCall,
} from './turn.ts';

/** Turn a session's event into wire events. The person is told of a wait, but cannot answer it. */
export function eventsOf(call: TurnCall, event: PluginSessionEvent): SnapshotPart[] {
  const ids = idsOf(call);
  const named = { ...ids, toolName: call.name };
  switch (event.type) {
    case 'elicit_request':
      if (isWait(event.request)) {
        return [{ type: 'plugin_progress', ...named, message: messageOfWait(event.request), waits: true }];
      }
      return [{ type: 'plugin_elicit_request', ...forOwner(event.request), ...ids }];
    case 'waiting':
      return [];
    case 'elicit_settled':
      if (isWaitId(event.elicitId)) return [{ type: 'plugin_progress', ...named, message: '' }];
      return endOf(call, event);
    case 'elicit_revised':
      return [revisedEvent(call, event)];
    case 'log':
      return [{ ...event, ...named, type: 'plugin_log' }];
    case 'progress':
      return [{ ...event, ...named, type: 'plugin_progress' }];
    case 'ended':
      return endedEvents(call);
  }
}

/** Somebody else's question names nobody's id, and shows nothing that is hidden. */
function forOwner({ to, ...request }: ElicitRequest): ElicitRequest {
  if (to === undefined || to.withOwner === true) return request;
  const who = to.who.map(({ id: _id, ...told }) => told);
  if (to.hidden !== true) return { ...request, to: { who } };
  const { plain: _plain, inWords: _inWords, handoff: _handoff, url: _url, issues: _issues, ...shown } = request;
  return { ...shown, message: '', schema: {}, to: { who } };
}

/** Characters of a name that are told. With more than a client takes, the answer would pass for its own person's. */
const mostOfName = 200;

/** The name of somebody else who answered. */
export function toldBy(by: Answerer | undefined): Pick<PluginElicitSettledEvent, 'by'> {
  if (by === undefined) return {};
  return { by: by.name === undefined ? {} : { name: plainText(by.name, mostOfName) } };
}

function revisedEvent(call: TurnCall, { elicitId, action, answerId, receipt, gone, isStuck }: Revised): SnapshotPart {
  // The last ones: what is told at once is bounded, and the others have been told.
  const last = gone.slice(-mostEntries.gone);
  return { type: 'plugin_elicit_revised', ...idsOf(call), elicitId, action, answerId, receipt, gone: last, isStuck };
}

/** The events that report how a finished call ended. */
export function endedEvents(call: TurnCall): SnapshotPart[] {
  const { name: toolName, abortedBy } = call;
  const told = resultEvents(call);
  if (abortedBy === undefined || told.length === 0) return told;
  return [{ type: 'plugin_session_status', ...idsOf(call), toolName, status: 'aborted', by: abortedBy }, ...told];
}

/** The event that reports a call's result. None if it has none. */
export function resultEvents(call: Pick<FoundCall, 'id' | 'hostId' | 'name' | 'result'>): SnapshotPart[] {
  const { name, result } = call;
  if (result === undefined) return [];
  const { content, isError } = result;
  const id = toldId(call);
  return [isError ? { type: 'tool_error', id, name, message: content } : { type: 'tool_result', id, name, content }];
}

/** A call as events name it: its session by our id, and the call itself by the host's, if a host began it. */
export function idsOf(call: Pick<TurnCall, 'id' | 'hostId'>): { sessionId: string; callId: string } {
  return { sessionId: call.id, callId: toldId(call) };
}

/** The event that says why something brought to a call changes nothing. @param message - in place of the usual one */
export function sessionError(
  { sessionId, callId }: Pick<PluginSessionErrorEvent, 'sessionId' | 'callId'>,
  error: PluginSessionErrorCode,
  message = sessionErrors[error],
): PluginSessionErrorEvent {
  return { type: 'plugin_session_error', sessionId, callId, error, message };
}

/** Nobody knows the call, so nobody knows an id of ours for it. @param more - what else to say */
export function lostCall(callId: string, more = ''): PluginSessionErrorEvent {
  const message = sessionErrors.SESSION_NOT_FOUND + more;
  return sessionError({ sessionId: callId, callId }, 'SESSION_NOT_FOUND', message);
}

const sessionErrors: Record<PluginSessionErrorCode, string> = {
  SESSION_ABORTED: 'This call was stopped, so the answer changes nothing.',
  SESSION_NOT_FOUND:
    'This call is not running here: it ended, or the server restarted. What became of it is not known.',
  INTERNAL_ERROR: 'The answer could not be recorded. Send it again.',
};

/** A call as it is told when it is made. */
export function toldCall(call: ToolCallInfo & HostNamed): ToolCallInfo {
  const { name, arguments: args, aside } = call;
  return { id: toldId(call), name, arguments: args, ...(aside && { aside }) };
}

/** Messages as events make them: their calls have the host's ids, if a host began them. */
export function toldMessages(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const told = new Map<string | undefined, string>();
  return messages.map(({ didNothing: _didNothing, providerData: _providerData, ...message }): ChatMessage => {
    const { tool_calls: calls, tool_call_id: id } = message;
    if (id !== undefined) return told.has(id) ? { ...message, tool_call_id: told.get(id) } : message;
    if (calls === undefined) return message;
    const renamed = (calls as readonly KeptToolCall[]).map(({ hostId, ...call }) => {
      if (hostId === undefined) return call;
      told.set(call.id, hostId);
      return { ...call, id: hostId };
    });
    return { ...message, tool_calls: renamed };
  });
}

/** The event that reports how the turn ended. Undefined if it has not ended. */
export function turnEndOf({ phase, error, usage }: Turn): SnapshotPart | undefined {
  if (phase === 'failed' && error !== undefined) return { type: 'error', ...error };
  return phase === 'complete' ? { type: 'complete', ...(usage && { usage }) } : undefined;
}

/** Everything that a new reader needs: the conversation, the outcomes of its calls, and what is going on now. */
export function snapshotOf(turn: Turn): SnapshotPart[][] {
  const { calls, modelRuns, text: content, reasoning, earlier } = turn;
  const end = turnEndOf(turn);
  const { dropped } = turn;
  const events: SnapshotPart[] = [
    ...(dropped.length > 0 ? [{ type: 'messages' as const, messages: [], dropped }] : []),
    ...toldMessages(conversationOf(turn)).map((message): SnapshotPart => ({ type: 'messages', messages: [message] })),
    ...earlier.flatMap(({ settled, ...ids }) => endOf(ids, settled)),
    ...(calls.length === 0 ? [] : [{ type: 'tool_calls' as const, calls: calls.map(toldCall) }]),
    ...calls.flatMap((call): SnapshotPart[] => {
      const ids = idsOf(call);
      return [
        ...(call.revised === undefined ? [] : [revisedEvent(call, call.revised)]),
        ...call.settled.flatMap((settled) => endOf(call, settled)),
        ...call.pending.flatMap((request) => eventsOf(call, { type: 'elicit_request', request })),
        ...endedEvents(call),
        ...(call.state !== 'fresh' && call.state !== 'done' && call.pending.every(isWait)
          ? [{ type: 'plugin_session_status' as const, ...ids, toolName: call.name, status: 'running' as const }]
          : []),
      ];
    }),
    ...(modelRuns ? partsOf({ content, reasoning }) : []).flatMap((part): SnapshotPart[] => {
      if (part.type === 'text') return [{ type: 'text', content: part.text }];
      return part.type === 'reasoning' ? [{ type: 'thinking', content: part.text }] : [];
    }),
    ...(end === undefined ? [] : [end]),
  ];
  return inPieces(events);
}

/** The event that reports how a question ended. None for a wait. */
function endOf(call: HostNamed, { elicitId, action, reason, answerId, receipt, by }: ClosedRemains): SnapshotPart[] {
  const how = { elicitId, action, reason, answerId, receipt, ...toldBy(by) };
  return isWaitId(elicitId) ? [] : [{ type: 'plugin_elicit_settled', ...idsOf(call), ...how }];
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
