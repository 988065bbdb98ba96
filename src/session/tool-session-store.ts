import type { Operation } from 'effection';
import type { PluginSessionStatus } from '../protocol/chat-event.ts';
import type { ElicitRequest } from '../protocol/elicit-request.ts';
import type { ElicitAction, ElicitResult } from '../protocol/elicit-result.ts';
import type { JsonValue } from '../protocol/json.ts';
import type { JournalEntry } from '../runtime/journal.ts';

/**
 * Where sessions are kept: all that is needed to go on with a call whose process is gone.
 *
 * Two write to a session: its one runner, by `set`, `updateStatus` and `updateRefCount`; and whoever brings an
 * answer, by `answer` alone. So `set` must never touch recorded answers.
 */
export interface ToolSessionStore {
  get(sessionId: string): Operation<StoredToolSession | null>;
  /** Write all but the answers. */
  set(sessionId: string, entry: ToolSessionEntry): Operation<void>;
  /** Forget the session, but keep who owned it, how it ended and its answers for a day. */
  delete(sessionId: string): Operation<void>;
  /** @returns the new count; 0 for a session that is not there */
  updateRefCount(sessionId: string, delta: number): Operation<number>;
  updateStatus(sessionId: string, status: PluginSessionStatus): Operation<void>;
  /**
   * In one atomic step: look whether this answer is the first one to the question that is asked, and if so
   * record it for good.
   */
  answer(sessionId: string, answer: SessionAnswer): Operation<SessionAnswerOutcome>;
}

/** One call of a tool, as JSON. */
export interface ToolSessionEntry {
  id: string;
  toolName: string;
  callId: string;
  /** Whom the session belongs to; bound by the first identified answer where it began without one. */
  owner?: string | undefined;
  /** The tool's arguments as they came. */
  params: JsonValue;
  status: PluginSessionStatus;
  /** How many hold the session; at 0 it may be deleted. */
  refCount: number;
  /** In milliseconds since the Unix epoch. */
  createdAt: number;
  journal: readonly JournalEntry[];
  /** The question that waits for the person. */
  pending?: ElicitRequest | undefined;
}

/** A call as a store holds it. */
export interface StoredToolSession extends ToolSessionEntry {
  /** What was answered, by elicitId. */
  answers: Readonly<Record<string, ElicitResult<unknown>>>;
}

/** An answer that a store is to record. */
export interface SessionAnswer {
  elicitId: string;
  attempt: number;
  owner: string | undefined;
  result: ElicitResult<unknown>;
  /** Names the answer; to be kept with its action, and given to every repetition. */
  answerId?: string | undefined;
}

/** What a store made of an answer. */
export type SessionAnswerOutcome =
  | { outcome: 'recorded' }
  /** There is an answer already; nothing was changed. `answerId` is that one's. */
  | { outcome: 'repeated'; action: ElicitAction; answerId?: string | undefined }
  /** It answers an earlier attempt of the question; nothing was changed. */
  | { outcome: 'stale' }
  /** The session is over, and this question was never answered. */
  | { outcome: 'ended'; status: PluginSessionStatus }
  /** No such session or question, or not this owner's. */
  | { outcome: 'unknown' };
