import { createScope, until, type Operation, type Scope, type Task } from 'effection';
import { createAdmission } from '../base/admission.ts';
import { inSlices, onceFor, within } from '../base/wait.ts';
import type { ChatProvider } from '../protocol/chat-provider.ts';
import { CodedError } from '../protocol/coded-error.ts';
import { readAnswerer } from '../protocol/person.ts';
import type { BridgeSample } from '../runtime/bridge-event.ts';
import { recordError } from '../runtime/journal.ts';
import { warnOfUnshown } from '../runtime/unshown-questions.ts';
import type { DurableStore } from '../store/durable-store.ts';
import { timedStore } from '../store/guarded-store.ts';
import { StoreLostError } from '../store/store-lost.ts';
import { MovedError, openTenant } from '../store/tenant.ts';
import type { AnyMcpTool } from '../tool/tool-facts.ts';
import { refuseUnusable } from '../tool/tool-versions.ts';
import { answerSample } from './answer-sample.ts';
import { outcomeOf, sessionFormat, type SessionRemains, type ToolSessionEntry } from './call-entry.ts';
import { callHistories } from './call-history.ts';
import type { CallTenant } from './call-news.ts';
import { callRecords, type CallRecord, type CallRecords } from './call-record.ts';
import { createCall, type CallParts, type StartableCall } from './call.ts';
import type { Calls, PluginSessionInfo } from './calls.ts';
import type { MayAnswer } from './may-answer.ts';
import { argumentsOf, entryOf, SessionExistsError, type CallAround } from './new-call.ts';
import type { AbortedBy, SessionOutcome } from './plugin-session.ts';
import { isWaiting, lostCall, otherFormat, ToolVersionError } from './resumed-call.ts';
import { serverFailed } from './run-outcome.ts';
import {
  aboutSession,
  guardListener,
  type GiveTraceparent,
  type LeftBecause,
  type OnServerEvent,
} from './server-event.ts';
import { readSessionLimits, type CallBounds, type SessionLimits } from './session-limits.ts';
import type { CallHost } from './tool-runs.ts';
import { callOfToken, resolvedBefore, type ResolveOutcome } from './wait-tokens.ts';
import { createWaitingQuestions } from './waiting-questions.ts';

/** Options of `createPluginSessionManager`. */
export interface PluginSessionManagerOptions {
  provider: ChatProvider;
  /**
   * The tools whose stored sessions can be resumed. Several may have one name, with different versions.
   *
   * @default []
   */
  tools?: readonly AnyMcpTool[] | undefined;
  /** Where the calls are kept, such as `fileStore`. @default memory */
  store?: DurableStore | undefined;
  limits?: Partial<SessionLimits> | undefined;
  onEvent?: OnServerEvent | undefined;
  /** Gives the trace in which a call begins. @default none */
  traceparent?: GiveTraceparent | undefined;
  /** Says more about who may answer. Asked before each answer counts. @default whom the question is for */
  mayAnswer?: MayAnswer | undefined;
  /** @internal Who can answer, as hosts of calls say it. */
  '~answers'?: CallHost['answers'];
  /** @internal How long after it was asked a question is due in `noticeQueue`. @default never */
  '~notifyAfter'?: number | undefined;
  /** Record what happens in calls, in the store. See `createRecordReader`. @default false */
  record?: boolean | undefined;
  /** @internal Gives what the person of a call allowed for good. @default nothing is remembered */
  approvals?: ((call: ToolSessionEntry) => CallHost['approvals']) | undefined;
}

/**
 * Keep calls: in this process's memory while they run, and in the store while they wait.
 *
 * A chat handler makes its own manager. Make one yourself to run calls without a chat.
 *
 * @throws {TypeError} if two tools have the same name and version, for `record` without a store, and for wrong limits
 */
export function createPluginSessionManager(options: PluginSessionManagerOptions): Calls {
  return keepCalls(options, readSessionLimits(options.limits));
}

/** What `keepCalls` takes besides the limits. */
export type KeepCallsOptions = Omit<PluginSessionManagerOptions, 'limits'>;

/**
 * Keep calls within limits that are read already.
 *
 * @param kept - the calls' records. @default those of `store`
 * @param parent - the tools run within this scope. @default one of the manager's own
 */
export function keepCalls(options: KeepCallsOptions, limits: CallBounds, kept?: CallRecords, parent?: Scope): Calls {
  const store = options.store && timedStore(options.store, limits.patience);
  const { provider, tools = [] } = options;
  const records = kept ?? recordsOf(store, options, limits);
  refuseUnusable('createPluginSessionManager', tools);
  warnOfUnshown('createPluginSessionManager', tools);
  const onEvent = guardListener(options.onEvent);
  const [scope, destroy] = createScope(parent);
  const admission = createAdmission<ToolSessionEntry>(limits, (holders) => {
    const what = `The limit of open calls is reached (${[...holders].length}).`;
    throw new CodedError('TOO_MANY_SESSIONS', `${what} Answer or stop one of them first.`);
  });
  /** The calls that go on here. */
  const here = new Map<string, CallHere>();
  const live = (id: string) => here.get(id)?.session;

  /** Make the session of a record. One that goes on has a place. */
  function open(
    tool: AnyMcpTool | undefined,
    record: CallRecord,
    leave: CallHere['leave'],
    { host: given, ...more }: Pick<CallParts, 'parsed'> & CallAround,
  ): StartableCall {
    const { id, outcome } = record.entry;
    const sample = (event: BridgeSample) => answerSample(provider, id, event, limits, onEvent);
    const host = {
      sample,
      answers: options['~answers'],
      approvals: options.approvals?.(record.entry),
      get mayAnswer() {
        return options.mayAnswer;
      },
      ...given,
    };
    const onEnded = () => void (live(id) === session && forget(id));
    const session = createCall({ scope, record, host, tool, limits, onEvent, onEnded, ...more });
    if (outcome === undefined) here.set(id, { session, leave });
    return session;
  }

  /** It does not go on here. */
  function forget(id: string): void {
    here.get(id)?.leave?.();
    here.delete(id);
  }

  /** The right to write a call that belongs to nothing else. Undefined for a record that is in memory alone. */
  function tenantOf(call: CallRecord): CallTenant | undefined {
    const { writer } = call;
    if (writer === undefined || store === undefined) return undefined;
    const tenant = openTenant({ store, onLost: (error) => lose(call, error) });
    return {
      takesOver: false,
      hold() {
        writer.touch?.();
        return tenant.commit(writer);
      },
      commit: () => (tenant.isBusy() || writer.isChanged() ? tenant.commit(writer) : undefined),
    };
  }

  /** Nothing more of this record can be written here. */
  function lose(call: CallRecord, error: unknown): void {
    const session = live(call.entry.id);
    const isOpen = session?.record === call;
    // It was read to change it once, or is to be another call's with this id: who does that gets the error.
    if (!isOpen && error instanceof MovedError) return;
    onEvent({ type: 'error', where: error instanceof StoreLostError ? 'store' : 'session', error });
    if (!isOpen) return;
    scope.run(() => letGo(session, 'lost', error, serverFailed)).catch(() => undefined);
  }

  function* letGo(session: StartableCall, why: LeftBecause, error?: unknown, outcome?: SessionOutcome) {
    forget(session.id);
    yield* session.drop(error, outcome);
    tellLeft(session, why);
  }

  function tellLeft({ record }: StartableCall, why: LeftBecause): void {
    onEvent({ type: 'session_left', ...aboutSession(record.entry), why });
  }

  /** A call's record, and its session if it goes on here. */
  function* find(id: string): Operation<{ record: CallRecord | undefined; session: StartableCall | undefined }> {
    const found = live(id)?.record ?? (yield* records.load(id));
    // Somebody else may have taken it up while it was read.
    const session = live(id);
    return { record: session?.record ?? found, session };
  }

  function* release(sessionId: string): Operation<void> {
    for (;;) {
      const { record, session } = yield* find(sessionId);
      if (record === undefined) return;
      record.release();
      const keeping = session === undefined ? tenantOf(record)?.commit(record.writer, []) : session.news.tell([]);
      try {
        if (keeping !== undefined) yield* until(keeping);
        return;
      } catch (error) {
        // Somebody else who lets go of a call that runs nowhere was faster.
        if (session !== undefined || !(error instanceof MovedError)) throw error;
      }
    }
  }

  function* get(sessionId: string, { tenant, host }: CallAround = {}): Operation<StartableCall | null> {
    const { record: call, session: found } = yield* find(sessionId);
    if (found !== undefined) return found;
    if (call === undefined) return null;
    const { entry } = call;
    if (entry.format !== sessionFormat) throw otherFormat(sessionId);
    const versions = tools.filter(({ name }) => name === entry.toolName);
    const tool = versions.find(({ toolVersion }) => toolVersion === entry.toolVersion);
    const by = tenant ?? tenantOf(call);
    // A call that has ended needs its tool no more.
    if (entry.outcome !== undefined) return open(tool, call, undefined, { tenant: by, host });
    if (tool === undefined) {
      forget(sessionId);
      if (versions.length === 0) return null;
      const deployed = versions.map(({ toolVersion }) => toolVersion);
      throw new ToolVersionError(entry.toolName, entry.toolVersion, deployed);
    }
    const place = here.get(sessionId)?.leave ?? admission.take(entry.owner, entry, true);
    const session = open(tool, call, place, { tenant: by, host });
    const { traceparent } = entry;
    const pending = entry.pending.map(({ elicitId, key, attempt }) => ({ elicitId, key, attempt }));
    onEvent({ type: 'session_resumed', ...aboutSession(entry), traceparent, pending });
    if (tool.runsOnce) {
      // Its run is gone, and cannot be repeated.
      session.end({ status: 'failed', error: recordError(lostCall(tool.name)) });
      return session;
    }
    // One that waits for an answer stays cold until it comes. Where its process died, something may have run beside it.
    const isCold = isWaiting(call) && by?.takesOver !== true;
    if (isCold) return session;
    if (by !== undefined) yield* until(by.hold(call.writer));
    yield* session.start();
    return session;
  }

  function* recall(sessionId: string): Operation<SessionRemains | null> {
    return live(sessionId)?.remains() ?? (yield* records.recall(sessionId)) ?? null;
  }

  /** End a call, also one of which only the record is left: its tool has something to clean up, too. */
  function* abort(sessionId: string, reason?: string, by?: AbortedBy): Operation<void> {
    const session = here.has(sessionId) ? yield* get(sessionId) : null;
    if (session !== null) yield* session.abort(reason, by);
  }

  /** Stop a call, or leave it to the next process. */
  function* endOrLeave(id: string): Operation<void> {
    try {
      const session = yield* get(id);
      if (session !== null) yield* session.close();
    } catch (error) {
      // Another process has ended it.
      if (!(error instanceof MovedError)) onEvent({ type: 'error', where: 'session', error });
    }
  }

  return {
    *create(begun) {
      const { tool, callId, host, tenant } = begun;
      const value = yield* argumentsOf(begun, limits.patience);
      const entry = entryOf(begun, value, limits, options.traceparent);
      const place = admission.take(entry.owner, entry);
      try {
        const record = records.create(entry);
        if (record === undefined) throw new SessionExistsError(callId);
        const by = tenant ?? tenantOf(record);
        by?.begin?.();
        const keeping = by?.commit(record.writer, []);
        if (keeping !== undefined) yield* until(keeping);
        const session = open(tool, record, place, { parsed: { value }, tenant: by, host });
        onEvent({ type: 'session_created', ...aboutSession(entry), traceparent: entry.traceparent });
        yield* session.start();
        return session;
      } catch (error) {
        const isThere = error instanceof MovedError && (yield* records.recall(callId)) !== undefined;
        throw isThere ? new SessionExistsError(callId) : error;
      } finally {
        if (here.get(callId)?.leave !== place) place?.();
      }
    },
    get,
    *lookUp(sessionId, answer) {
      const session = live(sessionId);
      return session === undefined
        ? outcomeOf((yield* records.recall(sessionId)) ?? null, { ...answer, by: readAnswerer(answer.by) })
        : yield* session.lookUp(answer);
    },
    recall,
    waiting: createWaitingQuestions({
      records,
      *record(callId) {
        return (yield* find(callId)).record;
      },
      host: options,
      report: (error) => onEvent({ type: 'error', where: 'session', error }),
      limits,
    }),
    resolve: (token, value) => resolveByToken(token, value, { get, recall }),
    *park(sessionId) {
      const session = live(sessionId);
      if (session === undefined || !(yield* session.park())) return false;
      const call = here.get(sessionId);
      // Another process may go on with it, which counts it then.
      if (session.record.isDurable) forget(sessionId);
      else if (call?.session === session) call.session = undefined;
      tellLeft(session, 'parked');
      return true;
    },
    *drop(sessionId, why = 'lost') {
      const session = live(sessionId);
      if (session === undefined) forget(sessionId);
      else yield* letGo(session, why);
    },
    abort,
    release,
    *listActive() {
      const found: PluginSessionInfo[] = [];
      for (const id of here.keys()) {
        const { record, session } = yield* find(id);
        if (record === undefined) continue;
        const { toolName, owner, createdAt, ...entry } = record.entry;
        const status = session === undefined ? 'awaiting_elicit' : yield* session.status();
        const pending = entry.pending.map(({ elicitId, key }) => ({ elicitId, key }));
        found.push({ id, toolName, status, owner, createdAt, pending });
      }
      return found;
    },
    close: onceFor(function* () {
      const left: Task<void>[] = [];
      yield* inSlices([...here.keys()], (id) => left.push(scope.run(() => endOrLeave(id))));
      for (const task of left) yield* task;
      yield* within(limits.cleanupTime, () => until(destroy()));
      for (const { session } of here.values()) if (session !== undefined) tellLeft(session, 'closed');
      here.clear();
    }),
  };
}

/** A call that goes on here. */
interface CallHere {
  /** Undefined for one that is parked in memory: only its record is left. */
  session: StartableCall | undefined;
  /** Gives up its place among its owner's. */
  readonly leave: (() => void) | undefined;
}

function recordsOf(
  store: DurableStore | undefined,
  { record = false, '~notifyAfter': notifyAfter }: KeepCallsOptions,
  { recordTtl, callTtl }: CallBounds,
): CallRecords {
  if (record && store === undefined) {
    throw new TypeError('createPluginSessionManager: record: true without a store. Give one, such as memoryStore().');
  }
  const histories = record && store !== undefined ? callHistories(store, recordTtl) : undefined;
  return callRecords(store, { callTtl, notifyAfter, histories });
}

function* resolveByToken(
  token: string,
  value: unknown,
  { get, recall }: Pick<Calls, 'get' | 'recall'>,
): Operation<ResolveOutcome> {
  const callId = callOfToken(token) ?? '';
  const session = callId === '' ? null : yield* get(callId);
  return yield* session?.resolve(token, value) ?? resolvedBefore(token, () => recall(callId));
}
