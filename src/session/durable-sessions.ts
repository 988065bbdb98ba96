import { until, type Operation } from 'effection';
import { CodedError } from '../protocol/coded-error.ts';
import type { JournalEntry } from '../runtime/journal.ts';
import type { DurableStore } from '../store/durable-store.ts';
import { refuseLost, StoreLostError, type ToldRecord } from '../store/store-lost.ts';
import {
  applyChange,
  openEntry,
  remainsOf,
  type OpenEntry,
  type SessionRemains,
  type ToolSessionEntry,
  type ToolSessionStore,
} from './tool-session-store.ts';

/** Options of `durableSessions`. */
export interface DurableSessionsOptions {
  /** How long a call that has ended is kept if nobody deletes it, in milliseconds. @default 30 days */
  conversationTtl?: number | undefined;
  /** How long the answers of a deleted session are kept, in milliseconds. @default one day */
  settledTtl?: number | undefined;
}

/** Another process goes on with this call, so that nothing more of it can be recorded here. */
export class SessionTakenError extends CodedError<'SESSION_TAKEN'> {
  constructor(sessionId: string) {
    super('SESSION_TAKEN', `Another process goes on with the call ${sessionId}. Nothing was recorded here.`);
  }
}

/** A session as this process knows it. */
interface Known {
  session: OpenEntry;
  version: string;
  /** The number of the record's last write. */
  write: number;
  /** A write failed, and the store may have it or not. */
  isStale: boolean;
}

/** How often a change is tried that the store refuses. Each time, another change of the call was faster. */
const mostTries = 50;

/** What changes in a call, who wrote it, how often it was written, and how long its journal is. */
type Head = Pick<ToolSessionEntry, 'format' | 'owner' | 'refCount' | 'changedAt' | 'pending' | 'outcome'> & {
  by: string;
  write: number;
  length: number;
};

/** What a call began with: the first item of its journal's list. */
type Beginning = Omit<ToolSessionEntry, 'journal' | keyof Head>;

/**
 * Keep sessions in a durable store: what changes in one entry, and beside it a list of what the call began with and its
 * journal. So a journal entry costs that entry and the questions that wait, and neither the journal nor the arguments.
 *
 * Each write checks that nobody else has written since. A process that was given up for dead, and goes on, gets
 * `SESSION_TAKEN`. A store that has less than it confirmed gets `STORE_LOST`.
 */
export function durableSessions(
  store: DurableStore,
  { settledTtl = 86_400_000, conversationTtl = 2_592_000_000 }: DurableSessionsOptions = {},
): ToolSessionStore {
  const headOf = (id: string) => `call/${id}`;
  const journalOf = (id: string) => `call/${id}/journal`;
  const remainsKey = (id: string) => `call/${id}/remains`;
  /** Names the writes of this process. */
  const me = crypto.randomUUID();
  const known = new Map<string, Known>();

  function* load(id: string): Operation<(Known & { by: string }) | undefined> {
    for (;;) {
      const [head] = yield* until(store.read([headOf(id)]));
      if (head == null) return undefined;
      const { by, write, length, ...entry } = JSON.parse(head.value) as Head;
      const [beginning, ...items] = yield* until(store.list(journalOf(id)));
      if (beginning !== undefined && items.length >= length) {
        const journal = items.map((item) => JSON.parse(item) as JournalEntry);
        const session = { ...(JSON.parse(beginning) as Beginning), ...entry, journal };
        return { session, version: head.version, write, isStale: false, by };
      }
      // It may have been deleted between the two.
      const [again] = yield* until(store.read([headOf(id)]));
      if (again?.version !== head.version) continue;
      // Throw this once: without its journal, nobody can go on with the call.
      const check = [{ key: headOf(id), version: head.version }];
      yield* until(store.commit({ check, remove: [headOf(id), journalOf(id)] }));
      throw new StoreLostError(journalOf(id), `it has ${items.length} entries there instead of ${length}`);
    }
  }

  /** The session as it is, unless somebody else has written since this process has. */
  function* current(id: string): Operation<Known | undefined> {
    const kept = known.get(id);
    if (kept?.isStale === false) return kept;
    // Another change of this process may be confirmed meanwhile.
    const told = kept && { version: kept.version, write: kept.write };
    const found = yield* load(id);
    if (told !== undefined) yield* refuseLostCall(id, told, found);
    if (found === undefined) return undefined;
    if (kept !== undefined && found.by !== me && found.version !== kept.version) throw new SessionTakenError(id);
    known.set(id, found);
    return found;
  }

  /** @throws {StoreLostError} if the store contradicts what it told of this call */
  function* refuseLostCall(id: string, told: ToldRecord, found: Known | undefined): Operation<void> {
    if (found === undefined && (yield* until(store.read([remainsKey(id)])))[0] != null) return;
    try {
      refuseLost(headOf(id), told, found ?? null);
    } catch (error) {
      // Throw this once: the next call gets what the store has.
      known.delete(id);
      throw error;
    }
  }

  function* change<T>(id: string, work: (session: OpenEntry) => T | undefined): Operation<T | undefined> {
    for (let tries = 0; tries < mostTries; tries += 1) {
      const found = yield* current(id);
      if (found === undefined) return undefined;
      const { session, version } = found;
      const write = found.write + 1;
      const length = session.journal.length;
      const result = work(session);
      if (result === undefined) return undefined;
      // Until the store says that it has the change, it may have it or not.
      found.isStale = true;
      const items = session.journal.slice(length).map((entry) => JSON.stringify(entry));
      const expiresAt = session.outcome === undefined ? undefined : Date.now() + conversationTtl;
      const written = yield* until(
        store.commit({
          check: [{ key: headOf(id), version }],
          put: [{ key: headOf(id), value: headText(session, write), expiresAt }],
          append: items.length === 0 && expiresAt === undefined ? [] : [{ key: journalOf(id), items, expiresAt }],
        }),
      );
      if (written === null) continue;
      found.version = written;
      found.write = write;
      found.isStale = false;
      return result;
    }
    throw new StoreLostError(headOf(id), 'it refuses to change what it says it has');
  }

  function headText(session: ToolSessionEntry, write: number): string {
    const { format, owner, refCount, changedAt, pending, outcome, journal } = session;
    const { length } = journal;
    return JSON.stringify({
      format,
      owner,
      refCount,
      changedAt,
      pending,
      outcome,
      by: me,
      write,
      length,
    } satisfies Head);
  }

  return {
    isDurable: store.isVolatile !== true,
    *create(entry, begin = store.commit) {
      const session = openEntry(entry);
      const { id } = session;
      const items = [beginningText(session), ...session.journal.map((item) => JSON.stringify(item))];
      for (let tries = 0; tries < mostTries; tries += 1) {
        const version = yield* until(
          begin({
            check: [
              { key: headOf(id), version: null },
              { key: remainsKey(id), version: null },
            ],
            put: [{ key: headOf(id), value: headText(session, 1) }],
            append: [{ key: journalOf(id), items }],
          }),
        );
        if (version !== null) {
          known.set(id, { session, version, write: 1, isStale: false });
          return true;
        }
        const found = yield* until(store.read([headOf(id), remainsKey(id)]));
        if (found.some((entry) => entry !== null)) return false;
      }
      throw new StoreLostError(headOf(id), 'it refuses to create what it says it does not have');
    },
    *get(id) {
      const found = yield* current(id);
      return found === undefined ? null : openEntry(found.session);
    },
    *commit(id, wanted) {
      return (yield* change(id, (session) => applyChange(session, wanted) || undefined)) ?? false;
    },
    *claim(id) {
      return (yield* change(id, () => true)) ?? false;
    },
    forget(id) {
      known.delete(id);
    },
    *recall(id) {
      const found = known.get(id)?.isStale === false ? known.get(id) : yield* load(id);
      if (found !== undefined) return remainsOf(found.session);
      const [kept] = yield* until(store.read([remainsKey(id)]));
      return kept == null ? null : (JSON.parse(kept.value) as SessionRemains);
    },
    *delete(id) {
      for (let tries = 0; tries < mostTries; tries += 1) {
        const found = yield* current(id);
        if (found === undefined) return;
        const remains = JSON.stringify({ ...remainsOf(found.session), pending: [] });
        found.isStale = true;
        const written = yield* until(
          store.commit({
            check: [{ key: headOf(id), version: found.version }],
            put: [{ key: remainsKey(id), value: remains, expiresAt: Date.now() + settledTtl }],
            remove: [headOf(id), journalOf(id)],
          }),
        );
        if (written === null) continue;
        known.delete(id);
        return;
      }
      throw new StoreLostError(headOf(id), 'it refuses to delete what it says it has');
    },
    *updateRefCount(id, delta) {
      return (
        (yield* change(id, (session) => {
          session.refCount += delta;
          return session.refCount;
        })) ?? 0
      );
    },
  };
}

function beginningText(session: ToolSessionEntry): string {
  const { format: _format, owner: _owner, refCount: _refCount, changedAt: _changedAt, ...rest } = session;
  const { journal: _journal, pending: _pending, outcome: _outcome, ...beginning } = rest;
  return JSON.stringify(beginning satisfies Beginning);
}
