import type { Operation } from 'effection';
import { nothing } from '../base/wait.ts';
import { CodedError } from '../protocol/coded-error.ts';
import type { SessionAnswer, SessionAnswerOutcome } from '../session/call-entry.ts';
import type { CallTenant } from '../session/call-news.ts';
import type { Calls } from '../session/calls.ts';
import type { Call, PluginSessionEvent } from '../session/plugin-session.ts';
import { resolvedBefore } from '../session/wait-tokens.ts';
import { StoreFailedError } from '../store/guarded-store.ts';
import { MovedError, type Writer } from '../store/tenant.ts';
import { UnknownToolError } from '../tool/model-call.ts';
import type { AnyMcpTool } from '../tool/tool-facts.ts';
import { ToolNotOfferedError } from './chat-errors.ts';
import { keyOfCall } from './conversation-store.ts';
import type { InnerConversation } from './conversation.ts';
import { lackingFor, offeredTools } from './offered-tools.ts';
import type { TurnCommand } from './turn-command.ts';
import { messagesBefore, type MadeCall, type Turn } from './turn.ts';

type Command<Type> = Extract<TurnCommand, { type: Type }>;

/** What a turn wants of its calls. */
export type CallCommand = Command<'start_call' | 'interrupt_call' | 'abort_call' | 'respond' | 'resolve'>;

export type ConversationCalls = ReturnType<typeof createConversationCalls>;

/** The calls of a conversation that this process has. */
export function createConversationCalls(conversation: InnerConversation) {
  const { sessions, systemPrompt, closing, kept } = conversation;
  const { now: turn, dispatch, gone } = kept;
  const calls = new Map<string, CallHere>();
  const running = (callId: string) => calls.get(callId)?.session;
  /** Have a call that was read from its record. Undefined for one that ends. */
  const adopt = (callId: string, session?: Call) => void Object.assign(calls.get(callId) ?? {}, { session });

  /** The right of a call to write its record, which is its conversation's. */
  function tenantOf(callId: string, takesOver: boolean): CallTenant {
    calls.set(callId, {});
    function commit(record: Writer | undefined, events: readonly PluginSessionEvent[]): Promise<void> | undefined {
      const left = gone();
      if (left !== undefined) return Promise.reject(left.error as Error);
      const keeping = kept.commit(record);
      // The turn changes at once. What it tells waits for the commit.
      for (const event of events) hear(callId, event, keeping);
      return keeping;
    }
    return {
      takesOver,
      begin() {
        if (closing.aborted) throw new MovedError();
        dispatch({ type: 'call_begun', callId });
      },
      hold: () => kept.tenant.hold(),
      tellsEnd: () => !closing.aborted && gone() === undefined,
      commit: (...given) => restoredOf(conversation)?.then(() => commit(...given)) ?? commit(...given),
    };
  }

  function hear(callId: string, event: PluginSessionEvent, keeping: Promise<void> | undefined): void {
    if (event.type === 'ended') {
      // An end that is not heard is not recorded, so the call keeps its own record.
      if (closing.aborted) return;
      adopt(callId);
      if (keeping === undefined) calls.delete(callId);
      else keeping.then(() => calls.delete(callId)).catch(() => undefined);
    }
    dispatch({ type: 'session_event', callId, event });
  }

  function* start({ call }: Command<'start_call'>): Operation<void> {
    const { id: callId, hostId, arguments: params, refused } = call;
    if (refused !== undefined) return dispatch({ type: 'call_failed', callId, message: refused });
    try {
      const tool = findTool(call, conversation);
      const session = yield* sessions.create({
        tool,
        params,
        callId,
        hostId,
        ...ownerOf(turn()),
        parent: tool.needs.parentMessages ? { messages: messagesBefore(turn(), callId), systemPrompt } : undefined,
        tenant: tenantOf(callId, false),
      });
      const now = turn().calls.find(({ id }) => id === callId);
      const stop = calls.get(callId)?.stop;
      if (now !== undefined && now.state !== 'done') adopt(callId, session);
      if (stop !== undefined) yield* session.abort(stop.reason, stop.by);
      else if (now?.interrupted === true) yield* session.interrupt();
    } catch (error) {
      failed(call, error, conversation);
    }
  }

  return {
    tenantOf,
    adopt,
    *obey(command: CallCommand): Operation<void> {
      switch (command.type) {
        case 'start_call':
          return yield* start(command);
        case 'respond':
          return yield* respond(command, running(command.response.sessionId), conversation);
        case 'resolve':
          return yield* resolve(command, running(command.callId), conversation);
        case 'interrupt_call':
          return yield* running(command.callId)?.interrupt() ?? nothing();
        case 'abort_call': {
          const call = calls.get(command.callId);
          if (call?.session !== undefined) yield* call.session.abort(command.reason, command.by);
          else if (call !== undefined) call.stop = command;
        }
      }
    },
    ...allOf(() => [...calls.values()].flatMap(({ session }) => session ?? [])),
    /** Leave only their records. */
    *park(): Operation<void> {
      for (const callId of calls.keys()) yield* parkOrDrop(callId, sessions);
    },
    /** Go on with none of them. @param isLost - leave no records: nobody will */
    *drop(isLost: boolean): Operation<void> {
      for (const callId of calls.keys()) {
        yield* sessions.drop(callId);
        if (isLost) yield* release(callId, sessions);
      }
    },
  };
}

const ownerOf = ({ owner, ownerName }: Turn) => ({ owner, ownerName });

/** What the calls here are doing together. */
function allOf(calls: () => readonly Call[]) {
  return {
    /** One of them ends with this process. So its conversation keeps the lease while it waits. */
    isBound: () => calls().some(({ runsOnce }) => runsOnce),
    /** One of them does something here, though the turn may take it for one that waits. */
    isAtWork: () => calls().some((call) => !call.isCold() && !call.rests()),
    /** When a deadline of them comes, in milliseconds since the Unix epoch. `Infinity` for never. */
    dueAt: () => Math.min(Infinity, ...calls().map((call) => call.due())),
  };
}

/** A call whose session may write in the conversation's name. */
interface CallHere {
  /** Undefined while it starts, and once it has ended. */
  session?: Call | undefined;
  /** It was stopped before it had started. */
  stop?: Command<'abort_call'>;
}

/** Resolves when the turn is known. One that hears of nothing any more is lost: no record may say that it has heard. */
function restoredOf({ kept, closing, lose }: InnerConversation): Promise<void> | undefined {
  return kept.restored()?.then(() => {
    if (closing.aborted) lose(new MovedError());
  });
}

function* parkOrDrop(callId: string, sessions: Calls): Operation<void> {
  if (!(yield* sessions.park(callId))) yield* sessions.drop(callId, 'parked');
}

function failed({ id: callId, name }: MadeCall, error: unknown, conversation: InnerConversation): void {
  const { conversations, kept, lose, onEvent } = conversation;
  const isOfStore = error instanceof StoreFailedError || error instanceof MovedError;
  const told = error instanceof CodedError && !isOfStore;
  // The store may have the call or not: its record tells, when the conversation is opened again.
  if (!told && conversations.store.isVolatile !== true) return lose(error);
  if (!told) onEvent({ type: 'error', where: 'session', error });
  kept.dispatch({ type: 'call_failed', callId, message: told ? error.message : `${name} could not be started.` });
}

function findTool(call: MadeCall, { tools, everyTool, policy, shows, offered }: InnerConversation): AnyMcpTool {
  const isOurs = call.hostId === undefined;
  // What no model of ours has called is looked up among what the page can show now.
  const here = isOurs ? offered() : offeredTools(everyTool, policy.runsModel ? shows() : {});
  const known = isOurs ? tools : everyTool;
  const isMeant = ({ name }: AnyMcpTool) => name === call.name;
  const tool = here.find(isMeant);
  if (tool !== undefined) return tool;
  const hidden = known.find(isMeant);
  if (hidden !== undefined) throw new ToolNotOfferedError(call.name, lackingFor(hidden, shows()));
  const names = here.map(({ name }) => name);
  throw new UnknownToolError(call.name, names);
}

function* respond(
  { response, from }: Command<'respond'>,
  session: Call | undefined,
  conversation: InnerConversation,
): Operation<void> {
  const { by, via, to } = from;
  const { sessionId, callId: _callId, elicitId, attempt, result, ...about } = response;
  const { kept } = conversation;
  const outcome = yield* bring(conversation, () =>
    session === undefined
      ? lookUp(sessionId, { elicitId, attempt: attempt ?? 1, by, via, result, ...about }, conversation)
      : session.respondToElicit(elicitId, result, { ...about, attempt, by, via, '~to': to }),
  );
  if (outcome) kept.dispatch({ type: 'responded', response, outcome, from });
}

/** What came of an answer to a call that is over, or of another conversation. */
function* lookUp(callId: string, answer: SessionAnswer, { key, sessions }: InnerConversation) {
  const unknown: SessionAnswerOutcome = { outcome: 'unknown' };
  const outcome = yield* sessions.lookUp(callId, answer);
  // A question that waits in another conversation counts as unknown here.
  if (outcome.outcome === 'stale') return unknown;
  // A call of nobody tells its own conversation. That may be gone, so it also tells a page that names the answer.
  const named = outcome.outcome === 'repeated' ? outcome.answerId : undefined;
  const isNamed = named !== undefined && [answer.answerId, answer.revises].includes(named);
  if (isNamed || keyOfCall(callId) === key) return outcome;
  return (yield* sessions.recall(callId))?.owner === undefined ? unknown : outcome;
}

function* resolve(
  { callId, token, value, from }: Command<'resolve'>,
  session: Call | undefined,
  conversation: InnerConversation,
): Operation<void> {
  const over = () => conversation.sessions.recall(callId);
  const outcome = yield* bring(conversation, () => session?.resolve(token, value) ?? resolvedBefore(token, over));
  if (outcome) conversation.kept.dispatch({ type: 'resolved', outcome, from });
}

/** Bring something to a call. @returns undefined if the conversation is lost with it */
function* bring<Outcome>(
  { conversations, onEvent, lose }: InnerConversation,
  work: () => Operation<Outcome>,
): Operation<Outcome | { outcome: 'failed' } | undefined> {
  try {
    return yield* work();
  } catch (error) {
    if (conversations.store.isVolatile !== true) {
      lose(error);
      return undefined;
    }
    // It is to be sent again: it may not have been recorded.
    onEvent({ type: 'error', where: 'session', error });
    return { outcome: 'failed' };
  }
}

/** Leave no record of a call that nobody will go on with. What the store makes of that matters no more. */
function* release(callId: string, sessions: Calls): Operation<void> {
  try {
    yield* sessions.release(callId);
  } catch {
    // The host has heard of it.
  }
}
