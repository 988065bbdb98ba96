import { createScope, until, type Operation, type Task } from 'effection';
import type { ChatProvider } from '../protocol/chat-provider.ts';
import type { PluginSessionStatus } from '../protocol/chat-event.ts';
import { CodedError } from '../protocol/coded-error.ts';
import { toJson } from '../protocol/json.ts';
import type { AnyMcpTool } from '../tool/tool-facts.ts';
import { MissingNeedError } from '../runtime/errors.ts';
import { recordError } from '../runtime/journal.ts';
import { shortened, type ParentChat } from '../runtime/parent-chat.ts';
import { jsonOf } from '../runtime/step-json.ts';
import { issuesOf } from '../tool/elicit-definition.ts';
import { InvalidArgumentsError } from '../tool/model-call.ts';
import { finiteLimits, strictest } from '../tool/tool-limits.ts';
import { lackingNeed } from '../tool/tool-needs.ts';
import { refuseTwins, versionText } from '../tool/tool-versions.ts';
import type { DurableStore } from '../store/durable-store.ts';
import { timedStore } from '../store/guarded-store.ts';
import { durableSessions, type DurableSessionsOptions } from './durable-sessions.ts';
import { createMemoryStore, type MemoryStoreOptions } from './memory-store.ts';
import {
  createPluginSession,
  type SessionHolder,
  type SessionOptions,
  type StartableSession,
} from './create-plugin-session.ts';
import { inSlices, within } from '../base/wait.ts';
import type { AbortedBy, PluginSession, SessionOutcome } from './plugin-session.ts';
import {
  guardListener,
  readTraceparent,
  type GiveTraceparent,
  type LeftBecause,
  type OnServerEvent,
} from './server-event.ts';
import { defaultSessionLimits, readLimitsOver, toolLimitsOf, type SessionLimits } from './session-limits.ts';
import {
  outcomeOf,
  sessionFormat,
  type SessionAnswer,
  type SessionAnswerOutcome,
  type SessionRemains,
  type ToolSessionEntry,
  type ToolSessionStore,
} from './tool-session-store.ts';

/** Keeps tool calls running after the requests that started them end. */
export interface PluginSessionManager {
  /**
   * Start a call. The caller holds the session until it calls `release`.
   *
   * @throws {InvalidArgumentsError} if the arguments do not fit the tool's parameters
   * @throws {MissingNeedError} if the tool requires `parent`, and there is none
   * @throws {TooManySessionsError} if its owner, or all owners together, have too many calls open
   * @throws {SessionExistsError} if a call already has this id
   */
  create(config: CreatePluginSession): Operation<PluginSession>;
  /**
   * Find a session that is still known, even if it has ended: its last event then says how. A session that another
   * process began is resumed from the store.
   *
   * @throws {SessionFormatError} if another version of elicitkit wrote the record
   * @throws {ToolVersionError} if `tools` has the call's tool, but not in the version that began the call
   */
  get(sessionId: string, holder?: SessionHolder): Operation<PluginSession | null>;
  /** Get a session and hold it until `release`. */
  acquire(sessionId: string): Operation<PluginSession | null>;
  /** What the store knows about an answer to a session that is over or never existed. */
  lookUp(sessionId: string, answer: SessionAnswer): Operation<SessionAnswerOutcome>;
  /** What is known of a call, even after its end. Null if nothing is. */
  recall(sessionId: string): Operation<SessionRemains | null>;
  /**
   * Let go of a call that waits for the person, so that only its record is left. It goes on with `get`.
   *
   * @param asked - ids of samples that may be under way: the next run asks the model again. @default none
   * @returns false if something else of it runs
   */
  park(sessionId: string, asked?: ReadonlySet<string>): Operation<boolean>;
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
  owner?: string | undefined;
  /** The chat before the call, for tools that require it. It is kept for those alone. @default none */
  parent?: ParentChat | undefined;
  /** Who may write to the call's record. @default this process */
  holder?: SessionHolder | undefined;
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
}

/** Another call already has this id. */
export class SessionExistsError extends CodedError<'SESSION_EXISTS'> {
  constructor(sessionId: string) {
    super('SESSION_EXISTS', `There is a call ${sessionId} already. Give each call an id of its own.`);
  }
}

/** Another version of elicitkit wrote the call's record, so its answers cannot be read. */
export class SessionFormatError extends CodedError<'SESSION_FORMAT'> {
  constructor(sessionId: string) {
    super(
      'SESSION_FORMAT',
      `The call ${sessionId} was stored by another version of elicitkit, so it cannot go on here. Let that version end it, or delete its record.`,
    );
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

/** The process that ran the call is gone, and its tool cannot be run again. */
export class CallLostError extends CodedError<'CALL_LOST'> {
  constructor(toolName: string) {
    const what = `The server that ran ${toolName} has restarted, and this tool cannot go on from where it was.`;
    super('CALL_LOST', `${what} What it did stays done: ask the person before you call it again.`);
  }
}

/** Too many calls are open at once. */
export class TooManySessionsError extends CodedError<'TOO_MANY_SESSIONS'> {
  constructor(limit: number) {
    super(
      'TOO_MANY_SESSIONS',
      `${limit} calls are open already, which is the limit. Answer or stop one of them first.`,
    );
  }
}

/**
 * Keep calls: in this process's memory while they run, and in the store while they wait.
 *
 * A chat handler makes its own manager. Make one yourself to share it between several front ends.
 *
 * @throws {TypeError} if two tools have the same name and version
 */
export function createPluginSessionManager({ store, ...options }: PluginSessionManagerOptions): PluginSessionManager {
  const { storeTime } = readLimitsOver(defaultSessionLimits, options.limits);
  const timed = store && timedStore(store, storeTime);
  return createSessionManager({ ...options, store: sessionsOver(timed, options.limits) });
}

/** Keep sessions in a store. */
export function sessionsOver(store: DurableStore | undefined, limits?: SessionTtls): ToolSessionStore {
  return store === undefined || store.isVolatile === true ? createMemoryStore(limits) : durableSessions(store, limits);
}

type SessionTtls = MemoryStoreOptions & DurableSessionsOptions;

/** Options of `createSessionManager`. */
export interface SessionManagerOptions extends Omit<PluginSessionManagerOptions, 'store'> {
  /** @default in memory */
  readonly store?: ToolSessionStore | undefined;
}

/** Keep calls in this process's memory while they run, and their records in a store of sessions. */
export function createSessionManager(options: SessionManagerOptions): PluginSessionManager {
  const limits = readLimitsOver(defaultSessionLimits, options.limits);
  const { provider, tools = [], store = createMemoryStore(limits) } = options;
  refuseTwins('createPluginSessionManager', tools);
  const onEvent = guardListener(options.onEvent);
  const [scope, destroy] = createScope();
  const active = new Map<string, StartableSession>();
  /** How many are open, or are being written, for each owner and for anonymous callers. */
  const counts = new Map<string | undefined, number>();
  /** The open calls of which only the record is left. They count, unless other processes may go on with them. */
  const parked = new Set<string>();

  /** Make the session of a stored entry. One that goes on was counted for its owner, and gives the place back. */
  function open(
    tool: AnyMcpTool | undefined,
    entry: ToolSessionEntry,
    { parsed, holder }: Pick<SessionOptions, 'parsed' | 'holder'>,
  ): StartableSession {
    const { id, owner, outcome } = entry;
    function* onEnded(): Operation<void> {
      active.delete(id);
      count(owner, -1);
      yield* forgetUnheld(id, 0);
    }
    const session = createPluginSession({
      scope,
      store,
      provider,
      tool,
      entry,
      parsed,
      limits,
      onEvent,
      holder,
      onEnded,
    });
    if (outcome === undefined) active.set(id, session);
    return session;
  }

  /** Tell that this process goes on with a call. */
  function tellResumed({ id, toolName, traceparent, pending }: ToolSessionEntry): void {
    const waits = pending.map(({ elicitId, key, attempt }) => ({ elicitId, key, attempt }));
    onEvent({ type: 'session_resumed', sessionId: id, toolName, traceparent, pending: waits });
  }

  function tellLeft({ id, toolName }: StartableSession, why: LeftBecause): void {
    onEvent({ type: 'session_left', sessionId: id, toolName, why });
  }

  /** Change a session's count of holders. Delete the session if it has ended and none is left. */
  function* forgetUnheld(sessionId: string, change: number): Operation<void> {
    const refCount = yield* store.updateRefCount(sessionId, change);
    if (refCount <= 0 && !active.has(sessionId)) yield* store.delete(sessionId);
  }

  function* get(sessionId: string, holder?: SessionHolder): Operation<PluginSession | null> {
    const session = active.get(sessionId);
    if (session !== undefined) return session;
    const stored = yield* store.get(sessionId);
    // Another format keeps answers elsewhere in the record, so resuming would repeat questions or steps.
    if (stored !== null && stored.format !== sessionFormat) throw new SessionFormatError(sessionId);
    if (stored === null) return null;
    const versions = tools.filter(({ name }) => name === stored.toolName);
    const tool = versions.find(({ toolVersion }) => toolVersion === stored.toolVersion);
    // A call that has ended needs its tool no more.
    if (stored.outcome !== undefined) return open(tool, stored, {});
    if (tool === undefined) {
      // It cannot go on here, so it takes no place.
      if (parked.delete(sessionId)) count(stored.owner, -1);
      if (versions.length === 0) return null;
      const deployed = versions.map(({ toolVersion }) => toolVersion);
      throw new ToolVersionError(stored.toolName, stored.toolVersion, deployed);
    }
    if (tool.runsOnce) return yield* endLost(stored, holder);
    let taken = active.get(sessionId);
    if (taken === undefined) {
      if (!parked.delete(sessionId)) count(stored.owner, 1);
      taken = open(tool, stored, { holder });
      tellResumed(stored);
    }
    // One that waits for an answer stays cold until it comes, unless something ran beside the question.
    const isCold = stored.pending.length > 0 && !(holder?.takesOver === true && tool.asksConcurrently);
    if (isCold) return taken;
    if (store.claim !== undefined) {
      if (holder !== undefined) yield* until(holder.hold());
      yield* store.claim(sessionId);
    }
    yield* taken.start();
    return taken;
  }

  /** End a call whose run is gone and cannot be repeated. */
  function* endLost(stored: ToolSessionEntry, holder: SessionHolder | undefined): Operation<PluginSession> {
    if (holder !== undefined) yield* until(holder.hold());
    const { id, toolName, createdAt } = stored;
    const outcome: SessionOutcome = { status: 'failed', error: recordError(new CallLostError(toolName)) };
    yield* store.commit(id, { outcome });
    tellResumed(stored);
    const duration = Date.now() - createdAt;
    onEvent({ type: 'session_ended', sessionId: id, toolName, status: 'failed', code: 'CALL_LOST', duration });
    return open(undefined, { ...stored, outcome, pending: [] }, {});
  }

  function count(owner: string | undefined, change: number): void {
    const next = countOf(owner) + change;
    if (next > 0) counts.set(owner, next);
    else counts.delete(owner);
  }

  function countOf(owner: string | undefined): number {
    return counts.get(owner) ?? 0;
  }

  function refuseTooMany(owner: string | undefined): void {
    const { sessions, anonymousSessions, sessionsPerOwner } = limits;
    const limit = owner === undefined ? anonymousSessions : sessionsPerOwner;
    if (countOf(owner) >= limit) throw new TooManySessionsError(limit);
    if (owner === undefined) return;
    let owned = 0;
    for (const [by, open] of counts) if (by !== undefined) owned += open;
    if (owned >= sessions) throw new TooManySessionsError(sessions);
  }

  /** End a call, also one of which only the record is left: its tool has something to clean up, too. */
  function* abort(sessionId: string, reason?: string, by?: AbortedBy): Operation<void> {
    const session = active.get(sessionId) ?? (parked.has(sessionId) ? yield* get(sessionId) : undefined);
    yield* session?.abort(reason, by) ?? nothing();
  }

  function* stopAll(): Operation<void> {
    const stopping: Task<void>[] = [];
    yield* inSlices([...active.keys(), ...parked], (id) => {
      if (store.isDurable === true && active.get(id)?.runsOnce !== true) return;
      stopping.push(
        scope.run(function* () {
          try {
            yield* abort(id, 'The server is closing.', 'server');
          } catch (error) {
            onEvent({ type: 'error', where: 'session', error });
          }
        }),
      );
    });
    for (const stopped of stopping) yield* stopped;
  }

  return {
    *create({ tool, params, callId, owner, parent, holder }) {
      const need = lackingNeed(tool.needs, { elicitation: true, sampling: true, parentMessages: parent !== undefined });
      if (need !== undefined) throw new MissingNeedError(tool.name, need);
      const parsed = yield* within(limits.checkTime, () => until(tool.parameters.safeParseAsync(params ?? {})));
      if (parsed === undefined) throw new InvalidArgumentsError(tool.name, 'it took too long to check them');
      if (!parsed.success) {
        const problem = issuesOf(parsed.error)
          .map((issue) => `${issue.path.join('.') || 'arguments'}: ${issue.message}`)
          .join('; ');
        throw new InvalidArgumentsError(tool.name, problem);
      }
      refuseTooMany(owner);
      const entry: ToolSessionEntry = {
        format: sessionFormat,
        id: callId,
        callId,
        toolName: tool.name,
        toolVersion: tool.toolVersion,
        owner,
        params: toJson(params ?? {}, 'The arguments'),
        parsed: jsonOf(parsed.data),
        ...(tool.needs.parentMessages === true && { parent: parent && shortened(parent, limits.parentBytes) }),
        limits: finiteLimits(strictest(tool.toolLimits, toolLimitsOf(limits))),
        traceparent: readTraceparent(options.traceparent, { sessionId: callId, toolName: tool.name }),
        refCount: 1,
        createdAt: Date.now(),
        journal: [],
        pending: [],
      };
      count(owner, 1);
      let isCreated = false;
      try {
        if (holder !== undefined) yield* until(holder.hold());
        isCreated = yield* store.create(entry, holder?.begin && ((record) => holder.begin!(callId, record)));
        if (!isCreated) throw new SessionExistsError(callId);
      } finally {
        if (!isCreated) count(owner, -1);
      }
      const session = open(tool, entry, { parsed: { value: parsed.data }, holder });
      onEvent({
        type: 'session_created',
        sessionId: callId,
        toolName: tool.name,
        traceparent: entry.traceparent,
      });
      yield* session.start();
      return session;
    },
    get,
    *acquire(sessionId) {
      const session = yield* get(sessionId);
      if (session !== null) yield* store.updateRefCount(sessionId, 1);
      return session;
    },
    *lookUp(sessionId, answer) {
      return outcomeOf(yield* store.recall(sessionId), answer);
    },
    recall: (sessionId) => store.recall(sessionId),
    isDurable: store.isDurable === true,
    *park(sessionId, asked) {
      const session = active.get(sessionId);
      if (session === undefined || !(yield* session.park(asked))) return false;
      active.delete(sessionId);
      store.forget?.(sessionId);
      tellLeft(session, 'parked');
      if (store.isDurable === true) count(session.owner, -1);
      else parked.add(sessionId);
      return true;
    },
    *drop(sessionId, why = 'lost') {
      const session = active.get(sessionId);
      if (session === undefined) return;
      active.delete(sessionId);
      store.forget?.(sessionId);
      count(session.owner, -1);
      yield* session.drop();
      tellLeft(session, why);
    },
    abort,
    release: (sessionId) => forgetUnheld(sessionId, -1),
    *listActive() {
      const found: PluginSessionInfo[] = [];
      for (const session of active.values()) {
        const { id, toolName, owner, createdAt } = session;
        const status = yield* session.status();
        const pending = session.pending().map(({ elicitId, key }) => ({ elicitId, key }));
        found.push({ id, toolName, status, owner, createdAt, pending });
      }
      for (const id of parked) {
        const entry = yield* store.get(id);
        store.forget?.(id);
        if (entry === null) continue;
        const { toolName, owner, createdAt } = entry;
        const pending = entry.pending.map(({ elicitId, key }) => ({ elicitId, key }));
        found.push({ id, toolName, status: 'awaiting_elicit', owner, createdAt, pending });
      }
      return found;
    },
    *close() {
      // What outlives the process goes on in another one.
      if (store.isDurable === true) {
        const dropping: Task<void>[] = [];
        for (const session of active.values()) if (!session.runsOnce) dropping.push(scope.run(session.drop));
        for (const dropped of dropping) yield* dropped;
      }
      yield* stopAll();
      yield* within(limits.cleanupTime, () => until(destroy()));
      for (const session of active.values()) tellLeft(session, 'closed');
      active.clear();
    },
  };
}

function* nothing(): Operation<void> {}
