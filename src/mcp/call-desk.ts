import { createScope, race, run, until, withResolvers, type Task, type WithResolvers } from 'effection';
import { longestTimer } from '../base/timers.ts';
import { aborted } from '../base/wait.ts';
import type { ChatMessage } from '../protocol/chat-message.ts';
import { CodedError } from '../protocol/coded-error.ts';
import type { ChatProviderOptions, ChatProviderResult } from '../protocol/chat-provider.ts';
import type { PluginSession, PluginSessionEvent, SessionOutcome } from '../session/plugin-session.ts';
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
import { attendCall, changesOf, type Rest, type Visit } from './attend-call.ts';
import { callOf, callQueue, createCallStore, type HeldCall } from './call-tenant.ts';
import { createCallWatch, type CallWatch } from './call-watch.ts';
import { McpServerError } from './errors.ts';

/** A leg of a call. */
export interface Leg extends Visit {
  /** Begin the call with this, if there is none. Undefined to go on with one. */
  readonly begin?: Pick<CreatePluginSession, 'tool' | 'params'> | undefined;
  /** Gets log messages and progress reports, also those from before the call was open. */
  onEvent(event: PluginSessionEvent): void;
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
  /** Ask the client of a call's leg what its tool asks the model. */
  sample(messages: readonly ChatMessage[], options: ChatProviderOptions): Promise<ChatProviderResult>;
  /** Go on with what is due: questions that expired, and calls whose process is gone. */
  sweep(): Promise<void>;
  /** Let go of every call, and close `sessions`. */
  close(): Promise<void>;
}

export interface CallDeskOptions {
  readonly sessions: PluginSessionManager;
  readonly store: DurableStore;
  /** How long a process may be silent before another one takes its call over, in milliseconds. */
  readonly leaseTime: number;
  /** How often to look for what other processes have left, in milliseconds. */
  readonly sweepEvery: number;
  /** How long the result of a call is kept for legs that come again, in milliseconds. */
  readonly resultTime: number;
  /** How long a tool at work waits for a client that is gone to send its leg again, in milliseconds. */
  readonly returnTime: number;
  /** How many legs of one call may be made at once. */
  readonly legsPerCall: number;
  readonly onEvent: OnServerEvent;
}

/** A call that this process has. */
interface CallAtWork {
  readonly callId: string;
  readonly watch: CallWatch;
  readonly opened: Promise<{ held: HeldCall; session: PluginSession | null }>;
  /** Rejects when this process loses the call. */
  readonly lost: WithResolvers<never>;
  /** A client can send a leg of it again. */
  mayReturn: boolean;
  legs: number;
  /** Resolves when the call has been let go, or cannot be. */
  settling?: Promise<void> | undefined;
  /** Settle no more when something changes. */
  stopWatching?: (() => void) | undefined;
  /** Reads the events of the call. */
  reading?: Task<never> | undefined;
  returning?: ReturnType<typeof setTimeout> | undefined;
}

/** How often a leg follows its call to another process. Each time, that one was faster. */
const mostMoves = 20;

export function createCallDesk(options: CallDeskOptions): CallDesk {
  const { sessions, store, leaseTime, sweepEvery, resultTime, returnTime, legsPerCall, onEvent } = options;
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
    const lost = withResolvers<never>();
    const { mayReturn } = leg;
    const call: CallAtWork = { callId, mayReturn, watch: createCallWatch(), lost, legs: 0, opened: open() };
    call.opened.catch(() => {
      if (atWork.get(callId) === call) atWork.delete(callId);
    });
    atWork.set(callId, call);
    return call;

    async function open() {
      const tenant = await calls.open(callId, (error) => {
        call.lost.reject(error as Error);
        letGo(call);
      });
      let isNew = false;
      try {
        const session = await run(function* () {
          const known = leg.begin === undefined || leg.mayReturn ? yield* sessions.get(callId, tenant) : null;
          // What a call with this name ended with is kept for a while, and no second one begins.
          if (known !== null || leg.begin === undefined || tenant.result !== undefined) return known;
          isNew = true;
          return yield* sessions.create({ ...leg.begin, callId, owner: leg.owner, tenant });
        });
        if (session !== null) {
          call.reading = scope.run(() => call.watch.read(session));
          call.reading.catch(() => undefined);
        }
        return { held: tenant, session };
      } catch (error) {
        // It ended long ago.
        if (error instanceof SessionExistsError) return { held: tenant, session: null };
        // Only a call that is refused as it begins is none. Another process may be able to go on with any other one.
        const isRefused = isNew && error instanceof CodedError && !isOfStore(error);
        await tenant.rest(isRefused ? Infinity : Date.now() + leaseTime).catch(() => undefined);
        throw error;
      }
    }
  }

  /** Another process has the call, or the store fails. Its record says how to go on. */
  function letGo(call: CallAtWork): void {
    call.stopWatching?.();
    call.settling = run(() => sessions.drop(call.callId)).then(
      () => forget(call),
      () => forget(call),
    );
  }

  function forget(call: CallAtWork): void {
    clearTimeout(call.returning);
    call.stopWatching?.();
    call.reading?.halt().catch(() => undefined);
    if (atWork.get(call.callId) === call) atWork.delete(call.callId);
  }

  async function visitOnce(callId: string, leg: Leg): Promise<Rest | undefined> {
    // A call that is being let go is entered afterwards.
    for (let settling; (settling = atWork.get(callId)?.settling) !== undefined;) await settling;
    closing.signal.throwIfAborted();
    const call = enter(callId, leg);
    const recall = () => sessions.recall(callId);
    if (call.legs >= legsPerCall) throw busy();
    call.legs += 1;
    call.mayReturn ||= leg.mayReturn;
    clearTimeout(call.returning);
    const stopListening = call.watch.listen(leg.onEvent);
    try {
      const { session, held } = await call.opened;
      if (session === null) {
        const kept = held.result;
        if (kept === undefined) return undefined;
        const changes = await run(() => changesOf(leg, [], recall));
        return { type: 'ended', outcome: JSON.parse(kept) as SessionOutcome, ...changes };
      }
      return await run(function* () {
        const rest = yield* race([
          attendCall(session, call.watch, leg, recall),
          call.lost.operation,
          aborted(leg.signal),
        ]);
        if (rest.type === 'refused') yield* sessions.abort(callId, rest.error.message, 'server');
        return rest;
      });
    } finally {
      stopListening();
      call.legs -= 1;
      if (call.legs === 0 && call.settling === undefined && !closing.signal.aborted) await leave(call, leg);
    }
  }

  /** The last leg is over. */
  async function leave(call: CallAtWork, leg: Leg): Promise<void> {
    const { session } = await call.opened.catch(() => ({ session: null }));
    // Somebody may have come meanwhile.
    if (call.legs > 0 || call.settling !== undefined) return;
    if (session === null || call.watch.outcome !== undefined || !leg.signal.aborted) return settle(call);
    const stop = () => void run(() => sessions.abort(call.callId, 'The client cancelled the call.')).catch(report);
    if (!call.mayReturn || leg.isCancelled()) stop();
    else if (!call.watch.isResting(session)) {
      call.returning = setTimeout(stop, Math.min(returnTime, longestTimer));
      unref(call.returning);
    }
    return settle(call);
  }

  /** Let go of a call that rests. One that is at work is let go when it rests. */
  function settle(call: CallAtWork): Promise<void> {
    call.stopWatching?.();
    const settling = tryToSettle(call)
      .catch(async (error: unknown) => {
        report(error);
        // Its lease runs out, and the next process goes on from its record.
        (await call.opened).held.stop(error);
        return true;
      })
      .then((isOver) => {
        // It may have been lost meanwhile.
        if (call.settling !== settling) return;
        call.settling = undefined;
        if (isOver) return forget(call);
        if (closing.signal.aborted) return;
        const again = () => void (call.legs === 0 && call.settling === undefined && settle(call));
        const timer = setTimeout(again, 1000);
        unref(timer);
        const unsubscribe = call.watch.subscribe(again);
        call.stopWatching = () => {
          clearTimeout(timer);
          unsubscribe();
        };
      });
    return (call.settling = settling);
  }

  async function tryToSettle(call: CallAtWork): Promise<boolean> {
    const { callId, watch } = call;
    const opened = await call.opened.catch(() => undefined);
    if (opened === undefined) return true;
    const { held, session } = opened;
    if (session === null) {
      if (held.hasLease()) await held.rest(held.result === undefined ? Infinity : Date.now() + resultTime);
      return true;
    }
    // Its result is kept.
    if (watch.outcome !== undefined) {
      if (held.hasLease()) await held.rest(Date.now() + resultTime);
      sweeper.sweepAt(Date.now() + resultTime);
      return true;
    }
    if (!watch.isResting(session)) return false;
    const due = session.due();
    if (!(await run(() => sessions.park(callId, watch.sampleIds())))) return false;
    await held.rest(due);
    sweeper.sweepAt(due);
    return true;
  }

  /** Let what has expired take its course. */
  async function goOn(callId: string): Promise<void> {
    try {
      const rest = await visitOnce(callId, nobody);
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
          return await visitOnce(callId, leg);
        } catch (error) {
          if (!(error instanceof MovedError)) throw error;
        }
      }
      throw busy();
    },
    async sample(messages, given) {
      const call = atWork.get(given.sample?.callId ?? '');
      // A call that is woken to be stopped asks again for what it waits for, and no client is left to ask.
      if (call === undefined && closing.signal.aborted) return run(() => aborted(given.signal));
      if (call === undefined) throw new MovedError();
      return call.watch.sample(messages, given);
    },
    sweep: sweeper.sweep,
    async close() {
      closing.abort(new McpServerError('MCP_CLOSED', 'The server is closing. Send the request again in a moment.'));
      sweeper.close();
      const left = [...atWork.values()].map(async (call) => {
        call.lost.reject(closing.signal.reason as Error);
        await call.opened;
        // Nobody could go on with it, so do not let another process do so.
        if (!call.mayReturn) await run(() => sessions.abort(call.callId, 'The server is closing.', 'server'));
      });
      await Promise.allSettled(left);
      await run(() => sessions.close());
      await Promise.allSettled(
        [...atWork.values()].map(async (call) => {
          const { held } = await call.opened;
          forget(call);
          await held.rest(Date.now());
        }),
      );
      await run(() => until(destroy()));
    },
  };
}

/** A visit that brings nothing. */
const nobody: Leg = {
  owner: undefined,
  mayReturn: true,
  answerTo: () => undefined,
  samples: new Map(),
  refuses: () => undefined,
  onEvent: () => undefined,
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

/** Let the process end while this timer runs. */
function unref(timer: unknown): void {
  (timer as { unref?: () => void }).unref?.();
}
