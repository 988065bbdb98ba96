import {
  applyChange,
  openEntry,
  remainsOf,
  type OpenEntry,
  type SessionRemains,
  type ToolSessionStore,
} from './tool-session-store.ts';

/** Options of `createMemoryStore`. */
export interface MemoryStoreOptions {
  /** How long the answers of a deleted session are kept, in milliseconds. @default one day */
  settledTtl?: number | undefined;
  /**
   * How many answers of deleted sessions are kept. A session without answers counts as one. The session deleted first
   * is forgotten first.
   *
   * @default 100000
   */
  rememberedAnswers?: number | undefined;
}

/**
 * Keep sessions in this process's memory. They end with the process, so use one long-lived process: no serverless
 * functions, no second worker behind the same address.
 */
export function createMemoryStore(options: MemoryStoreOptions = {}): ToolSessionStore {
  const { settledTtl = 86_400_000, rememberedAnswers = 100_000 } = options;
  const live = new Map<string, OpenEntry>();
  /** In order of deletion. */
  const deleted = new Map<string, DeletedSession>();
  let remembered = 0;

  function forgetOld(): void {
    const now = Date.now();
    for (const [id, { remains, deleteAt }] of deleted) {
      if (deleteAt > now && remembered <= rememberedAnswers) return;
      deleted.delete(id);
      remembered -= countOf(remains);
    }
  }

  return {
    *create(session) {
      forgetOld();
      if (live.has(session.id) || deleted.has(session.id)) return false;
      live.set(session.id, openEntry(session));
      return true;
    },
    *get(id) {
      const session = live.get(id);
      return session === undefined ? null : openEntry(session);
    },
    *commit(id, change) {
      const session = live.get(id);
      return session !== undefined && applyChange(session, change);
    },
    *recall(id) {
      const session = live.get(id);
      return session === undefined ? (deleted.get(id)?.remains ?? null) : remainsOf(session);
    },
    *delete(id) {
      const session = live.get(id);
      if (session === undefined) return;
      live.delete(id);
      const remains = { ...remainsOf(session), pending: [] };
      deleted.set(id, { remains, deleteAt: Date.now() + settledTtl });
      remembered += countOf(remains);
      forgetOld();
    },
    *updateRefCount(id, delta) {
      const session = live.get(id);
      if (session === undefined) return 0;
      session.refCount += delta;
      return session.refCount;
    },
  };
}

/** What is kept after deletion, for clients that send an answer again. */
interface DeletedSession {
  readonly remains: SessionRemains;
  readonly deleteAt: number;
}

function countOf({ closed }: SessionRemains): number {
  return Math.max(1, closed.length);
}
