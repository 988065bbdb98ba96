import { run, type Operation } from 'effection';
import { createAtWork } from '../base/at-work.ts';
import { abortOf, after, comingOf, createOnce, firstCame, firstDone, unless, type Once } from '../base/coming.ts';
import { CodedError } from '../protocol/coded-error.ts';
import type { CallHost } from '../session/tool-runs.ts';
import type { Call } from '../session/plugin-session.ts';
import { SessionExistsError, type CreatePluginSession } from '../session/new-call.ts';
import type { Calls } from '../session/calls.ts';
import { callOfToken, type ResolveOutcome } from '../session/wait-tokens.ts';
import type { DurableStore } from '../store/durable-store.ts';
import { StoreFailedError } from '../store/guarded-store.ts';
import { StoreLostError } from '../store/store-lost.ts';
import { createSweeper } from '../store/sweeper.ts';
import { followed, MovedError } from '../store/tenant.ts';
import { createLegAsker, type LegAsker, type LegAskerOptions, type Rest, type Visit } from './ask-by-leg.ts';
import { callOf, callQueue, createCallTenants, type HeldCall } from './call-tenant.ts';
import { McpServerError } from './errors.ts';
import type { McpBounds } from './mcp-limits.ts';

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

export interface CallDeskOptions extends Omit<LegAskerOptions, 'callId'> {
  readonly sessions: Calls;
  readonly store: DurableStore;
  readonly limits: McpBounds;
}

/** A call that this process has. */
interface CallHere {
  readonly callId: string;
  readonly held: HeldCall;
  /** Null for a call that is not known, or that ended long ago. */
  readonly session: Call | null;
  readonly asker: LegAsker;
  /** Rejects when this process loses the call. */
  readonly lost: Once<never>;
  /** A client can send a leg of it again. */
  mayReturn: boolean;
  /** When to stop the call if no leg has come, in milliseconds since the Unix epoch. */
  stopsAt: number;
  /** How often something has changed. */
  changes: number;
}

/** How soon to try again to let go of a call that nothing tells of, in milliseconds. */
const lookAgain = 1000;

/** How many legs of one call may be made at once. A client makes one after the other, or a few after it lost some. */
const mostLegs = 20;

/**
 * The calls of 2026-07-28, each made of legs. Between two legs a call is its record: any process that has the store goes
 * on with it. While one has it, the others wait.
 */
export function createCallDesk(options: CallDeskOptions) {
  const { sessions, store, hasModel, limits, onEvent } = options;
  const { leaseTime, sweepEvery, patience, callTtl } = limits;
  const closing = new AbortController();
  const tenantOf = createCallTenants(store, limits, closing.signal);
  const atWork = createAtWork<CallHere, never>(async () => undefined);
  /** How many legs are at a call, or wait for it. */
  const legs = new Map<string, number>();
  const sweeper = createSweeper({
    store,
    queue: callQueue,
    sweepEvery,
    isHere: (key) => legs.has(callOf(key) ?? '') || atWork.live(callOf(key) ?? '') !== undefined,
    async begin(key) {
      const callId = callOf(key);
      return callId === undefined ? undefined : { rested: goOn(callId) };
    },
    onError: report,
  });

  async function open(callId: string, leg: Leg, enter: (call: CallHere) => boolean): Promise<CallHere> {
    const asker = createLegAsker({ callId, hasModel, limits, onEvent });
    const lost = createOnce<never>();
    const held = await tenantOf(callId, (error) => lose(callId, lost, error));
    const session = await begin(callId, leg, held, asker.host);
    const { mayReturn } = leg;
    const call: CallHere = { callId, held, session, asker, lost, mayReturn, stopsAt: Infinity, changes: 0 };
    asker.listen(() => {
      call.changes += 1;
      void settle(call);
    });
    // Of one that ended long ago there is nothing to lose.
    if (enter(call) || session === null) return call;
    await dropped(callId);
    throw new MovedError();
  }

  async function begin(callId: string, leg: Leg, held: HeldCall, host: CallHost): Promise<Call | null> {
    let isNew = false;
    try {
      return await run(function* () {
        const by = { tenant: held, host };
        const known = leg.begin === undefined || leg.mayReturn ? yield* sessions.get(callId, by) : null;
        if (known !== null || leg.begin === undefined) return known;
        isNew = true;
        return yield* sessions.create({ ...leg.begin, callId, owner: leg.by?.id, ...by });
      });
    } catch (caught) {
      const isKnown = caught instanceof SessionExistsError;
      // Another process has begun it meanwhile, or it ended long ago.
      if (isKnown && (await run(() => isOver(callId)))) return null;
      const error = isKnown ? new MovedError() : caught;
      // Only a call that is refused as it begins is none. Another process may be able to go on with any other one.
      const isRefused = isNew && error instanceof CodedError && !isOfStore(error);
      // What ran when its process died is to go on, which a call at rest does not.
      const left = held.takesOver ? held.abandon() : held.rest(isRefused ? Infinity : Date.now() + leaseTime);
      await left.catch(() => undefined);
      throw error;
    }
  }

  /** Nothing but its remains is left of it. */
  function* isOver(callId: string): Operation<boolean> {
    const { status } = (yield* sessions.recall(callId)) ?? {};
    if (status === 'running' || status === 'awaiting_elicit') return false;
    return (yield* sessions.get(callId)) === null;
  }

  /** Another process has the call, or the store fails. Its record says how to go on. */
  function lose(callId: string, lost: Once<never>, error: unknown): void {
    atWork.lose(callId, dropped(callId));
    lost.reject(error as Error);
  }

  const dropped = (callId: string): Promise<void> => run(() => sessions.drop(callId));

  /** Let go of a call once it rests and no leg is left. Resolves when it is clear whether that is now. */
  async function settle(call: CallHere): Promise<void> {
    const { callId } = call;
    if (legs.has(callId) || atWork.live(callId) !== call || closing.signal.aborted) return;
    await atWork.leave(callId, left(call));
    atWork.later(callId, Math.max(0, Math.min(lookAgain, call.stopsAt - Date.now())), () => void settle(call));
  }

  async function left(call: CallHere): Promise<boolean> {
    try {
      for (let { changes } = call; !(await leave(call)); { changes } = call) if (changes === call.changes) return false;
    } catch (error) {
      report(error);
      // Its lease runs out, and the next process goes on from its record.
      call.held.stop(error);
      lose(call.callId, call.lost, error);
    }
    return true;
  }

  /** Let go of a call that rests. @returns false for one that is at work */
  async function leave(call: CallHere): Promise<boolean> {
    const { callId, asker, held, session, stopsAt } = call;
    if (session !== null && stopsAt <= Date.now() && (stopsAt === 0 || !session.rests())) {
      call.stopsAt = Infinity;
      await run(() => sessions.abort(callId, 'The client cancelled the call.'));
    }
    const isOpen = session !== null && asker.outcome === undefined;
    if (isOpen && !session.rests()) return false;
    const dueAt = isOpen ? session.due() : session !== null ? Date.now() + callTtl : Infinity;
    if (isOpen && !(await run(() => sessions.park(callId)))) return false;
    // The commit of its end may have given the right back. Of a call that is not known there is nothing to do any more.
    if (isOpen || session === null || held.hasLease()) await held.rest(dueAt);
    sweeper.sweepAt(dueAt);
    return true;
  }

  async function visitOnce<T>(callId: string, leg: Leg, work: (call: CallHere) => Promise<T>): Promise<T> {
    const { mayReturn, signal, isCancelled } = leg;
    const before = legs.get(callId) ?? 0;
    if (before >= mostLegs) throw busy();
    legs.set(callId, before + 1);
    let call: CallHere | undefined;
    try {
      closing.signal.throwIfAborted();
      call = await atWork.open(callId, (enter) => open(callId, leg, enter));
      call.mayReturn ||= mayReturn;
      call.stopsAt = Infinity;
      return await work(call);
    } finally {
      const count = legs.get(callId) ?? 1;
      if (count > 1) legs.set(callId, count - 1);
      else legs.delete(callId);
      if (call !== undefined) {
        const mustStop = !call.mayReturn || isCancelled();
        call.stopsAt = !signal.aborted ? Infinity : mustStop ? 0 : Date.now() + patience;
        // Who gets the response may send the next leg to another process.
        await settle(call);
      }
    }
  }

  async function restOf({ session, asker, lost }: CallHere, leg: Leg): Promise<Rest | undefined> {
    if (session === null) return undefined;
    const visiting = run(() => asker.visit(session, leg));
    return await firstCame(comingOf(visiting), lost.coming, abortOf(leg.signal)).finally(() => visiting.halt());
  }

  /** Let what has expired take its course. */
  async function goOn(callId: string): Promise<void> {
    try {
      await visitOnce(callId, nobody, (call) => restOf(call, nobody));
    } catch (error) {
      if (!(error instanceof MovedError || error === closing.signal.reason)) throw error;
    }
  }

  function report(error: unknown): void {
    if (!(error instanceof MovedError)) onEvent({ type: 'error', where: 'session', error });
  }

  return {
    /**
     * Make a leg. Undefined for a call that is not known any more.
     *
     * @throws {McpServerError} `MCP_CALL_BUSY`
     * @throws what `Calls.create` throws
     */
    visit: (callId: string, leg: Leg): Promise<Rest | undefined> =>
      followed(() => visitOnce(callId, leg, (call) => restOf(call, leg)), busy),
    /** Stop a call, of which its client hears nothing more. @throws {McpServerError} `MCP_CALL_BUSY` */
    async stop(callId: string, why: string): Promise<void> {
      await followed(() => visitOnce(callId, nobody, () => run(() => sessions.abort(callId, why, 'server'))), busy);
    },
    /** Bring a value for a `ctx.waitFor`. @throws {McpServerError} `MCP_CALL_BUSY` */
    async resolve(token: string, value: unknown): Promise<ResolveOutcome> {
      const callId = callOfToken(token);
      if (callId === undefined) return { outcome: 'unknown' };
      // Another process may have the call for as long as its client waits.
      const late = new AbortController();
      let bringing: Promise<ResolveOutcome | undefined> | undefined;
      const bring = async (call: CallHere) => {
        late.signal.throwIfAborted();
        const outcome = run(() => unless(sessions.resolve(token, value), call.lost.coming));
        bringing = outcome.catch(() => undefined);
        return outcome;
      };
      const brought = followed(() => visitOnce(callId, nobody, bring), busy);
      const outcome = await firstDone<ResolveOutcome | undefined>(brought, after(leaseTime, undefined));
      // Who is told to come again has brought nothing. What is being brought may count, so that is waited for.
      late.abort(busy());
      const last = outcome ?? (await bringing);
      if (last === undefined) throw busy();
      return last;
    },
    /** Go on with what is due: questions that expired, and calls whose process is gone. */
    sweep: sweeper.sweep,
    /** Let go of every call, and close `sessions`. */
    async close(): Promise<void> {
      const closed = new McpServerError('MCP_CLOSED', 'The server is closing. Send the request again in a moment.');
      closing.abort(closed);
      sweeper.close();
      await atWork.settled();
      const here = atWork.everyLive();
      const left = here.map(async ({ callId, lost, mayReturn }) => {
        lost.reject(closed);
        // Nobody could go on with it, so do not let another process do so.
        if (!mayReturn) await run(() => sessions.abort(callId, 'The server is closing.', 'server'));
      });
      await Promise.allSettled(left);
      await run(() => sessions.close());
      await Promise.allSettled(here.map(({ held }) => held.abandon()));
    },
  };
}

/** A visit that brings nothing. */
const nobody: Leg = {
  by: undefined,
  mayReturn: true,
  answerTo: () => undefined,
  samples: new Map(),
  put: () => ({}),
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
