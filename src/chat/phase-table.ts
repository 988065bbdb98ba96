import { takeQueued } from './replace-messages.ts';
import type { TurnCommand, TurnPolicy } from './turn-command.ts';
import { sessionError, turnEndOf } from './turn-events.ts';
import {
  conversationOf,
  findCall,
  forModel,
  isAnswered,
  isAtWork,
  isForModel,
  toldId,
  type MadeCall,
  type Phase,
  type Turn,
  type TurnCall,
} from './turn.ts';

/** A phase's result: the changed turn, its commands, and the next phase. No next phase means waiting in this one. */
export interface Step {
  turn: Turn;
  commands: TurnCommand[];
  next: Phase | undefined;
}

/**
 * The engine as a table: each phase reads the turn and decides what comes next. Phases are pure, so a turn can be
 * tested without a model, a tool or a network.
 */
export const phaseTable: Record<Phase, (turn: Turn, policy: TurnPolicy) => Step> = {
  process_plugin_abort(turn) {
    const { abort, from } = turn.brought;
    const next = 'process_plugin_responses';
    if (abort === undefined) return { turn, commands: [], next };
    const rest = { ...turn, brought: { ...turn.brought, abort: undefined } };
    const call = turn.calls.find(({ id }) => id === abort.sessionId);
    if (call === undefined || call.state === 'done') {
      return {
        // Honour a silent abort also for a turn that this server no longer knows.
        turn: { ...rest, silent: turn.silent || (turn.calls.length === 0 && abort.silent === true) },
        commands: [abortRefused(turn, abort.sessionId, call, from.reader)],
        next,
      };
    }
    return {
      turn: {
        ...rest,
        silent: abort.silent === true,
        calls: turn.calls.map((other) => (other === call ? { ...call, pending: [] } : other)),
      },
      commands: [{ type: 'abort_call', callId: call.id, reason: abort.reason, by: abort.by ?? 'user' }],
      next,
    };
  },

  process_plugin_responses(turn) {
    const { responses, messages, from } = turn.brought;
    const goesOn = responses.some((response) => turn.calls.some((call) => isAnswered(call, response)));
    const held = messages.length > 0 ? [...turn.held, { messages, responses }] : turn.held;
    const waits = messages.length > 0 && held.some((each) => each.responses.length > 0);
    return {
      turn: hear({
        ...turn,
        brought: { ...turn.brought, responses: [], messages: [] },
        held,
        responding: turn.responding + responses.length,
        silent: turn.silent && !goesOn,
      }),
      commands: [
        ...responses.map((response): TurnCommand => ({ type: 'respond', response, from })),
        ...(waits ? [{ type: 'await_answers' as const, messages }] : []),
      ],
      next: 'executing_tools',
    };
  },

  executing_tools(turn, policy) {
    const starting = turn.calls.filter((call) => call.state === 'fresh');
    // What the person says concerns the model's calls, not those that the page began beside them.
    const concerned = (call: TurnCall) => call.state !== 'done' && call.interrupted !== true && call.aside !== true;
    const interrupting = turn.queued.length === 0 ? [] : turn.calls.filter(concerned);
    const interrupted = interruptCalls(turn, interrupting, policy);
    const started: Turn = {
      ...interrupted.turn,
      calls: interrupted.turn.calls.map((call) => (call.state === 'fresh' ? { ...call, state: 'open' } : call)),
    };
    const commands: TurnCommand[] = [
      ...starting.map((call): TurnCommand => ({ type: 'start_call', call: infoOf(call) })),
      ...interrupted.commands,
    ];
    const isAsked = started.calls.some((call) => call.state !== 'done' && call.aside !== true);
    if (!isAsked && turn.responding === 0) return { turn: started, commands, next: 'start_iteration' };
    const runs = turn.modelRuns || interrupting.length > 0 || isAtWork(started);
    return { turn: started, commands, next: runs ? undefined : 'handoff' };
  },

  handoff: (turn) => ({ turn, commands: [{ type: 'rest' }], next: undefined }),

  start_iteration(turn, policy) {
    if (turn.modelRuns) return { turn, commands: [], next: undefined };
    if (!policy.runsModel) return { turn, commands: [], next: 'complete' };
    const wanted = turn.queued.length > 0;
    if (!wanted && turn.error !== undefined) return { turn, commands: [], next: 'failed' };
    const taken = takeQueued(turn);
    const asked: Turn = {
      ...taken.turn,
      error: undefined,
      isEndTold: false,
      iteration: wanted ? 0 : turn.iteration,
    };
    const messages = conversationOf(asked);
    const last = messages.findLast(isForModel(messages))?.role;
    if (!wanted && (turn.silent || last === undefined || last === 'assistant')) {
      return { turn, commands: [], next: 'complete' };
    }
    if (asked.iteration >= policy.maxIterations) {
      const message = `The model called tools ${policy.maxIterations} times in one turn, which is the limit. Send a message to go on.`;
      return {
        turn: { ...asked, error: { code: 'ITERATION_LIMIT', message } },
        commands: [],
        next: 'failed',
      };
    }
    const said: TurnCommand[] = wanted ? [{ type: 'emit', event: taken.event }] : [];
    return {
      turn: { ...asked, iteration: asked.iteration + 1, modelRuns: true, text: '', reasoning: [], silent: false },
      commands: [...said, { type: 'run_model', messages: forModel(messages) }],
      next: undefined,
    };
  },

  complete: end,

  failed: end,
};

/**
 * Hear what the person said, once no answer that came with a message is on its way. A message ends all open questions,
 * also one whose answer came with a later message.
 */
export function hear(turn: Turn): Turn {
  if (turn.held.length === 0 || turn.held.some(({ responses }) => responses.length > 0)) return turn;
  return { ...turn, held: [], queued: [...turn.queued, ...turn.held.flatMap(({ messages }) => messages)] };
}

/** Make calls end their questions at once. */
export function interruptCalls(
  turn: Turn,
  interrupting: readonly TurnCall[],
  policy: TurnPolicy,
): { turn: Turn; commands: TurnCommand[] } {
  if (interrupting.length === 0) return { turn, commands: [] };
  const ask = ({ id: callId, isAnswered: runsOn }: TurnCall): TurnCommand =>
    policy.onInterruption === 'abort' && runsOn !== true
      ? { type: 'abort_call', callId, reason: 'The person sent a new message.', by: 'server' }
      : { type: 'interrupt_call', callId };
  const callIds = interrupting.flatMap(({ id, isAnswered: runsOn }) => (runsOn === true ? [] : [id]));
  return {
    turn: {
      ...turn,
      calls: turn.calls.map((call) =>
        interrupting.includes(call) ? { ...call, pending: [], interrupted: true } : call,
      ),
    },
    commands: [
      ...interrupting.map(ask),
      ...(callIds.length > 0 ? [{ type: 'await_interruption' as const, callIds }] : []),
    ],
  };
}

/** End the turn and report that once. */
function end(turn: Turn): Step {
  const event = turn.isEndTold ? undefined : turnEndOf(turn);
  return {
    turn: { ...turn, isEndTold: true },
    commands: [
      ...(event === undefined ? [] : [{ type: 'emit' as const, event }]),
      ...(isAtWork(turn) ? [] : [{ type: 'rest' as const }]),
    ],
    next: undefined,
  };
}

/** Run phases until one waits. */
export function settlePhase(turn: Turn, policy: TurnPolicy): { turn: Turn; commands: TurnCommand[] } {
  const commands: TurnCommand[] = [];
  for (let current = turn; ;) {
    const step = phaseTable[current.phase](current, policy);
    commands.push(...step.commands);
    if (step.next === undefined) return { turn: step.turn, commands };
    current = { ...step.turn, phase: step.next };
  }
}

function infoOf({ id, hostId, name, arguments: args, refused }: TurnCall): MadeCall {
  return { id, hostId, name, arguments: args, refused };
}

function abortRefused(turn: Turn, sessionId: string, call: TurnCall | undefined, reader: string): TurnCommand {
  const known = findCall(turn, ({ id }) => id === sessionId);
  const ids = { sessionId, callId: known === undefined ? sessionId : toldId(known) };
  const event =
    call?.abortedBy === undefined
      ? sessionError(ids, 'SESSION_NOT_FOUND', 'There is no such call to stop. It may have ended.')
      : sessionError(ids, 'SESSION_ABORTED', 'This call was stopped already.');
  return { type: 'reply', to: reader, event };
}
