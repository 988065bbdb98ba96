import type { ChatMessage } from '../protocol/chat-message.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { ChatStreamEvent } from '../protocol/chat-event.ts';
import { withAsked } from '../session/call-entry.ts';
import type { PluginSessionEvent } from '../session/plugin-session.ts';
import { toldOutcome } from '../session/told-outcome.ts';
import { toolCallOf, withThought } from '../protocol/message-parts.ts';
import { hear, interruptCalls, settlePhase } from './phase-table.ts';
import type { AnswerExtras } from '../session/model-answer.ts';
import type { Responded, TurnCommand, TurnInput, TurnPolicy } from './turn-command.ts';
import { endedEvents, eventsOf, lostCall, sessionError, toldBy, toldCall } from './turn-events.ts';
import {
  isAnswered,
  isOpen,
  renewTurn,
  withoutGone,
  withoutPending,
  type CallResult,
  type KeptToolCall,
  type MadeCall,
  type Phase,
  type Turn,
  type TurnCall,
} from './turn.ts';

export interface Advanced {
  turn: Turn;
  commands: TurnCommand[];
}

/** Apply an input to the turn, then run its phases until one waits. Pure. */
export function advanceTurn(turn: Turn, input: TurnInput, policy: TurnPolicy): Advanced {
  const received = receive(turn, input, policy);
  const isNews = received.commands.some(({ type }) => type === 'emit');
  const settled = settlePhase(isNews ? { ...received.turn, isEndTold: false } : received.turn, policy);
  return { turn: settled.turn, commands: [...received.commands, ...settled.commands] };
}

function receive(turn: Turn, input: TurnInput, policy: TurnPolicy): Advanced {
  switch (input.type) {
    case 'posted': {
      const { brought, goesOn } = input;
      const begins = !isOpen(turn) && (goesOn || brought.messages.length > 0);
      const current = begins ? renewTurn(turn) : turn;
      const named = [brought.abort?.sessionId, ...brought.responses.map(({ sessionId }) => sessionId)];
      const isNamed = (id: string) => named.includes(id);
      const ownerName = (brought.from.by?.id === turn.owner && brought.from.by?.name) || turn.ownerName;
      return {
        turn: { ...current, ownerName, phase: 'process_plugin_abort', brought, lost: turn.lost.filter(isNamed) },
        commands: turn.lost.filter((id) => !isNamed(id)).map((id) => emit(lostCall(id))),
      };
    }
    case 'model_delta': {
      const { delta, content } = input;
      const { text, reasoning } = turn;
      const told =
        delta === 'text'
          ? { ...turn, text: text + content }
          : { ...turn, reasoning: withThought(reasoning, content, text.length) };
      return { turn: told, commands: [emit({ type: delta, content })] };
    }
    case 'model_answered':
      return answered(turn, input);
    case 'begun': {
      const said: Answer = { text: '', extras: {}, calls: [input.call] };
      const begun = answered(isOpen(turn) ? turn : renewTurn(turn), said);
      if (!turn.modelRuns) return begun;
      // The model goes on beside it.
      const { modelRuns, text, reasoning, usage } = turn;
      return { ...begun, turn: { ...begun.turn, modelRuns, text, reasoning, usage } };
    }
    case 'interrupted': {
      const { callIds } = input;
      const interrupting = turn.calls.filter(
        ({ id, state, interrupted }) => state !== 'done' && interrupted !== true && callIds.includes(id),
      );
      const interrupted = interruptCalls(turn, interrupting, policy);
      return { ...interrupted, turn: onward(interrupted.turn) };
    }
    case 'model_failed':
      return { turn: { ...turn, phase: 'start_iteration', modelRuns: false, error: input.error }, commands: [] };
    case 'call_failed':
      return withCall(turn, input.callId, (call) => {
        const { message, by } = input;
        // What another process began may have done something.
        const result: CallResult = { content: message, isError: true, ...(by === undefined && { didNothing: true }) };
        const failed: TurnCall = { ...call, state: 'done', result };
        const done = by === undefined ? failed : { ...failed, abortedBy: by };
        return { call: done, commands: endedEvents(done).map(emit) };
      });
    case 'call_begun':
      return withCall(turn, input.callId, (call) => ({ call: { ...call, hasBegun: true }, commands: [] }));
    case 'session_event':
      return withCall(turn, input.callId, (call) => {
        const changed = applyEvent(call, input.event);
        return { call: changed, commands: eventsOf(changed, input.event).map(emit) };
      });
    case 'responded': {
      const advanced = responded(withoutResponse(turn, input), input);
      return toldHost({ ...advanced, turn: hear(advanced.turn) }, input);
    }
    case 'value_came':
      return {
        turn: onward({ ...turn, responding: turn.responding + 1 }),
        commands: [{ ...input, type: 'resolve' }],
      };
    case 'resolved': {
      const { outcome, from } = input;
      return {
        turn: onward({ ...turn, responding: turn.responding - 1 }),
        commands: [{ type: 'reply', to: from.reader, event: { type: 'host_reply', outcome } }],
      };
    }
    case 'answers_overdue': {
      const last = turn.held.findIndex(({ messages }) => messages === input.messages);
      const overdue = turn.held.slice(0, last + 1);
      const held = turn.held.map((each) => (overdue.includes(each) ? { ...each, responses: [] } : each));
      const callIds = overdue.flatMap(({ responses }) => responses.map(({ sessionId }) => sessionId));
      return { turn: onward(hear({ ...answeredWith(turn, callIds), held })), commands: [] };
    }
    case 'resumed':
      return { turn: onward(turn), commands: [] };
    case 'interruption_overdue':
      return {
        turn: onward(turn),
        commands: turn.calls
          .filter((call) => isBegun(call) && input.callIds.includes(call.id))
          .map(({ id }) => ({ type: 'abort_call', callId: id, reason: 'It took too long to end.', by: 'timeout' })),
      };
  }
}

function answered(turn: Turn, { text, extras, calls, usage }: Answer): Advanced {
  const { providerData: _, ...told } = extras;
  const message: ChatMessage = {
    role: 'assistant',
    content: text,
    ...extras,
    ...(calls.length > 0 && {
      tool_calls: calls.map((call): KeptToolCall => {
        const { hostId } = call;
        return { ...toolCallOf(call), ...(hostId !== undefined && { hostId }) };
      }),
    }),
  };
  return {
    turn: {
      ...turn,
      phase: 'executing_tools',
      messages: [...turn.messages, message],
      modelRuns: false,
      text,
      usage,
      calls: [...turn.calls, ...calls.map((call): TurnCall => ({ ...call, state: 'fresh', pending: [], settled: [] }))],
    },
    commands: [
      emit(
        calls.length > 0
          ? {
              type: 'tool_calls',
              text,
              ...told,
              calls: calls.map(toldCall),
            }
          : { type: 'messages', messages: [{ role: 'assistant', content: text, ...told }] },
      ),
    ],
  };
}

/** What a model has said, ours or a host's. */
interface Answer {
  readonly text: string;
  readonly extras: AnswerExtras;
  readonly calls: readonly MadeCall[];
  readonly usage?: JsonObject | undefined;
}

function applyEvent(call: TurnCall, event: PluginSessionEvent): TurnCall {
  switch (event.type) {
    case 'elicit_request':
      return { ...call, pending: withAsked(call.pending, event.request) };
    case 'waiting':
      return { ...call, state: 'waiting' };
    case 'elicit_settled': {
      const isThis = ({ elicitId }: { elicitId: string }) => elicitId === event.elicitId;
      // A call that goes on in another process tells the last one again, and may have asked it again before.
      const others = call.settled.some(isThis) ? call.settled.filter((known) => !isThis(known)) : call.settled;
      const { type: _type, ...closed } = event;
      return { ...withoutPending(call, event.elicitId), settled: [...others, closed] };
    }
    case 'elicit_revised': {
      const { elicitId, action, answerId, receipt, gone } = event;
      const settled = call.settled
        .filter((known) => !gone.includes(known.elicitId))
        .map((known) => (known.elicitId === elicitId ? { ...known, action, answerId, receipt } : known));
      return { ...withoutGone(call, event), settled, revised: event };
    }
    case 'ended': {
      const { outcome } = event;
      const isStopped = outcome.status === 'aborted' || call.interrupted === true;
      const didNothing = isStopped && event.hasStepped !== true;
      const result: CallResult = { ...toldOutcome(outcome), ...(didNothing && { didNothing }) };
      const done: TurnCall = { ...call, state: 'done', pending: [], result };
      return outcome.status === 'aborted' ? { ...done, abortedBy: outcome.by } : done;
    }
    case 'log':
    case 'progress':
      return call;
  }
}

/** The answer is on its way no more. If it counts, the messages that came with it do not stop its call. */
function withoutResponse(turn: Turn, { response, outcome }: Responded): Turn {
  const arrived = { ...turn, responding: turn.responding - 1 };
  if (!turn.held.some(({ responses }) => responses.includes(response))) return arrived;
  const held = turn.held.map(({ messages, responses }) => {
    return { messages, responses: responses.filter((other) => other !== response) };
  });
  const counts = ['recorded', 'repeated', 'revised'].includes(outcome.outcome);
  return { ...answeredWith(arrived, counts ? [response.sessionId] : []), held };
}

function answeredWith(turn: Turn, callIds: readonly string[]): Turn {
  const calls = turn.calls.map((call): TurnCall => (callIds.includes(call.id) ? { ...call, isAnswered: true } : call));
  return { ...turn, calls };
}

/** Who answers for the host is no page: it hears what came of its answer, and of that alone. */
function toldHost(advanced: Advanced, { outcome, from }: Responded): Advanced {
  if (from.via === 'page') return advanced;
  const told = advanced.commands.filter(({ type }) => type !== 'reply');
  const reply: TurnCommand = { type: 'reply', event: { type: 'host_reply', outcome }, to: from.reader };
  return { turn: advanced.turn, commands: [...told, reply] };
}

function isBegun({ state }: TurnCall): boolean {
  return state === 'open' || state === 'waiting';
}

function responded(before: Turn, { response, outcome, from }: Responded): Advanced {
  const tell = (event: ChatStreamEvent): TurnCommand => ({ type: 'reply', event, to: from.reader });
  const isLost = before.lost.includes(response.sessionId);
  const turn = isLost ? { ...before, lost: before.lost.filter((id) => id !== response.sessionId) } : before;
  // The call's own record can outlive its conversation: the answer counted, and what came of the call is not known.
  const lost = isLost ? [emit(lostCall(response.sessionId))] : [];
  switch (outcome.outcome) {
    case 'recorded':
    case 'refused':
      // The session's own event may still be on its way. Until it comes, the call is at work.
      return {
        turn: onward({
          ...turn,
          owner: turn.owner ?? (outcome.outcome === 'recorded' ? outcome.owner : undefined),
          calls: turn.calls.map((call) =>
            isAnswered(call, response) ? withoutPending(call, response.elicitId) : call,
          ),
        }),
        commands: [],
      };
    case 'revised': {
      const { revised } = outcome;
      const calls = turn.calls.map((call) => (call.id === response.sessionId ? withoutGone(call, revised) : call));
      return { turn: onward({ ...turn, owner: turn.owner ?? from.by?.id, calls }), commands: [] };
    }
    case 'kept':
    case 'repeated': {
      const { sessionId, callId, elicitId } = response;
      const { action, answerId } = outcome;
      const more =
        outcome.outcome === 'kept'
          ? { kept: outcome.because, issues: outcome.issues }
          : { reason: outcome.reason, receipt: outcome.receipt, ...toldBy(outcome.by) };
      const ids = { sessionId, callId, elicitId };
      const stands = tell({ type: 'plugin_elicit_settled', ...ids, action, answerId, ...more });
      return { turn: onward(turn), commands: [stands, ...lost] };
    }
    case 'extended':
    case 'stale':
      return { turn: onward(turn), commands: [] };
    case 'failed':
      return { turn: onward(turn), commands: [tell(sessionError(response, 'INTERNAL_ERROR'))] };
    case 'ended':
    case 'unknown': {
      const aborted = outcome.outcome === 'ended' && outcome.status === 'aborted';
      const error = aborted ? 'SESSION_ABORTED' : 'SESSION_NOT_FOUND';
      return { turn: onward(turn), commands: [tell(sessionError(response, error))] };
    }
  }
}

function emit(event: ChatStreamEvent): TurnCommand {
  return { type: 'emit', event };
}

function withCall(
  turn: Turn,
  callId: string,
  change: (call: TurnCall) => { call: TurnCall; commands: TurnCommand[] },
): Advanced {
  const call = turn.calls.find(({ id }) => id === callId);
  // Ignore events after a call's end: they no longer belong to this conversation.
  if (call === undefined || call.state === 'done') return { turn: { ...turn }, commands: [] };
  const changed = change(call);
  return {
    turn: onward({ ...turn, calls: turn.calls.map((other) => (other === call ? changed.call : other)) }),
    commands: changed.commands,
  };
}

/** Check the calls again after a change. While the model runs, wait for it instead. */
function onward(turn: Turn): Turn {
  const phase: Phase = turn.modelRuns ? 'start_iteration' : 'executing_tools';
  return { ...turn, phase };
}
