import { until, type Operation } from 'effection';
import type { JournalEntry } from '../runtime/journal.ts';
import type { DurableStore } from '../store/durable-store.ts';
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
  /** How long the answers of a deleted session are kept, in milliseconds. @default one day */
  settledTtl?: number | undefined;
}

/**
 * Keep sessions in a durable store: what changes in one entry, and the journal in a list beside it. So a journal entry
 * costs that entry and the questions that wait, and not the journal.
 */
export function durableSessions(
  store: DurableStore,
  { settledTtl = 86_400_000 }: DurableSessionsOptions = {},
): ToolSessionStore {
  const headOf = (id: string) => `call/${id}`;
  const journalOf = (id: string) => `call/${id}/journal`;
  const remainsKey = (id: string) => `call/${id}/remains`;

  function* load(id: string): Operation<{ session: OpenEntry; version: string } | undefined> {
    const [head] = yield* until(store.read([headOf(id)]));
    if (head == null) return undefined;
    const items = yield* until(store.list(journalOf(id)));
    const journal = items.map((item) => JSON.parse(item) as JournalEntry);
    return { session: openEntry({ ...(JSON.parse(head.value) as ToolSessionEntry), journal }), version: head.version };
  }

  /** Change a session, as often as it takes until nobody else changed it meanwhile. */
  function* change<T>(id: string, work: (session: OpenEntry) => T | undefined): Operation<T | undefined> {
    for (;;) {
      const found = yield* load(id);
      if (found === undefined) return undefined;
      const { session, version } = found;
      const length = session.journal.length;
      const result = work(session);
      if (result === undefined) return undefined;
      const items = session.journal.slice(length).map((entry) => JSON.stringify(entry));
      const isDone = yield* until(
        store.commit({
          check: [
            { key: headOf(id), version },
            { key: journalOf(id), length },
          ],
          put: [{ key: headOf(id), value: headText(session) }],
          append: items.length === 0 ? [] : [{ key: journalOf(id), items }],
        }),
      );
      if (isDone) return result;
    }
  }

  return {
    isDurable: true,
    *create(session) {
      return yield* until(
        store.commit({
          check: [
            { key: headOf(session.id), version: null },
            { key: remainsKey(session.id), version: null },
          ],
          put: [{ key: headOf(session.id), value: headText(session) }],
          append: [{ key: journalOf(session.id), items: session.journal.map((entry) => JSON.stringify(entry)) }],
        }),
      );
    },
    *get(id) {
      return (yield* load(id))?.session ?? null;
    },
    *commit(id, wanted) {
      return (yield* change(id, (session) => applyChange(session, wanted) || undefined)) ?? false;
    },
    *recall(id) {
      const found = yield* load(id);
      if (found !== undefined) return remainsOf(found.session);
      const [kept] = yield* until(store.read([remainsKey(id)]));
      return kept == null ? null : (JSON.parse(kept.value) as SessionRemains);
    },
    *delete(id) {
      for (;;) {
        const found = yield* load(id);
        if (found === undefined) return;
        const remains = JSON.stringify({ ...remainsOf(found.session), pending: [] });
        const isDone = yield* until(
          store.commit({
            check: [{ key: headOf(id), version: found.version }],
            put: [{ key: remainsKey(id), value: remains, expiresAt: Date.now() + settledTtl }],
            remove: [headOf(id), journalOf(id)],
          }),
        );
        if (isDone) return;
      }
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

function headText({ journal: _journal, ...head }: ToolSessionEntry): string {
  return JSON.stringify(head);
}
