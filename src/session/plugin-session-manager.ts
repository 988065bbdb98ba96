import { all, createScope, race, sleep, until, type Operation } from 'effection';
import type { ChatProvider } from '../protocol/chat-provider.ts';
import type { PluginSessionStatus } from '../protocol/chat-event.ts';
import { CodedError } from '../protocol/coded-error.ts';
import { toJson } from '../protocol/json.ts';
import type { AnyMcpTool } from '../tool/create-mcp-tool.ts';
import { issuesOf } from '../tool/elicit-definition.ts';
import { createMemoryStore } from './memory-store.ts';
import { createPluginSession } from './create-plugin-session.ts';
import type { AbortedBy, PluginSession } from './plugin-session.ts';
import type { SessionAnswer, SessionAnswerOutcome, ToolSessionStore } from './tool-session-store.ts';

/** Keeps the running calls of tools, whatever becomes of the requests that started them. */
export interface PluginSessionManager {
  /**
   * Start a call. The caller holds the session until it calls `release`.
   *
   * @throws {InvalidArgumentsError} for arguments that do not fit the tool's parameters
   */
  create(config: CreatePluginSession): Operation<PluginSession>;
  /** A session that has not ended; one that another process began is taken up from the store. */
  get(sessionId: string): Operation<PluginSession | null>;
  /** What the store says of an answer to a session that is over or was never there. */
  lookUp(sessionId: string, answer: SessionAnswer): Operation<SessionAnswerOutcome>;
  /** Stop a call. Does nothing where there is none. */
  abort(sessionId: string, reason?: string, by?: AbortedBy): Operation<void>;
  /** Let go of a session: an ended one that nobody holds is forgotten, all but its answers. */
  release(sessionId: string): Operation<void>;
  listActive(): Operation<PluginSessionInfo[]>;
  /** Stop every call; resolves when their clean-up ran, or took too long. */
  close(): Operation<void>;
}

export interface CreatePluginSession {
  tool: AnyMcpTool;
  /** As the model gave them. */
  params: unknown;
  callId: string;
  owner?: string | undefined;
}

export interface PluginSessionInfo {
  id: string;
  toolName: string;
  status: PluginSessionStatus;
  owner: string | undefined;
  /** In milliseconds since the Unix epoch. */
  createdAt: number;
  /** The question that waits for the person. */
  pending: { elicitId: string; key: string } | undefined;
}

export interface PluginSessionManagerOptions {
  provider: ChatProvider;
  /** Whose sessions in the store can be taken up. @default [] */
  tools?: readonly AnyMcpTool[] | undefined;
  /** @default a memory store */
  store?: ToolSessionStore | undefined;
  /** How often a question is asked before it ends as `cancel` with reason `failed`. @default 10 */
  maxAttempts?: number | undefined;
  /** How long a stopped tool's clean-up may take, in milliseconds. @default 5000 */
  cleanupTimeout?: number | undefined;
}

/** The model's arguments do not fit the tool's parameters; the message names each field. */
export class InvalidArgumentsError extends CodedError<'INVALID_ARGUMENTS'> {
  constructor(toolName: string, problem: string) {
    super('INVALID_ARGUMENTS', `Invalid arguments for ${toolName}: ${problem}. Call it again with arguments that fit.`);
  }
}

export function createPluginSessionManager(options: PluginSessionManagerOptions): PluginSessionManager {
  const { provider, tools = [], store = createMemoryStore(), maxAttempts = 10, cleanupTimeout = 5000 } = options;
  const [scope, destroy] = createScope();
  const active = new Map<string, ReturnType<typeof createPluginSession>>();

  function open(tool: AnyMcpTool, entry: Parameters<typeof createPluginSession>[0]['entry']) {
    const session = createPluginSession({
      scope,
      store,
      provider,
      tool,
      entry,
      maxAttempts,
      cleanupTimeout,
      onEnded: () => active.delete(entry.id),
    });
    active.set(entry.id, session);
    return session;
  }

  return {
    *create({ tool, params, callId, owner }) {
      const parsed = yield* until(tool.parameters.safeParseAsync(params ?? {}));
      if (!parsed.success) {
        const problem = issuesOf(parsed.error)
          .map((issue) => `${issue.path.join('.') || 'arguments'}: ${issue.message}`)
          .join('; ');
        throw new InvalidArgumentsError(tool.name, problem);
      }
      const entry = {
        id: callId,
        callId,
        toolName: tool.name,
        owner,
        params: toJson(params ?? {}, 'The arguments'),
        status: 'running' as const,
        refCount: 1,
        createdAt: Date.now(),
        journal: [],
      };
      yield* store.set(callId, entry);
      const session = open(tool, entry);
      yield* session.start();
      return session;
    },
    *get(sessionId) {
      const session = active.get(sessionId);
      if (session !== undefined) return session;
      const stored = yield* store.get(sessionId);
      if (stored === null || isOver(stored.status)) return null;
      const tool = tools.find((candidate) => candidate.name === stored.toolName);
      if (tool === undefined) return null;
      const { answers, ...entry } = stored;
      const taken = active.get(sessionId) ?? open(tool, entry);
      // One that waits for an answer stays cold until it comes.
      if (stored.pending === undefined || answers[stored.pending.elicitId] !== undefined) yield* taken.start();
      return taken;
    },
    lookUp: (sessionId, answer) => store.answer(sessionId, { ...answer, attempt: Number.NaN }),
    *abort(sessionId, reason, by) {
      yield* active.get(sessionId)?.abort(reason, by) ?? nothing();
    },
    *release(sessionId) {
      const refCount = yield* store.updateRefCount(sessionId, -1);
      if (refCount <= 0 && !active.has(sessionId)) yield* store.delete(sessionId);
    },
    *listActive() {
      const found: PluginSessionInfo[] = [];
      for (const session of active.values()) {
        const stored = yield* store.get(session.id);
        if (stored === null) continue;
        const { pending } = stored;
        found.push({
          id: session.id,
          toolName: session.toolName,
          status: stored.status,
          owner: stored.owner,
          createdAt: stored.createdAt,
          pending: pending && { elicitId: pending.elicitId, key: pending.key },
        });
      }
      return found;
    },
    *close() {
      yield* all([...active.values()].map((session) => session.abort('The server is closing.', 'server')));
      yield* race([until(destroy()), sleep(cleanupTimeout)]);
    },
  };
}

function isOver(status: PluginSessionStatus): boolean {
  return status === 'completed' || status === 'failed' || status === 'aborted';
}

function* nothing(): Operation<void> {}
