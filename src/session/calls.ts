import type { Operation } from 'effection';
import type { PluginSessionStatus } from '../protocol/chat-event.ts';
import type { SessionAnswer, SessionRemains } from './call-entry.ts';
import type { CallAround, CreatePluginSession } from './new-call.ts';
import type { AbortedBy, Call, RespondToElicitOutcome } from './plugin-session.ts';
import type { LeftBecause } from './server-event.ts';
import type { WaitingQuestions } from './waiting-questions.ts';
import type { ResolveOutcome } from './wait-tokens.ts';

/** Keeps tool calls running after the requests that started them end. */
export interface Calls {
  /**
   * Start a call. It is kept until the caller calls `release`.
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
  get(sessionId: string, by?: CallAround): Operation<Call | null>;
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
  /** Stop a call. Does nothing for a call that has ended, or that is unknown here. */
  abort(sessionId: string, reason?: string, by?: AbortedBy): Operation<void>;
  /** Let go of a call. When it has ended, only its remains are kept. */
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
