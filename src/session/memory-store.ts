import type { Operation } from 'effection';
import type { PluginSessionStatus } from '../protocol/chat-event.ts';
import type { ElicitResult } from '../protocol/elicit-result.ts';
import type { SessionAnswer, SessionAnswerOutcome, ToolSessionEntry, ToolSessionStore } from './tool-session-store.ts';

/** Options of `createMemoryStore`. */
export interface MemoryStoreOptions {
  /** How long the answers of a deleted session are kept, in milliseconds. @default one day */
  settledTtl?: number | undefined;
  /**
   * How many answers of deleted sessions are kept; a session without answers counts as one. The oldest session goes
   * first.
   *
   * @default 100000
   */
  rememberedAnswers?: number | undefined;
}

/**
 * Keep sessions in this process's memory. They end with the process, so it must be one that lives long: no
 * serverless functions, no second worker behind the same address.
 */
export function createMemoryStore(options: MemoryStoreOptions = {}): ToolSessionStore {
  const { settledTtl = 86_400_000, rememberedAnswers = 100_000 } = options;
  const live = new Map<string, LiveSession>();
  /** In the order of their deletion. */
  const deleted = new Map<string, DeletedSession>();
  let remembered = 0;

  function forgetOld(): void {
    const now = Date.now();
    for (const [id, { answers, deleteAt }] of deleted) {
      if (deleteAt > now && remembered <= rememberedAnswers) return;
      deleted.delete(id);
      remembered -= countOf(answers);
    }
  }

  function answer(id: string, { elicitId, attempt, owner, result, answerId }: SessionAnswer): SessionAnswerOutcome {
    const session = live.get(id);
    const known = session === undefined ? deleted.get(id) : { ...session.entry, answers: session.answers };
    if (known === undefined || (known.owner !== undefined && known.owner !== owner)) return { outcome: 'unknown' };
    const first = known.answers.get(elicitId);
    if (first !== undefined) return { outcome: 'repeated', action: first.result.action, answerId: first.answerId };
    if (session === undefined) return { outcome: 'ended', status: known.status };
    const { pending } = session.entry;
    if (pending?.elicitId !== elicitId) return { outcome: 'unknown' };
    if (pending.attempt !== attempt) return { outcome: 'stale' };
    session.answers.set(elicitId, { result, answerId });
    if (owner !== undefined) session.entry = { ...session.entry, owner };
    return { outcome: 'recorded' };
  }

  return {
    *get(id) {
      const session = live.get(id);
      if (session === undefined) return null;
      const answers = [...session.answers].map(([elicitId, { result }]) => [elicitId, result] as const);
      return { ...session.entry, answers: Object.fromEntries(answers) };
    },
    *set(id, entry) {
      forgetOld();
      const session = live.get(id);
      if (session === undefined) live.set(id, { entry, answers: new Map() });
      else session.entry = { ...entry, owner: session.entry.owner ?? entry.owner };
    },
    *delete(id) {
      const session = live.get(id);
      if (session === undefined) return;
      live.delete(id);
      const { owner, status } = session.entry;
      // What was answered is nobody's need any more; that it was, and how, is.
      const answers = new Map([...session.answers].map(([elicitId, first]) => [elicitId, withoutContent(first)]));
      deleted.set(id, { owner, status, answers, deleteAt: Date.now() + settledTtl });
      remembered += countOf(answers);
      forgetOld();
    },
    *updateRefCount(id, delta) {
      const session = live.get(id);
      if (session === undefined) return 0;
      const refCount = session.entry.refCount + delta;
      session.entry = { ...session.entry, refCount };
      return refCount;
    },
    *updateStatus(id, status) {
      const session = live.get(id);
      if (session !== undefined) session.entry = { ...session.entry, status };
    },
    *answer(id, given): Operation<SessionAnswerOutcome> {
      return answer(id, given);
    },
  };
}

interface LiveSession {
  entry: ToolSessionEntry;
  readonly answers: Answers;
}

/** Kept after deletion for clients that send an answer again. */
interface DeletedSession {
  readonly owner: string | undefined;
  readonly status: PluginSessionStatus;
  readonly answers: Answers;
  readonly deleteAt: number;
}

type Answers = Map<string, Recorded>;

interface Recorded {
  readonly result: ElicitResult<unknown>;
  readonly answerId: string | undefined;
}

function withoutContent({ result: { action }, answerId }: Recorded): Recorded {
  return { result: action === 'accept' ? { action, content: null } : { action }, answerId };
}

function countOf(answers: Answers): number {
  return Math.max(1, answers.size);
}
