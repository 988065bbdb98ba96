import type { Operation } from 'effection';
import { CodedError } from '../protocol/coded-error.ts';
import type { CallTenant } from '../session/call-news.ts';
import type {
  AbortedBy,
  PluginSession,
  PluginSessionEvent,
  RespondToElicitOutcome,
} from '../session/plugin-session.ts';
import { StoreFailedError } from '../store/guarded-store.ts';
import { MovedError, type Writer } from '../store/tenant.ts';
import { UnknownToolError } from '../tool/model-call.ts';
import type { AnyMcpTool } from '../tool/tool-facts.ts';
import { ToolNotOfferedError } from './chat-errors.ts';
import type { ConversationOptions } from './conversation.ts';
import { lackingFor, type Shows } from './offered-tools.ts';
import type { TurnCommand, TurnInput } from './turn-command.ts';
import { messagesBefore, type Turn } from './turn.ts';

/** The calls of a conversation that this process has. */
export interface ConversationCalls {
  /** The right of a call to write its record, which is its conversation's. */
  tenantOf(callId: string, takesOver: boolean): CallTenant;
  /** Have a call that was read from its record. */
  adopt(callId: string, session: PluginSession): void;
  /**
   * Start a call.
   *
   * @param here - what can be called
   * @param known - what could be called, if the page could show it
   */
  start(command: Command<'start_call'>, here: readonly AnyMcpTool[], known: readonly AnyMcpTool[]): Operation<void>;
  interrupt(callId: string): Operation<void>;
  abort(command: Command<'abort_call'>): Operation<void>;
  respond(command: Command<'respond'>): Operation<void>;
  /** One of them ends with this process. So its conversation keeps the lease while it waits. */
  isBound(): boolean;
  /** When a deadline of them comes, in milliseconds since the Unix epoch. `Infinity` for never. */
  dueAt(): number;
  /** Leave only their records. */
  park(): Operation<void>;
  /** Go on with none of them. @param isLost - leave no records: nobody will */
  drop(isLost: boolean): Operation<void>;
}

type Command<Type> = Extract<TurnCommand, { type: Type }>;

/** The conversation, as its calls see it. */
export interface CallsOptions extends Pick<ConversationOptions, 'sessions' | 'systemPrompt' | 'onEvent'> {
  turn(): Turn;
  shows(): Shows;
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
  const { sessions, systemPrompt, onEvent, turn, dispatch, gone, isStopped, lose } = conversation;
  const running = new Map<string, PluginSession>();
  /** Those whose sessions may write in this conversation's name. */
  const held = new Set<string>();
  /** Those that were stopped before they had started. */
  const stopped = new Map<string, { reason: string | undefined; by: AbortedBy }>();

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
      commit: (...given) => conversation.restored()?.then(() => commit(...given)) ?? commit(...given),
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

  const has = (callId: string, fits: (call: Turn['calls'][number]) => boolean) =>
    turn().calls.some((call) => call.id === callId && fits(call));

  function* answer({ response, from }: Command<'respond'>): Operation<RespondToElicitOutcome> {
    const { owner } = from;
    const { sessionId, elicitId, attempt, result, answerId, revises } = response;
    const session = running.get(sessionId);
    if (session !== undefined) {
      return yield* session.respondToElicit(elicitId, result, { attempt, owner, answerId, revises });
    }
    const outcome = yield* sessions.lookUp(sessionId, { elicitId, attempt: attempt ?? 1, owner, result, answerId });
    // A question that waits in another conversation counts as unknown here.
    return outcome.outcome === 'stale' ? { outcome: 'unknown' } : outcome;
  }

  return {
    tenantOf,
    adopt: (callId, session) => void running.set(callId, session),
    *start({ call, refused }, here, known) {
      if (refused !== undefined) {
        dispatch({ type: 'call_failed', callId: call.id, message: refused });
        return;
      }
      try {
        const named = ({ name }: AnyMcpTool) => name === call.name;
        const tool = here.find(named);
        if (tool === undefined) {
          const hidden = known.find(named);
          if (hidden !== undefined) {
            throw new ToolNotOfferedError(call.name, lackingFor(hidden, conversation.shows()));
          }
          const names = here.map(({ name }) => name);
          throw new UnknownToolError(call.name, names);
        }
        const needsParent = tool.needs.parentMessages === true;
        const session = yield* sessions.create({
          tool,
          params: call.arguments,
          callId: call.id,
          owner: turn().owner,
          parent: needsParent ? { messages: messagesBefore(turn(), call.id), systemPrompt } : undefined,
          tenant: tenantOf(call.id, false),
        });
        if (has(call.id, ({ state }) => state !== 'done')) running.set(call.id, session);
        const stop = stopped.get(call.id);
        if (stop !== undefined) yield* session.abort(stop.reason, stop.by);
        else if (has(call.id, ({ interrupted }) => interrupted === true)) yield* session.interrupt();
      } catch (error) {
        const isOfStore = error instanceof StoreFailedError || error instanceof MovedError;
        const told = error instanceof CodedError && !isOfStore;
        // The store may have the call or not: its record tells, when the conversation is opened again.
        if (!told && sessions.isDurable) return lose(error);
        if (!told) onEvent({ type: 'error', where: 'session', error });
        const message = told ? error.message : `${call.name} could not be started.`;
        dispatch({ type: 'call_failed', callId: call.id, message });
      }
    },
    *interrupt(callId) {
      yield* running.get(callId)?.interrupt() ?? nothing();
    },
    *abort({ callId, reason, by }) {
      const session = running.get(callId);
      if (session === undefined) stopped.set(callId, { reason, by });
      else yield* session.abort(reason, by);
    },
    *respond(command) {
      const { response, from } = command;
      try {
        dispatch({ type: 'responded', response, outcome: yield* answer(command), from });
      } catch (error) {
        if (sessions.isDurable) return lose(error);
        // Tell the client to send the answer again: it may not have been recorded.
        onEvent({ type: 'error', where: 'session', error });
        dispatch({
          type: 'responded',
          response,
          outcome: { outcome: 'failed' },
          from,
        });
      }
    },
    isBound: () => [...running.values()].some(({ runsOnce }) => runsOnce),
    dueAt: () => Math.min(Infinity, ...[...running.values()].map((session) => session.due())),
    *park() {
      for (const callId of held) {
        if (!(yield* sessions.park(callId))) yield* sessions.drop(callId, 'parked');
      }
    },
    *drop(isLost) {
      for (const callId of held) {
        yield* sessions.drop(callId);
        if (isLost) yield* release(callId);
      }
    },
  };

  /** Leave no record of a call that nobody will go on with. What the store makes of that matters no more. */
  function* release(callId: string): Operation<void> {
    try {
      yield* sessions.release(callId);
    } catch {
      // The host has heard of it.
    }
  }
}

function* nothing(): Operation<void> {}
