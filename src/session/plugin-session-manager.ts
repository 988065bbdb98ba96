import { createScope, until, type Operation, type Scope, type Task } from 'effection';
import type { ChatProvider } from '../protocol/chat-provider.ts';
import type { PluginSessionStatus } from '../protocol/chat-event.ts';
import { CodedError } from '../protocol/coded-error.ts';
import { toJson } from '../protocol/json.ts';
import { readAnswerer } from '../protocol/person.ts';
import type { AnyMcpTool } from '../tool/tool-facts.ts';
import type { BridgeSample } from '../runtime/bridge-event.ts';
import { MissingNeedError } from '../runtime/errors.ts';
import { recordError } from '../runtime/journal.ts';
import { shortened, type ParentChat } from '../runtime/parent-chat.ts';
import { jsonOf } from '../runtime/step-json.ts';
import { describeIssues } from '../runtime/structured-sample.ts';
import { issuesOf } from '../tool/issues-of.ts';
import { InvalidArgumentsError } from '../tool/model-call.ts';
import { finiteLimits, strictest } from '../tool/tool-limits.ts';
import { lackingNeed } from '../tool/tool-needs.ts';
import { warnOfUnshown } from '../runtime/unshown-questions.ts';
import { refuseUnusable, versionText } from '../tool/tool-versions.ts';
import type { DurableStore } from '../store/durable-store.ts';
import { MovedError, openTenant } from '../store/tenant.ts';
import { StoreLostError } from '../store/store-lost.ts';
import { StoreFailedError, timedStore } from '../store/guarded-store.ts';
import { answerSample } from './answer-sample.ts';
import { callHistories } from './call-history.ts';
import { callRecords, type CallRecord, type CallRecords } from './call-record.ts';
import type { CallTenant } from './call-news.ts';
import type { CallHost } from './tool-runs.ts';
import { createCall, type CallParts, type StartableCall } from './call.ts';
import { serverFailed } from './run-outcome.ts';
import { createAdmission } from '../base/admission.ts';
import { after, comingOf, firstOf } from '../base/coming.ts';
import { inSlices, within } from '../base/wait.ts';
import type { MayAnswer } from './may-answer.ts';
import type { AbortedBy, Call, RespondToElicitOutcome, SessionOutcome } from './plugin-session.ts';
import {
  aboutSession,
  guardListener,
  readTraceparent,
  type GiveTraceparent,
  type LeftBecause,
  type OnServerEvent,
} from './server-event.ts';
import { createWaitingQuestions, type WaitingQuestions } from './waiting-questions.ts';
import { callOfToken, cameFor, resolvedBefore, type ResolveOutcome } from './wait-tokens.ts';
import { defaultSessionLimits, readLimitsOver, toolLimitsOf, type SessionLimits } from './session-limits.ts';
import {
  outcomeOf,
  sessionFormat,
  type SessionAnswer,
  type SessionRemains,
  type ToolSessionEntry,
} from './call-entry.ts';

/** Keeps tool calls running after the requests that started them end. */
export interface Calls {
  /**
   * Start a call. The caller holds the session until it calls `release`.
   *
   * @throws {InvalidArgumentsError} if the arguments do not fit the tool's parameters
   * @throws {MissingNeedError} if the tool requires `parent`, and there is none
   * @throws {CodedError} `TOO_MANY_SESSIONS` if its owner, or all owners together, have too many calls open
   * @throws {SessionExistsError} if a call already has this id
   */
  create(config: CreatePluginSession): Operation<Call>;
  /**
   * Find a session that is still known, even if it has ended: its last event then says how. A session that another
   * process began is resumed from the store.
   *
   * @throws {CodedError} `SESSION_FORMAT` if another version of elicitkit wrote the record
   * @throws {ToolVersionError} if `tools` has the call's tool, but not in the version that began the call
   */
  get(sessionId: string, by?: Pick<CreatePluginSession, 'tenant' | 'host'>): Operation<Call | null>;
  /** Get a session and hold it until `release`. */
  acquire(sessionId: string): Operation<Call | null>;
  /** What the store knows about an answer to a session that is over or never existed. */
  lookUp(sessionId: string, answer: SessionAnswer): Operation<RespondToElicitOutcome>;
  /** Bring a value for a `ctx.waitFor`, by its token. @throws {WaitValueError} if it is too large */
  resolve(token: string, value: unknown): Operation<ResolveOutcome>;
  /** What is known of a call, even after its end. Null if nothing is. */
  recall(sessionId: string): Operation<SessionRemains | null>;
  /**
   * Let go of a call that rests, so that only its record is left. It goes on with `get`.
   *
   * @returns false if something of it runs
   */
  park(sessionId: string): Operation<boolean>;
  /**
   * Let go of a call, whatever runs of it. Its record stays as it is, for another process.
   *
   * @param why - what `session_left` tells. @default 'lost'
   */
  drop(sessionId: string, why?: LeftBecause): Operation<void>;
  /** Its calls outlive the process. */
  readonly isDurable: boolean;
  /** Stop a call. Does nothing for a call that has ended, or that is unknown here. */
  abort(sessionId: string, reason?: string, by?: AbortedBy): Operation<void>;
  /** Stop holding a session. When it has ended and no holder is left, only its remains are kept. */
  release(sessionId: string): Operation<void>;
  listActive(): Operation<PluginSessionInfo[]>;
  /** @internal What waits for somebody else than the person of its call. */
  readonly waiting: WaitingQuestions;
  /**
   * Stop every call that cannot go on elsewhere, whether or not it is in memory. Resolves when their clean-up is done or
   * has taken too long.
   */
  close(): Operation<void>;
}

/** A call to start. */
export interface CreatePluginSession {
  tool: AnyMcpTool;
  /** The arguments as the model gave them. */
  params: unknown;
  callId: string;
  /** The id that the host, or the page, gave the call: events tell it. */
  hostId?: string | undefined;
  owner?: string | undefined;
  /** The chat before the call, for tools that require it. It is kept for those alone. @default none */
  parent?: ParentChat | undefined;
  /** @internal Says what is there, and answers its samples. @default the manager, with its provider */
  host?: CallHost | undefined;
  /** Has the right to write the call's record. @default the manager, for this call alone */
  tenant?: CallTenant | undefined;
}

/** A call as `listActive` describes it. */
export interface PluginSessionInfo {
  id: string;
  toolName: string;
  status: PluginSessionStatus;
  owner: string | undefined;
  /** In milliseconds since the Unix epoch. */
  createdAt: number;
  /** The questions that wait for the person. */
  pending: readonly { elicitId: string; key: string }[];
}

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
  /** @internal How long after it was asked a question is due in `noticeQueue`. @default never */
  '~notifyAfter'?: number | undefined;
  /** Record what happens in calls, in the store. See `createRecordReader`. @default false */
  record?: boolean | undefined;
  /** @internal Gives what the person of a call allowed for good. @default nothing is remembered */
  approvals?: ((call: ToolSessionEntry) => CallHost['approvals']) | undefined;
}

/** Another call already has this id. */
export class SessionExistsError extends CodedError<'SESSION_EXISTS'> {
  constructor(sessionId: string) {
    super('SESSION_EXISTS', `There is a call ${sessionId} already. Give each call an id of its own.`);
  }
}

/**
 * No tool here has the version that began the call, so the call cannot go on. Its record stays as it is: a process that
 * has this version can go on with it.
 */
export class ToolVersionError extends CodedError<'TOOL_CHANGED'> {
  /** @param deployed - the versions of the tool that are here, undefined for the tool without one */
  constructor(toolName: string, begun: string | undefined, deployed: readonly (string | undefined)[]) {
    const needed = versionText(toolName, begun);
    const here = deployed.map((version) => versionText(toolName, version)).join(' and ');
    const what = `This call began with ${needed}, and the server has ${here}.`;
    const over = 'The call is over, and what it did stays done: ask the person before you call the tool again.';
    const next = `To let such calls go on, deploy ${needed} too: put it into tools, after the new one.`;
    super('TOOL_CHANGED', `${what} ${over} ${next}`);
  }
}

/**
 * Keep calls: in this process's memory while they run, and in the store while they wait.
 *
 * A chat handler makes its own manager. Make one yourself to run calls without a chat.
 *
 * @param kept - the calls' records. @default those of `store`
 * @param parent - the tools run within this scope. @default one of the manager's own
 * @throws {TypeError} if two tools have the same name and version, and for `record` without a store
 */
export function createPluginSessionManager(
  options: PluginSessionManagerOptions,
  kept?: CallRecords,
  parent?: Scope,
): Calls {
  const limits = readLimitsOver(defaultSessionLimits, options.limits);
  const store = options.store && timedStore(options.store, limits.storeTime);
  const { provider, tools = [] } = options;
  const records = kept ?? recordsOf(store, options, limits);
  refuseUnusable('createPluginSessionManager', tools);
  warnOfUnshown('createPluginSessionManager', tools);
  const onEvent = guardListener(options.onEvent);
  const [scope, destroy] = createScope(parent);
  const active = new Map<string, StartableCall>();
  const { sessionsPerOwner: perOwner, sessions: owners, anonymousSessions: anonymous } = limits;
  const admission = createAdmission<ToolSessionEntry>({ perOwner, owners, anonymous }, (holders) => {
    const what = `${[...holders].length} calls are open already, which is the limit.`;
    throw new CodedError('TOO_MANY_SESSIONS', `${what} Answer or stop one of them first.`);
  });
  /** Gives up the place of a call that is open here. One that is not in `active` is parked: only its record is left. */
  const places = new Map<string, (() => void) | undefined>();

  /** Make the session of a record. One that goes on has a place. */
  function open(
    tool: AnyMcpTool | undefined,
    record: CallRecord,
    place: (() => void) | undefined,
    { host: given, ...more }: Pick<CallParts, 'parsed' | 'tenant'> & Pick<CreatePluginSession, 'host'>,
  ): StartableCall {
    const { id, outcome } = record.entry;
    const sample = (event: BridgeSample) => answerSample(provider, id, event, limits, onEvent);
    const host = {
      sample,
      approvals: options.approvals?.(record.entry),
      get mayAnswer() {
        return options.mayAnswer;
      },
      ...given,
    };
    const onEnded = () => void (active.get(id) === session && forget(id));
    const session = createCall({ scope, record, host, tool, limits, onEvent, onEnded, ...more });
    if (outcome === undefined) {
      active.set(id, session);
      places.set(id, place);
    }
    return session;
  }

  /** It does not go on here. */
  function forget(id: string): void {
    active.delete(id);
    places.get(id)?.();
    places.delete(id);
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
    const session = active.get(call.entry.id);
    const isOpen = session?.record === call;
    // It was read to change it once, or is to be another call's with this id: who does that gets the error.
    if (!isOpen && error instanceof MovedError) return;
    if (!(error instanceof StoreFailedError)) {
      onEvent({ type: 'error', where: error instanceof StoreLostError ? 'store' : 'session', error });
    }
    if (!isOpen) return;
    scope.run(() => letGo(session, 'lost', error, serverFailed(error))).catch(() => undefined);
  }

  function* letGo(session: StartableCall, why: LeftBecause, error?: unknown, outcome?: SessionOutcome) {
    forget(session.id);
    yield* session.drop(error, outcome);
    tellLeft(session, why);
  }

  function tellLeft({ record }: StartableCall, why: LeftBecause): void {
    onEvent({ type: 'session_left', ...aboutSession(record.entry), why });
  }

  /** Change a call's count of holders. */
  function* hold(sessionId: string, delta: number): Operation<void> {
    for (;;) {
      const found = active.has(sessionId) ? undefined : yield* records.load(sessionId);
      const session = active.get(sessionId);
      const record = session?.record ?? found;
      if (record === undefined) return;
      record.hold(delta);
      const keeping = session === undefined ? tenantOf(record)?.commit(record.writer, []) : session.news.tell([]);
      try {
        if (keeping !== undefined) yield* until(keeping);
        return;
      } catch (error) {
        // Another holder of a call that runs nowhere was faster.
        if (session !== undefined || !(error instanceof MovedError)) throw error;
      }
    }
  }

  function* get(
    sessionId: string,
    { tenant, host }: Pick<CreatePluginSession, 'tenant' | 'host'> = {},
  ): Operation<StartableCall | null> {
    // Somebody else may take it up while it is read.
    const call = active.has(sessionId) ? undefined : yield* records.load(sessionId);
    const here = active.get(sessionId);
    if (here !== undefined) return here;
    if (call === undefined) return null;
    const { entry } = call;
    // Another format keeps answers elsewhere in the record, so resuming would repeat questions or steps.
    if (entry.format !== sessionFormat) throw otherFormat(sessionId);
    const versions = tools.filter(({ name }) => name === entry.toolName);
    const tool = versions.find(({ toolVersion }) => toolVersion === entry.toolVersion);
    const by = tenant ?? tenantOf(call);
    // A call that has ended needs its tool no more.
    if (entry.outcome !== undefined) return open(tool, call, undefined, { tenant: by });
    if (tool === undefined) {
      forget(sessionId);
      if (versions.length === 0) return null;
      const deployed = versions.map(({ toolVersion }) => toolVersion);
      throw new ToolVersionError(entry.toolName, entry.toolVersion, deployed);
    }
    const place = places.get(sessionId) ?? admission.take(entry.owner, entry, true);
    const session = open(tool, call, place, { tenant: by, host });
    const { traceparent } = entry;
    const pending = entry.pending.map(({ elicitId, key, attempt }) => ({ elicitId, key, attempt }));
    onEvent({ type: 'session_resumed', ...aboutSession(entry), traceparent, pending });
    if (tool.runsOnce) {
      // Its run is gone, and cannot be repeated.
      session.end({ status: 'failed', error: recordError(lost(tool.name)) });
      return session;
    }
    // One that waits for an answer stays cold until it comes. Where its process died, something may have run beside it.
    const isCold = isWaiting(call) && by?.takesOver !== true;
    if (isCold) return session;
    if (by !== undefined) yield* until(by.hold());
    yield* session.start();
    return session;
  }

  function* recall(sessionId: string): Operation<SessionRemains | null> {
    return active.get(sessionId)?.record.remains() ?? (yield* records.recall(sessionId)) ?? null;
  }

  /** End a call, also one of which only the record is left: its tool has something to clean up, too. */
  function* abort(sessionId: string, reason?: string, by?: AbortedBy): Operation<void> {
    const session = active.get(sessionId) ?? (places.has(sessionId) ? yield* get(sessionId) : undefined);
    if (session != null) yield* session.abort(reason, by);
  }

  const endOrLeave = (id: string) =>
    stopOrLeave(id, active.get(id), { isDurable: records.isDurable, limits, abort, onEvent });

  return {
    *create(begun) {
      const { tool, callId, host, tenant } = begun;
      const value = yield* argumentsOf(begun, limits.checkTime);
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
        if (places.get(callId) !== place) place?.();
      }
    },
    get,
    *acquire(sessionId) {
      const session = yield* get(sessionId);
      if (session !== null) yield* hold(sessionId, 1);
      return session;
    },
    *lookUp(sessionId, answer) {
      const session = active.get(sessionId);
      return session === undefined
        ? outcomeOf((yield* records.recall(sessionId)) ?? null, { ...answer, by: readAnswerer(answer.by) })
        : yield* session.lookUp(answer);
    },
    recall,
    waiting: createWaitingQuestions({
      records,
      here: (callId) => active.get(callId)?.record,
      host: options,
      report: (error) => onEvent({ type: 'error', where: 'session', error }),
      limits,
    }),
    resolve: (token, value) => resolveByToken(token, value, { get, recall }),
    isDurable: records.isDurable,
    *park(sessionId) {
      const session = active.get(sessionId);
      if (session === undefined || !(yield* session.park())) return false;
      // Another process may go on with it, which counts it then.
      if (records.isDurable) forget(sessionId);
      else active.delete(sessionId);
      tellLeft(session, 'parked');
      return true;
    },
    *drop(sessionId, why = 'lost') {
      const session = active.get(sessionId);
      if (session !== undefined) yield* letGo(session, why);
    },
    abort,
    release: (sessionId) => hold(sessionId, -1),
    *listActive() {
      const found: PluginSessionInfo[] = [];
      for (const id of places.keys()) {
        const session = active.get(id);
        const record = session?.record ?? (yield* records.load(id));
        const status = session === undefined ? 'awaiting_elicit' : yield* session.status();
        if (record !== undefined) found.push(infoOf(record.entry, status));
      }
      return found;
    },
    *close() {
      const left: Task<void>[] = [];
      yield* inSlices([...places.keys()], (id) => left.push(scope.run(() => endOrLeave(id))));
      for (const task of left) yield* task;
      yield* within(limits.cleanupTime, () => until(destroy()));
      for (const session of active.values()) tellLeft(session, 'closed');
      active.clear();
    },
  };
}

/** The arguments of a call as its tool parses them. */
function* argumentsOf({ tool, params, parent, host }: CreatePluginSession, checkTime: number): Operation<unknown> {
  const there = { elicitation: true, sampling: true, ...host?.can, parentMessages: parent !== undefined };
  const need = lackingNeed(tool.needs, there);
  if (need !== undefined) throw new MissingNeedError(tool.name, need);
  const parsing = comingOf(tool.parameters.safeParseAsync(params ?? {}));
  const parsed = yield* firstOf(parsing, after(checkTime, undefined));
  if (parsed?.success === true) return parsed.data;
  const problem = parsed && describeIssues(issuesOf(parsed.error), 'arguments');
  throw new InvalidArgumentsError(tool.name, problem ?? 'it took too long to check them');
}

/** The record of a call that begins. */
function entryOf(
  { tool, params, callId, hostId, owner, parent }: CreatePluginSession,
  parsed: unknown,
  limits: SessionLimits,
  traceparent: GiveTraceparent | undefined,
): ToolSessionEntry {
  const { name: toolName, toolVersion, needs, toolLimits } = tool;
  return {
    format: sessionFormat,
    id: callId,
    callId,
    hostId,
    toolName,
    toolVersion,
    owner,
    params: toJson(params ?? {}, 'The arguments'),
    parsed: jsonOf(parsed),
    ...(needs.parentMessages === true && { parent: parent && shortened(parent, limits.parentBytes) }),
    limits: finiteLimits(strictest(toolLimits, toolLimitsOf(limits))),
    traceparent: readTraceparent(traceparent, aboutSession({ id: callId, toolName, hostId })),
    refCount: 1,
    createdAt: Date.now(),
    journal: [],
    pending: [],
  };
}

/** Stop a call, or leave it to the next process. */
function* stopOrLeave(
  id: string,
  session: StartableCall | undefined,
  {
    isDurable,
    limits,
    abort,
    onEvent,
  }: Pick<Calls, 'isDurable' | 'abort'> & { limits: SessionLimits; onEvent: OnServerEvent },
): Operation<void> {
  if (session === undefined || session.runsOnce || !isDurable) {
    try {
      return yield* abort(id, 'The server is closing.', 'server');
    } catch (error) {
      // Another process has ended it.
      if (!(error instanceof MovedError)) onEvent({ type: 'error', where: 'session', error });
      return;
    }
  }
  // One that is being stopped does not go on.
  const isEnding = session.state() === 'over' || session.state() === 'stopping';
  yield* within(limits.cleanupTime, () => (isEnding ? session.concluded() : session.news.settled()));
  if (!isEnding) yield* session.drop();
}

function recordsOf(
  store: DurableStore | undefined,
  { record = false, limits, '~notifyAfter': notifyAfter }: PluginSessionManagerOptions,
  { recordTtl }: SessionLimits,
): CallRecords {
  if (record && store === undefined) {
    throw new TypeError('createPluginSessionManager: record: true without a store. Give one, such as memoryStore().');
  }
  const histories = record && store !== undefined ? callHistories(store, recordTtl) : undefined;
  return callRecords(store, { ...limits, notifyAfter, histories });
}

function otherFormat(callId: string): CodedError {
  const what = `The call ${callId} was stored by another version of elicitkit, so it cannot go on here.`;
  return new CodedError('SESSION_FORMAT', `${what} Let that version end it, or delete its record.`);
}

/** The process that ran the call is gone, and its tool cannot be run again. */
function lost(toolName: string): CodedError {
  const what = `The server that ran ${toolName} has restarted, and this tool cannot go on from where it was.`;
  return new CodedError('CALL_LOST', `${what} What it did stays done: ask the person before you call it again.`);
}

/** Something is to come from outside before the call goes on, and has not come yet. */
function isWaiting({ entry: { pending }, way }: CallRecord): boolean {
  return pending.length > 0 && !pending.some((asked) => cameFor(way.now(), asked) !== undefined);
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

function infoOf(entry: ToolSessionEntry, status: PluginSessionStatus): PluginSessionInfo {
  const { id, toolName, owner, createdAt } = entry;
  const pending = entry.pending.map(({ elicitId, key }) => ({ elicitId, key }));
  return { id, toolName, status, owner, createdAt, pending };
}
