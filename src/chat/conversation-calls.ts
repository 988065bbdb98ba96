import type { Operation } from 'effection';
import { nothing } from '../base/wait.ts';
import { CodedError } from '../protocol/coded-error.ts';
import type { CallTenant } from '../session/call-news.ts';
import type { Call, PluginSessionEvent } from '../session/plugin-session.ts';
import { resolvedBefore } from '../session/wait-tokens.ts';
import { StoreFailedError } from '../store/guarded-store.ts';
import { MovedError, type Writer } from '../store/tenant.ts';
import { UnknownToolError } from '../tool/model-call.ts';
import type { AnyMcpTool } from '../tool/tool-facts.ts';
import { ToolNotOfferedError } from './chat-errors.ts';
import type { ConversationOptions } from './conversation.ts';
import { lackingFor, type Shows } from './offered-tools.ts';
import type { TurnCommand, TurnInput } from './turn-command.ts';
import { messagesBefore, type HostNamed, type Turn } from './turn.ts';

/** The calls of a conversation that this process has. */
export interface ConversationCalls {
  /** The right of a call to write its record, which is its conversation's. */
  tenantOf(callId: string, takesOver: boolean): CallTenant;
  /** Have a call that was read from its record. */
  adopt(callId: string, session: Call): void;
  obey(command: CallCommand): Operation<void>;
  /** One of them ends with this process. So its conversation keeps the lease while it waits. */
  isBound(): boolean;
  /** One of them does something here, though the turn may take it for one that waits. */
  isAtWork(): boolean;
  /** When a deadline of them comes, in milliseconds since the Unix epoch. `Infinity` for never. */
  dueAt(): number;
  /** Leave only their records. */
  park(): Operation<void>;
  /** Go on with none of them. @param isLost - leave no records: nobody will */
  drop(isLost: boolean): Operation<void>;
}

type Command<Type> = Extract<TurnCommand, { type: Type }>;

/** What a turn wants of its calls. */
export type CallCommand = Command<'start_call' | 'interrupt_call' | 'abort_call' | 'respond' | 'resolve'>;

/** The conversation, as its calls see it. */
export interface CallsOptions extends Pick<ConversationOptions, 'sessions' | 'systemPrompt' | 'onEvent'> {
  turn(): Turn;
  shows(): Shows;
  /** What a call may use: what can be called here, and what could be if the page could show it. */
  toolsFor(call: HostNamed): Record<'here' | 'known', readonly AnyMcpTool[]>;
  dispatch(input: TurnInput): void;
  /** It begins and hears nothing more. */
  isStopped(): boolean;
  /** Why it is not in memory any more. */
  gone(): { readonly error: unknown } | undefined;
  lose(error: unknown): void;
  /** Resolves when its turn is known. Undefined if it is. */
  restored(): Promise<void> | undefined;
  hold(): Promise<void>;
  /** Write this. @returns resolves when it is kept. Undefined if there is nothing to write */
  commit(record: Writer | undefined): Promise<void> | undefined;
}

export function createConversationCalls(conversation: CallsOptions): ConversationCalls {
  const { sessions, systemPrompt, turn, dispatch, gone, isStopped } = conversation;
  const running = new Map<string, Call>();
  /** Those whose sessions may write in this conversation's name. */
  const held = new Set<string>();
  /** Those that were stopped before they had started. */
  const stopped = new Map<string, Command<'abort_call'>>();

  function tenantOf(callId: string, takesOver: boolean): CallTenant {
    held.add(callId);
    function commit(record: Writer | undefined, events: readonly PluginSessionEvent[]): Promise<void> | undefined {
      const left = gone();
      if (left !== undefined) return Promise.reject(left.error as Error);
      const keeping = conversation.commit(record);
      // The turn changes at once. What it tells waits for the commit.
      for (const event of events) hear(callId, event, keeping);
      return keeping;
    }
    return {
      takesOver,
      begin() {
        if (isStopped()) throw new MovedError();
        dispatch({ type: 'call_begun', callId });
      },
      hold: conversation.hold,
      tellsEnd: () => !isStopped() && gone() === undefined,
      commit: (...given) => restoredOf(conversation)?.then(() => commit(...given)) ?? commit(...given),
    };
  }

  function hear(callId: string, event: PluginSessionEvent, keeping: Promise<void> | undefined): void {
    if (event.type === 'ended') {
      // An end that is not heard is not recorded, so the call keeps its own record.
      if (isStopped()) return;
      running.delete(callId);
      if (keeping === undefined) held.delete(callId);
      else keeping.then(() => held.delete(callId)).catch(() => undefined);
    }
    dispatch({ type: 'session_event', callId, event });
  }

  function* start({ call, refused }: Command<'start_call'>): Operation<void> {
    const { id: callId, hostId, arguments: params } = call;
    if (refused !== undefined) return dispatch({ type: 'call_failed', callId, message: refused });
    try {
      const tool = findTool(call, conversation);
      const session = yield* sessions.create({
        tool,
        params,
        callId,
        hostId,
        owner: turn().owner,
        parent: tool.needs.parentMessages ? { messages: messagesBefore(turn(), callId), systemPrompt } : undefined,
        tenant: tenantOf(callId, false),
      });
      const now = turn().calls.find(({ id }) => id === callId);
      if (now !== undefined && now.state !== 'done') running.set(callId, session);
      const stop = stopped.get(callId);
      if (stop !== undefined) yield* session.abort(stop.reason, stop.by);
      else if (now?.interrupted === true) yield* session.interrupt();
    } catch (error) {
      failed(call, error, conversation);
    }
  }

  return {
    tenantOf,
    adopt: (callId, session) => void running.set(callId, session),
    *obey(command) {
      switch (command.type) {
        case 'start_call':
          return yield* start(command);
        case 'respond':
          return yield* respond(command, running.get(command.response.sessionId), conversation);
        case 'resolve':
          return yield* resolve(command, running.get(command.callId), conversation);
        case 'interrupt_call':
          return yield* running.get(command.callId)?.interrupt() ?? nothing();
        case 'abort_call': {
          const session = running.get(command.callId);
          if (session === undefined) stopped.set(command.callId, command);
          else yield* session.abort(command.reason, command.by);
        }
      }
    },
    isBound: () => [...running.values()].some(({ runsOnce }) => runsOnce),
    isAtWork: () => [...running.values()].some((session) => session.isAtWork()),
    dueAt: () => Math.min(Infinity, ...[...running.values()].map((session) => session.due())),
    *park() {
      for (const callId of held) yield* parkOrDrop(callId, sessions);
    },
    *drop(isLost) {
      for (const callId of held) {
        yield* sessions.drop(callId);
        if (isLost) yield* release(callId, sessions);
      }
    },
  };
}

/** Resolves when the turn is known. One that hears of nothing any more is lost: no record may say that it has heard. */
function restoredOf({ restored, isStopped, lose }: CallsOptions): Promise<void> | undefined {
  return restored()?.then(() => {
    if (isStopped()) lose(new MovedError());
  });
}

function* parkOrDrop(callId: string, sessions: CallsOptions['sessions']): Operation<void> {
  if (!(yield* sessions.park(callId))) yield* sessions.drop(callId, 'parked');
}

/** A call could not start. */
function failed({ id: callId, name }: HostNamed & { name: string }, error: unknown, conversation: CallsOptions): void {
  const { sessions, dispatch, lose, onEvent } = conversation;
  const isOfStore = error instanceof StoreFailedError || error instanceof MovedError;
  const told = error instanceof CodedError && !isOfStore;
  // The store may have the call or not: its record tells, when the conversation is opened again.
  if (!told && sessions.isDurable) return lose(error);
  if (!told) onEvent({ type: 'error', where: 'session', error });
  dispatch({ type: 'call_failed', callId, message: told ? error.message : `${name} could not be started.` });
}

function findTool(call: Command<'start_call'>['call'], { toolsFor, shows }: CallsOptions): AnyMcpTool {
  const { here, known } = toolsFor(call);
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
  conversation: CallsOptions,
): Operation<void> {
  const { by, via, to } = from;
  const { sessionId, elicitId, attempt, result, answerId, revises } = response;
  const { sessions, dispatch } = conversation;
  const outcome = yield* bring(conversation, () =>
    session === undefined
      ? sessions.lookUp(sessionId, { elicitId, attempt: attempt ?? 1, by, via, result, answerId })
      : session.respondToElicit(elicitId, result, { attempt, by, via, answerId, revises, '~to': to }),
  );
  // A question that waits in another conversation counts as unknown here.
  const isOthers = session === undefined && outcome?.outcome === 'stale';
  if (outcome) dispatch({ type: 'responded', response, outcome: isOthers ? { outcome: 'unknown' } : outcome, from });
}

function* resolve(
  { callId, token, value, from }: Command<'resolve'>,
  session: Call | undefined,
  conversation: CallsOptions,
): Operation<void> {
  const over = () => conversation.sessions.recall(callId);
  const outcome = yield* bring(conversation, () => session?.resolve(token, value) ?? resolvedBefore(token, over));
  if (outcome) conversation.dispatch({ type: 'resolved', outcome, from });
}

/** Bring something to a call. @returns undefined if the conversation is lost with it */
function* bring<Outcome>(
  { sessions, onEvent, lose }: CallsOptions,
  work: () => Operation<Outcome>,
): Operation<Outcome | { outcome: 'failed' } | undefined> {
  try {
    return yield* work();
  } catch (error) {
    if (sessions.isDurable) {
      lose(error);
      return undefined;
    }
    // It is to be sent again: it may not have been recorded.
    onEvent({ type: 'error', where: 'session', error });
    return { outcome: 'failed' };
  }
}

/** Leave no record of a call that nobody will go on with. What the store makes of that matters no more. */
function* release(callId: string, sessions: CallsOptions['sessions']): Operation<void> {
  try {
    yield* sessions.release(callId);
  } catch {
    // The host has heard of it.
  }
}
