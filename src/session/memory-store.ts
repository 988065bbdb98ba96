import type { Operation } from 'effection';
import type { PluginSessionStatus } from '../protocol/chat-event.ts';
import type { ElicitResult } from '../protocol/elicit-result.ts';
import type { SessionAnswer, SessionAnswerOutcome, ToolSessionEntry, ToolSessionStore } from './tool-session-store.ts';

/** Options of `createMemoryStore`. */
export interface MemoryStoreOptions {
  /** How long the answers of a deleted session are kept, in milliseconds. @default one day */
  settledTtl?: number | undefined;
}

/**
 * Keep sessions in this process's memory. They end with the process, so it must be one that lives long: no
 * serverless functions, no second worker behind the same address.
 */
export function createMemoryStore({ settledTtl = 86_400_000 }: MemoryStoreOptions = {}): ToolSessionStore {
  const entries = new Map<string, ToolSessionEntry>();
  const settled = new Map<string, Settled>();

  function forgetOld(): void {
    const now = Date.now();
    // Deleted ones stand in the order of their deletion, behind those that still live.
    for (const [id, record] of settled) {
      if (record.deleteAt === undefined) continue;
      if (record.deleteAt > now) break;
      settled.delete(id);
    }
  }

  function answer(id: string, { elicitId, attempt, owner, result, answerId }: SessionAnswer): SessionAnswerOutcome {
    const record = settled.get(id);
    if (record === undefined || (record.owner !== undefined && record.owner !== owner)) return { outcome: 'unknown' };
    const first = record.answers.get(elicitId);
    if (first !== undefined) return { outcome: 'repeated', action: first.result.action, answerId: first.answerId };
    const entry = entries.get(id);
    if (entry === undefined) return { outcome: 'ended', status: record.status };
    if (entry.pending?.elicitId !== elicitId) return { outcome: 'unknown' };
    if (entry.pending.attempt !== attempt) return { outcome: 'stale' };
    record.answers.set(elicitId, { result, answerId });
    if (owner !== undefined) {
      record.owner = owner;
      entries.set(id, { ...entry, owner });
    }
    return { outcome: 'recorded' };
  }

  return {
    *get(id) {
      const entry = entries.get(id);
      if (entry === undefined) return null;
      const answers = [...(settled.get(id)?.answers ?? [])].map(
        ([elicitId, { result }]) => [elicitId, result] as const,
      );
      return { ...entry, answers: Object.fromEntries(answers) };
    },
    *set(id, entry) {
      forgetOld();
      const record = settled.get(id);
      entries.set(id, { ...entry, owner: record?.owner ?? entry.owner });
      if (record === undefined) settled.set(id, { owner: entry.owner, status: entry.status, answers: new Map() });
      else record.status = entry.status;
    },
    *delete(id) {
      const record = settled.get(id);
      entries.delete(id);
      if (record === undefined || record.deleteAt !== undefined) return;
      settled.delete(id);
      // What was answered is nobody's need any more; that it was, and how, is.
      const answers = new Map([...record.answers].map(([elicitId, first]) => [elicitId, withoutContent(first)]));
      settled.set(id, { ...record, answers, deleteAt: Date.now() + settledTtl });
      forgetOld();
    },
    *updateRefCount(id, delta) {
      const entry = entries.get(id);
      if (entry === undefined) return 0;
      const refCount = entry.refCount + delta;
      entries.set(id, { ...entry, refCount });
      return refCount;
    },
    *updateStatus(id, status) {
      const entry = entries.get(id);
      const record = settled.get(id);
      if (entry === undefined || record === undefined) return;
      entries.set(id, { ...entry, status });
      record.status = status;
    },
    *answer(id, given): Operation<SessionAnswerOutcome> {
      return answer(id, given);
    },
  };
}

function withoutContent({ result: { action }, answerId }: Recorded): Recorded {
  return { result: action === 'accept' ? { action, content: null } : { action }, answerId };
}

interface Recorded {
  result: ElicitResult<unknown>;
  answerId: string | undefined;
}

interface Settled {
  owner: string | undefined;
  status: PluginSessionStatus;
  answers: Map<string, Recorded>;
  deleteAt?: number;
}
