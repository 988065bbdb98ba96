import { sleep, type Operation } from 'effection';
import type { ChatMessage } from '../protocol/chat-message.ts';
import type { ChatProvider, ChatProviderToolCall } from '../protocol/chat-provider.ts';
import type { ChatRequestBody, PluginElicitResponse } from '../protocol/chat-request.ts';
import { CodedError } from '../protocol/coded-error.ts';
import type { AbortedBy, PluginSession, RespondToElicitOutcome } from '../session/plugin-session.ts';
import type { PluginSessionManager } from '../session/plugin-session-manager.ts';
import { runProvider } from '../session/answer-sample.ts';
import { longestTimer } from '../base/timers.ts';
import { within } from '../base/wait.ts';
import type { OnServerEvent } from '../session/server-event.ts';
import type { AnyMcpTool } from '../tool/tool-facts.ts';
import { readArguments, toolDefinition, TooManyCallsError, UnknownToolError } from '../tool/model-call.ts';
import { advanceTurn } from './advance-turn.ts';
import type { Background } from './background.ts';
import { lackingFor, offeredTools, type Shows } from './offered-tools.ts';
import { createConversationLog, type Reading } from './conversation-log.ts';
import { snapshotOf } from './turn-events.ts';
import { tooManyStreams } from './visits.ts';
import type { TurnCommand, TurnInput, TurnPolicy } from './turn-command.ts';
import { ModelTimeoutError, ToolNotOfferedError } from './chat-errors.ts';
import { conversationOf, isAtRest, isOpen, messagesBefore, type Turn } from './turn.ts';
import type { ToolCallInfo } from '../protocol/chat-event.ts';

/** A conversation that lives on the server, with or without readers. */
export interface Conversation {
  /** The current or last turn. */
  current(): Turn;
  /** True while something runs or waits. The server's record then counts, not a request's messages. */
  isOpen(): boolean;
  /** Roughly how many characters it keeps. */
  size(): number;
  /** Take a request in, and read the events after its revision. */
  post(body: ChatRequestBody, options: PostOptions): Reading;
  /** Replace the conversation with the history that the host sent. */
  replace(turn: Turn): void;
  /** End every reader. */
  close(): void;
}

export interface PostOptions {
  owner: string | undefined;
  /** The person's new messages. */
  messages: readonly ChatMessage[];
  /** The request has everything the server has, though it names no revision. */
  isCurrent: boolean;
  onLeft(): void;
}

export interface ConversationOptions {
  /** The revision to start from. */
  revision: number;
  /** Runs the turn's work, so that it continues when a request ends. */
  background: Background;
  sessions: PluginSessionManager;
  provider: ChatProvider;
  tools: readonly AnyMcpTool[];
  systemPrompt: string | undefined;
  policy: TurnPolicy;
  /** How long calls may take to end after the person sent a new message, in milliseconds. */
  interruptionTime: number;
  /** How long the model may take for one answer, in milliseconds. */
  modelTime: number;
  /** How many tools the model may call in one answer. */
  maxCalls: number;
  /** How many requests may read the conversation at once. */
  maxReaders: number;
  /** How many characters of its events are kept. */
  maxLogSize: number;
  /** How often a silent stream gets a blank line, in milliseconds. */
  keepAlive: number;
  /** The model made a call. Answers to it belong to this conversation. */
  onCall(callId: string): void;
  /** The turn rests until another request or a deadline. */
  onRest(): void;
  onEvent: OnServerEvent;
}

/** Carry out the commands of the pure turn, and feed the results back to it. */
export function createConversation(initial: Turn, options: ConversationOptions): Conversation {
  const {
    background,
    sessions,
    provider,
    tools,
    systemPrompt,
    policy,
    interruptionTime,
    modelTime,
    maxCalls,
    maxReaders,
    maxLogSize,
    keepAlive,
    onCall,
    onEvent,
  } = options;
  const readings = new Map<string, Reading>();
  const log = createConversationLog({
    revision: options.revision,
    keepAlive,
    maxSize: maxLogSize,
    isAtRest: () => isAtRest(turn),
    snapshot: () => snapshotOf(turn),
  });
  const running = new Map<string, PluginSession>();
  let turn = initial;
  /** What the last request's client can show, and the tools offered for it. */
  let shows: Shows = {};
  let offered: readonly AnyMcpTool[] = [];
  /** The tools that the model's last run was offered. */
  let toolsOfModel: readonly AnyMcpTool[] = [];
  // Calls that cannot be started, and why.
  const refused = new Map<string, CodedError>();
  // Calls that were stopped before they had started.
  const stopped = new Map<string, { reason: string | undefined; by: AbortedBy }>();

  function dispatch(input: TurnInput): void {
    const advanced = advanceTurn(turn, input, policy);
    const { owner } = turn;
    turn = advanced.turn;
    if (turn.owner !== owner) leaveTo(turn.owner);
    for (const command of advanced.commands) obey(command);
  }

  /** The conversation has an owner now: cut off all other readers. */
  function leaveTo(owner: string | undefined): void {
    for (const reading of readings.values()) if (reading.owner !== owner) reading.cut();
  }

  function obey(command: TurnCommand): void {
    switch (command.type) {
      case 'emit':
        if (command.to === undefined) log.append(command.event);
        else readings.get(command.to)?.reply(command.event);
        return;
      case 'rest':
        log.rest();
        options.onRest();
        return;
      case 'run_model':
        background.run(() => runModel(command.messages));
        return;
      case 'start_call':
        onCall(command.call.id);
        background.run(() => runCall(command.call));
        return;
      case 'respond':
        background.run(() => respond(command));
        return;
      case 'interrupt_call':
        background.run(() => running.get(command.callId)?.interrupt() ?? nothing());
        return;
      case 'abort_call':
        background.run(() => abortCall(command));
        return;
      case 'await_interruption':
        background.run(function* () {
          if (interruptionTime === Infinity) return;
          yield* sleep(Math.min(interruptionTime, longestTimer));
          dispatch({ type: 'interruption_overdue', callIds: command.callIds });
        });
    }
  }

  function* runModel(messages: readonly ChatMessage[]): Operation<void> {
    const startedAt = Date.now();
    try {
      toolsOfModel = offered;
      const request = { tools: toolsOfModel.map(toolDefinition), systemPrompt };
      const result = yield* within(modelTime, () =>
        runProvider(provider, messages, request, ({ type, content }) => {
          if (content !== '') dispatch({ type: 'model_delta', delta: type, content });
        }),
      );
      if (result === undefined) throw new ModelTimeoutError(modelTime);
      const calls = result.toolCalls.map(readCall);
      const { conversationId, iteration } = turn;
      const duration = Date.now() - startedAt;
      onEvent({ type: 'model_answered', conversationId, iteration, calls: calls.length, duration });
      dispatch({ type: 'model_answered', text: result.text, calls, usage: result.usage });
    } catch (error) {
      onEvent({ type: 'error', where: 'model', error });
      const message = 'The model could not answer. Try again.';
      dispatch({ type: 'model_failed', error: { code: 'PROVIDER_FAILED', message, recoverable: true } });
    }
  }

  /** Give every call an id of ours: providers' ids can repeat or be guessed. */
  function readCall(call: ChatProviderToolCall, index: number): ToolCallInfo {
    const { name } = call;
    const id = `call_${crypto.randomUUID().replaceAll('-', '')}`;
    try {
      if (index >= maxCalls) throw new TooManyCallsError(maxCalls);
      return { id, name, arguments: readArguments(call) };
    } catch (error) {
      refused.set(id, error as CodedError);
      return { id, name, arguments: {} };
    }
  }

  function* runCall(call: ToolCallInfo): Operation<void> {
    const session = yield* startCall(call);
    if (session === undefined) return;
    const events = session.getEvents();
    for (;;) {
      const { event } = (yield* events.next()).value;
      if (event.type === 'ended') running.delete(call.id);
      dispatch({ type: 'session_event', callId: call.id, event });
      if (event.type === 'ended') break;
    }
    yield* sessions.release(call.id);
  }

  function* startCall(call: ToolCallInfo): Operation<PluginSession | undefined> {
    const tool = toolsOfModel.find(({ name }) => name === call.name);
    try {
      const refusal = refused.get(call.id);
      refused.delete(call.id);
      if (refusal !== undefined) throw refusal;
      if (tool === undefined) {
        const known = tools.find(({ name }) => name === call.name);
        if (known !== undefined) throw new ToolNotOfferedError(call.name, lackingFor(known, shows));
        throw new UnknownToolError(
          call.name,
          toolsOfModel.map(({ name }) => name),
        );
      }
      const { needs } = tool;
      const parent =
        needs.parentMessages === true ? { messages: messagesBefore(turn, call.id), systemPrompt } : undefined;
      const { owner } = turn;
      const session = yield* sessions.create({ tool, params: call.arguments, callId: call.id, owner, parent });
      running.set(call.id, session);
      const stop = stopped.get(call.id);
      if (stop !== undefined) yield* session.abort(stop.reason, stop.by);
      else if (turn.calls.some(({ id, interrupted }) => id === call.id && interrupted === true)) {
        yield* session.interrupt();
      }
      return session;
    } catch (error) {
      const told = error instanceof CodedError;
      if (!told) onEvent({ type: 'error', where: 'session', error });
      const message = told ? error.message : `${call.name} could not be started.`;
      dispatch({ type: 'call_failed', callId: call.id, message });
      return undefined;
    }
  }

  function* abortCall({ callId, reason, by }: Extract<TurnCommand, { type: 'abort_call' }>): Operation<void> {
    const session = running.get(callId);
    if (session === undefined) stopped.set(callId, { reason, by });
    else yield* session.abort(reason, by);
  }

  function* respond({ response, from }: Extract<TurnCommand, { type: 'respond' }>): Operation<void> {
    try {
      const outcome = yield* answer(response, from.owner);
      dispatch({ type: 'responded', response, outcome, from });
    } catch (error) {
      // Tell the client to send the answer again: it may not have been recorded.
      onEvent({ type: 'error', where: 'session', error });
      dispatch({ type: 'responded', response, outcome: { outcome: 'failed' }, from });
    }
  }

  function* answer(response: PluginElicitResponse, owner: string | undefined): Operation<RespondToElicitOutcome> {
    const { sessionId, elicitId, attempt, result, answerId } = response;
    const session = running.get(sessionId);
    if (session !== undefined) return yield* session.respondToElicit(elicitId, result, { attempt, owner, answerId });
    const outcome = yield* sessions.lookUp(sessionId, { elicitId, attempt: attempt ?? 1, owner, result, answerId });
    // A question that waits in another conversation counts as unknown here.
    return outcome.outcome === 'stale' ? { outcome: 'unknown' } : outcome;
  }

  return {
    current: () => turn,
    isOpen: () => isOpen(turn),
    size: () => log.size() + JSON.stringify(conversationOf(turn)).length,
    post(body, { owner, messages, isCurrent, onLeft }) {
      if (readings.size >= maxReaders) throw tooManyStreams();
      shows = { enabledPlugins: body.enabledPlugins, capabilities: body.capabilities };
      offered = offeredTools(tools, shows);
      const reader = crypto.randomUUID();
      const reading = log.read({
        after: body.revision ?? (isCurrent ? log.revision() : undefined),
        owner,
        onLeft() {
          readings.delete(reader);
          onLeft();
        },
      });
      readings.set(reader, reading);
      // Leave an infinite `keepAlive` out: JSON has no infinity. A client with a revision already knows the server.
      if (body.revision === undefined) {
        reading.reply({
          type: 'session_info',
          capabilities: { revisions: true, ...(keepAlive < Infinity && { keepAlive }) },
        });
      }
      const { pluginAbort: abort, pluginElicitResponses: responses = [], attach } = body;
      const brings = attach === true || abort !== undefined || responses.length > 0 || messages.length > 0;
      dispatch({
        type: 'posted',
        inbox: { abort, responses, from: { owner, reader } },
        messages,
        // An empty request must not start a turn.
        goesOn: !brings && (body.revision !== undefined || body.messages.length > 0),
      });
      return reading;
    },
    replace(next) {
      turn = next;
      log.restart();
    },
    close: () => log.close(),
  };
}

function* nothing(): Operation<void> {}
