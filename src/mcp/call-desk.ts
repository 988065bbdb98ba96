import {
  createScope,
  ensure,
  race,
  run,
  sleep,
  spawn,
  suspend,
  until,
  withResolvers,
  type Operation,
  type WithResolvers,
} from 'effection';
import { aborted } from '../base/wait.ts';
import { CodedError } from '../protocol/coded-error.ts';
import type { CallHost } from '../session/tool-runs.ts';
import type { PluginSession, SessionOutcome } from '../session/plugin-session.ts';
import {
  SessionExistsError,
  type CreatePluginSession,
  type PluginSessionManager,
} from '../session/plugin-session-manager.ts';
import type { OnServerEvent } from '../session/server-event.ts';
import type { DurableStore } from '../store/durable-store.ts';
import { StoreFailedError } from '../store/guarded-store.ts';
import { StoreLostError } from '../store/store-lost.ts';
import { createSweeper } from '../store/sweeper.ts';
import { MovedError } from '../store/tenant.ts';
import { changesOf, createLegAsker, type LegAsker, type Rest, type Visit } from './ask-by-leg.ts';
import { callOf, callQueue, createCallStore, type HeldCall } from './call-tenant.ts';
import { McpServerError } from './errors.ts';
import type { McpServerLimits } from './mcp-limits.ts';

/** A leg of a call. */
export interface Leg extends Visit {
  /** Begin the call with this, if there is none. Undefined to go on with one. */
  readonly begin?: Pick<CreatePluginSession, 'tool' | 'params'> | undefined;
  /** The client can send the leg again: it knows the call's name. */
  readonly mayReturn: boolean;
  /** Aborts when the request is cancelled, or its client is gone. */
  readonly signal: AbortSignal;
  /** The client has said so itself. It is not only gone. */
  isCancelled(): boolean;
}

/**
 * The calls of 2026-07-28, each made of legs. Between two legs a call is its record: any process that has the store goes
 * on with it. While one has it, the others wait.
 */
export interface CallDesk {
  /**
   * Make a leg. Undefined for a call that is not known any more.
   *
   * @throws {McpServerError} `MCP_CALL_BUSY`
   * @throws what `PluginSessionManager.create` throws
   */
  visit(callId: string, leg: Leg): Promise<Rest | undefined>;
  /** Go on with what is due: questions that expired, and calls whose process is gone. */
  sweep(): Promise<void>;
  /** Let go of every call, and close `sessions`. */
  close(): Promise<void>;
}

export interface CallDeskOptions {
  readonly sessions: PluginSessionManager;
  readonly store: DurableStore;
  /** Clients answer for the model. */
  readonly hasModel: boolean;
  readonly limits: McpServerLimits;
  readonly onEvent: OnServerEvent;
}

/** A call that this process has. */
interface CallAtWork {
  readonly callId: string;
  readonly asker: LegAsker;
  readonly opened: Promise<Opened>;
  /** Resolves when this process loses the call. */
  readonly lost: WithResolvers<Error>;
  /** A client can send a leg of it again. */
  mayReturn: boolean;
  legs: number;
  /** When to stop the call if no leg has come, in milliseconds since the Unix epoch. */
  stopsAt: number;
  /** Resolves when this process has the call no more. */
  readonly gone: WithResolvers<void>;
  /** Resolves when it is clear whether the call is let go now. Legs that come meanwhile wait. */
  leaving?: WithResolvers<void> | undefined;
}

/** `session` is null for a call that is not known, or that ended long ago. */
interface Opened {
  readonly held: HeldCall;
  readonly session: PluginSession | null;
}

/** How often a leg follows its call to another process. Each time, that one was faster. */
const mostMoves = 20;

/** How soon to try again to let go of a call that nothing tells of, in milliseconds. */
const lookAgain = 1000;

export function createCallDesk(options: CallDeskOptions): CallDesk {
  const { sessions, store, hasModel, limits, onEvent } = options;
  const { leaseTime, sweepEvery, resultTime, returnTime, legsPerCall } = limits;
  const closing = new AbortController();
  const calls = createCallStore(store, { leaseTime, resultTime }, closing.signal);
  const [scope, destroy] = createScope();
  const atWork = new Map<string, CallAtWork>();
  const sweeper = createSweeper({
    store,
    queue: callQueue,
    sweepEvery,
    isHere: (key) => atWork.has(callOf(key) ?? ''),
    async begin(key) {
      const callId = callOf(key);
      return callId === undefined ? undefined : { rested: goOn(callId) };
    },
    onError: report,
  });

  function enter(callId: string, leg: Leg): CallAtWork {
    const known = atWork.get(callId);
    if (known !== undefined) return known;
    const asker = createLegAsker({ callId, hasModel, limits, onEvent });
    const lost = withResolvers<Error>();
    const opened = open(callId, leg, asker.host, (error) => lost.resolve(error as Error));
    const { mayReturn } = leg;
    const call: CallAtWork = {
      callId,
      asker,
      opened,
      lost,
      mayReturn,
      legs: 0,
      stopsAt: Infinity,
      gone: withResolvers(),
    };
    atWork.set(callId, call);
    scope.run(() => keep(call)).catch(() => undefined);
    return call;
  }

  async function open(callId: string, leg: Leg, host: CallHost, onLost: (error: unknown) => void): Promise<Opened> {
    const held = await calls.open(callId, onLost);
    let isNew = false;
    try {
      const session = await run(function* () {
        const by = { tenant: held, host };
        const known = leg.begin === undefined || leg.mayReturn ? yield* sessions.get(callId, by) : null;
        // What a call with this name ended with is kept for a while, and no second one begins.
        if (known !== null || leg.begin === undefined || held.result !== undefined) return known;
        isNew = true;
        return yield* sessions.create({ ...leg.begin, callId, owner: leg.owner, ...by });
      });
      return { held, session };
    } catch (error) {
      // It ended long ago.
      if (error instanceof SessionExistsError) return { held, session: null };
      // Only a call that is refused as it begins is none. Another process may be able to go on with any other one.
      const isRefused = isNew && error instanceof CodedError && !isOfStore(error);
      await held.rest(isRefused ? Infinity : Date.now() + leaseTime).catch(() => undefined);
      throw error;
    }
  }

  /** Have a call until it is let go, or lost. */
  function* keep(call: CallAtWork): Operation<void> {
    const { callId } = call;
    try {
      const opened = yield* until(call.opened.catch(() => undefined));
      const isLetGo = opened !== undefined && (yield* race([isLost(call.lost), whileHere(call, opened)]));
      // Closing lets go of all calls at once.
      if (!isLetGo && closing.signal.aborted && opened !== undefined) yield* suspend();
      // Another process has the call, or the store fails. Its record says how to go on.
      if (!isLetGo) yield* sessions.drop(callId);
    } finally {
      atWork.delete(callId);
      call.leaving?.resolve();
      call.gone.resolve();
    }
  }

  /** Go on with a call until it is let go, which it is once it rests and no leg is left. @returns false if that fails */
  function* whileHere(call: CallAtWork, opened: Opened): Operation<boolean> {
    const { asker } = call;
    const { held, session } = opened;
    if (session !== null) yield* spawn(() => asker.read(session));
    for (;;) {
      const news = withResolvers<void>();
      const deaf = asker.listen(() => news.resolve());
      try {
        if (call.legs === 0) {
          const { resolve } = (call.leaving ??= withResolvers());
          if (yield* leave(call, opened)) return true;
          call.leaving = undefined;
          resolve();
        }
        const wait = Math.max(0, Math.min(lookAgain, call.stopsAt - Date.now()));
        yield* call.legs > 0 ? news.operation : race([news.operation, sleep(wait)]);
      } catch (error) {
        report(error);
        // Its lease runs out, and the next process goes on from its record.
        held.stop(error);
        return false;
      } finally {
        deaf();
      }
    }
  }

  /** Let go of a call that rests. @returns false for one that is at work */
  function* leave(call: CallAtWork, { held, session }: Opened): Operation<boolean> {
    const { callId, asker, stopsAt } = call;
    if (session !== null && stopsAt <= Date.now() && (stopsAt === 0 || !session.rests())) {
      call.stopsAt = Infinity;
      yield* sessions.abort(callId, 'The client cancelled the call.');
    }
    if (session !== null && asker.outcome === undefined) {
      if (!session.rests()) return false;
      const dueAt = session.due();
      if (!(yield* sessions.park(callId))) return false;
      yield* until(held.rest(dueAt));
      sweeper.sweepAt(dueAt);
      return true;
    }
    const dueAt = session !== null || held.result !== undefined ? Date.now() + resultTime : Infinity;
    // The commit of its end may have given the right back.
    if (held.hasLease()) yield* until(held.rest(dueAt));
    sweeper.sweepAt(dueAt);
    return true;
  }

  function* visitOnce(callId: string, leg: Leg): Operation<Rest | undefined> {
    // A call that is being let go is entered afterwards.
    for (let leaving; (leaving = atWork.get(callId)?.leaving) !== undefined;) yield* leaving.operation;
    closing.signal.throwIfAborted();
    const call = enter(callId, leg);
    const recall = () => sessions.recall(callId);
    if (call.legs >= legsPerCall) throw busy();
    call.legs += 1;
    call.mayReturn ||= leg.mayReturn;
    call.stopsAt = Infinity;
    yield* ensure(() => left(call, leg));
    try {
      const { session, held } = yield* until(call.opened);
      if (session === null) {
        if (held.result === undefined) return undefined;
        const outcome = JSON.parse(held.result) as SessionOutcome;
        return { type: 'ended', outcome, ...(yield* changesOf(leg, [], recall)) };
      }
      const rest = yield* race([call.asker.visit(session, leg, recall), failed(call.lost), aborted(leg.signal)]);
      if (rest.type === 'refused') yield* sessions.abort(callId, rest.error.message, 'server');
      return rest;
    } catch (error) {
      // It is entered anew, once nothing of it is left here.
      if (error instanceof MovedError) yield* call.gone.operation;
      throw error;
    }
  }

  /** A leg is over. */
  function* left(call: CallAtWork, { signal, isCancelled }: Leg): Operation<void> {
    call.legs -= 1;
    const mustStop = !call.mayReturn || isCancelled();
    call.stopsAt = !signal.aborted ? Infinity : mustStop ? 0 : Date.now() + returnTime;
    if (call.legs > 0 || atWork.get(call.callId) !== call) return;
    // Who gets the response may send the next leg to another process.
    const { operation } = (call.leaving ??= withResolvers());
    call.asker.stir();
    yield* operation;
  }

  /** Let what has expired take its course. */
  async function goOn(callId: string): Promise<void> {
    try {
      const rest = await run(() => visitOnce(callId, nobody));
      if (rest === undefined) await calls.forget(callId);
    } catch (error) {
      if (!(error instanceof MovedError || error === closing.signal.reason)) throw error;
    }
  }

  function report(error: unknown): void {
    // The store has told of its own failures.
    if (error instanceof StoreFailedError) return;
    onEvent({ type: 'error', where: 'session', error });
  }

  return {
    async visit(callId, leg) {
      for (let moves = 0; moves < mostMoves; moves += 1) {
        try {
          return await run(() => visitOnce(callId, leg));
        } catch (error) {
          if (!(error instanceof MovedError)) throw error;
        }
      }
      throw busy();
    },
    sweep: sweeper.sweep,
    async close() {
      const closed = new McpServerError('MCP_CLOSED', 'The server is closing. Send the request again in a moment.');
      closing.abort(closed);
      sweeper.close();
      const left = [...atWork.values()].map(async (call) => {
        call.lost.resolve(closed);
        await call.opened;
        // Nobody could go on with it, so do not let another process do so.
        if (!call.mayReturn) await run(() => sessions.abort(call.callId, 'The server is closing.', 'server'));
      });
      await Promise.allSettled(left);
      await run(() => sessions.close());
      const held = [...atWork.values()].map(async ({ opened }) => (await opened).held.rest(Date.now()));
      await Promise.allSettled(held);
      await run(() => until(destroy()));
    },
  };
}

function* isLost({ operation }: WithResolvers<Error>): Operation<false> {
  yield* operation;
  return false;
}

function* failed({ operation }: WithResolvers<Error>): Operation<never> {
  throw yield* operation;
}

/** A visit that brings nothing. */
const nobody: Leg = {
  owner: undefined,
  mayReturn: true,
  answerTo: () => undefined,
  samples: new Map(),
  refuses: () => undefined,
  tell: () => undefined,
  signal: new AbortController().signal,
  isCancelled: () => false,
};

function isOfStore(error: unknown): boolean {
  return [StoreFailedError, StoreLostError, MovedError].some((kind) => error instanceof kind);
}

function busy(): McpServerError {
  return new McpServerError(
    'MCP_CALL_BUSY',
    'Other requests are at work on this call. Send the request again in a moment.',
  );
}
