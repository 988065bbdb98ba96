import { until, type Operation } from 'effection';
import type { JournalEntry } from '../runtime/journal.ts';
import { isKeepable, longAhead, timeIn, type DueKey, type DurableStore } from '../store/durable-store.ts';
import { memoryStore } from '../store/memory-store.ts';
import { StoreLostError } from '../store/store-lost.ts';
import type { Writer } from '../store/tenant.ts';
import {
  applyChange,
  remainsOf,
  type OpenEntry,
  type SessionChange,
  type SessionRemains,
  type ToolSessionEntry,
} from './call-entry.ts';
import type { CallHistories } from './call-history.ts';
import { answersBefore, type GivenAnswer } from './may-answer.ts';
import { createRunningWay, type RunningWay } from './running-way.ts';
import { indexChange, indexOf, nothingIndexed, type IndexChange, type Indexing } from './waiting-index.ts';

/** A call's record, of which this process has one copy. It changes at once, and whoever needs to waits until it is kept. */
export interface CallRecord {
  readonly entry: Readonly<OpenEntry>;
  /** Which way the call has gone, by its journal. */
  readonly way: RunningWay;
  /** The store outlives the process. */
  readonly isDurable: boolean;
  /** Writes it, and its history. Undefined where there is nothing to write. */
  readonly writer: Writer | undefined;
  /** @returns false, with nothing changed, if `change.asked` no longer waits */
  change(change: SessionChange): boolean;
  /** Let go of the call. Once it has ended, its record is deleted, and its remains are kept. */
  release(): void;
  /** What is known of the call once its record is deleted. */
  remains(): SessionRemains;
}

/** Keeps the records of calls. */
export interface CallRecords {
  /** A record that is not written yet. Undefined if the id is in use here, or was deleted recently. */
  create(entry: ToolSessionEntry): CallRecord | undefined;
  /** @throws {StoreLostError} if the store lacks something of it */
  load(callId: string): Operation<CallRecord | undefined>;
  /** A page of the questions in a queue of `queuesOf`, as `store.due` gives it. */
  waiting(queue: string, limit: number, after: DueKey | undefined): Promise<readonly DueKey[]>;
  /** What waits in these calls, and for whom they run. Undefined for a call that is over or unknown. */
  heads(callIds: readonly string[]): Promise<readonly (CallHead | undefined)[]>;
  /** What is known of a call, even after its deletion. */
  recall(callId: string): Operation<SessionRemains | undefined>;
}

/** What is known of a call without its journal. */
export interface CallHead extends Pick<ToolSessionEntry, 'owner' | 'ownerName' | 'pending'> {
  /** What a host's `mayAnswer` reads of the journal. Absent while no question is for somebody else. */
  readonly answers?: readonly GivenAnswer[] | undefined;
}

/** Everything that was answered in a call so far. */
export const answersIn = (way: RunningWay) => answersBefore('', way.now().passed);

/** Options of `callRecords`. */
export interface CallRecordsOptions {
  /** How long a call is kept after its end if nobody deletes it, in milliseconds. @default 30 days */
  callTtl?: number | undefined;
  /**
   * In memory: how many answers of deleted calls are kept. A call without answers counts as one. The call deleted first
   * is forgotten first. @default 100000
   */
  rememberedAnswers?: number | undefined;
  /** See `Indexing`. @default never */
  notifyAfter?: number | undefined;
  /** Record what happens in calls. @default nothing is */
  histories?: CallHistories | undefined;
}

/** How long the answers of a deleted call are kept, in milliseconds. */
const settledTtl = 86_400_000;

/** Keep the records of calls in a store, or in this process's memory where the store is memory, too. */
export function callRecords(store: DurableStore | undefined, options: CallRecordsOptions = {}): CallRecords {
  const { callTtl = 2_592_000_000 } = options;
  // Records end by the store's clock, where it has one.
  const ttls: Ttls = { callTtl, now: () => timeIn(store) };
  const isKept = store !== undefined && store.isVolatile !== true;
  return isKept ? recordsInStore(store, ttls, options) : recordsInMemory(ttls, options, store);
}

/**
 * Keep records in this process's memory. They end with the process, so use one long-lived process: no serverless
 * functions, no second worker behind the same address.
 */
function recordsInMemory(
  { callTtl }: Ttls,
  { rememberedAnswers = 100_000, notifyAfter, histories }: CallRecordsOptions,
  index: DurableStore = memoryStore(),
): CallRecords {
  const live = new Map<string, CallRecord>();
  /** In order of deletion. */
  const deleted = new Map<string, { readonly remains: SessionRemains; readonly deleteAt: number }>();
  let remembered = 0;

  function forgetOld(): void {
    for (const [id, { remains, deleteAt }] of deleted) {
      if (deleteAt > Date.now() && remembered <= rememberedAnswers) return;
      deleted.delete(id);
      remembered -= countOf(remains);
    }
  }

  return {
    create(entry) {
      forgetOld();
      const { id } = entry;
      if (live.has(id) || deleted.has(id)) return undefined;
      const opened = openRecord(entry, {
        // What is in memory changes at once, and fails never.
        indexing: {
          isListed: true,
          notifyAfter,
          onChange(change) {
            if (change.due.length + change.remove.length > 0) index.commit(change).catch(() => undefined);
          },
        },
        onDeleted(remains) {
          if (!live.delete(id)) return;
          deleted.set(id, { remains, deleteAt: Date.now() + settledTtl });
          remembered += countOf(remains);
          forgetOld();
        },
      });
      const record = histories?.begin(opened) ?? opened;
      live.set(id, record);
      return record;
    },
    *load(id) {
      const record = live.get(id);
      const { outcome, changedAt = 0 } = record?.entry ?? {};
      if (outcome !== undefined && changedAt + callTtl <= Date.now()) record?.release();
      return live.get(id);
    },
    waiting: (queue, limit, after) => index.due(queue, longAhead, limit, after),
    heads: async (ids) =>
      ids.map((id) => {
        const record = live.get(id);
        return record && { ...record.entry, answers: answersIn(record.way) };
      }),
    *recall(id) {
      const record = live.get(id);
      return record === undefined ? deleted.get(id)?.remains : record.remains();
    },
  };
}

function countOf({ closed }: SessionRemains): number {
  return Math.max(1, closed.length);
}

/** What changes in a call, how often it was written, and how long its journal is. */
type Head = CallHead &
  Pick<ToolSessionEntry, 'format' | 'isReleased' | 'changedAt' | 'outcome'> & {
    write: number;
    length: number;
  };

/** What a call began with: the first item of its journal's list. */
type Beginning = Omit<ToolSessionEntry, 'journal' | keyof Head>;

const headKey = (id: string) => `call/${id}`;
const journalKey = (id: string) => `call/${id}/journal`;
const remainsKey = (id: string) => `call/${id}/remains`;

/**
 * Keep records in a durable store: what changes in one entry, and beside it a list of what the call began with and its
 * journal. So a journal entry costs that entry and the questions that wait, and neither the journal nor the arguments.
 */
function recordsInStore(store: DurableStore, ttls: Ttls, { notifyAfter, histories }: CallRecordsOptions): CallRecords {
  // What is in a queue for as long as it waits would wake an object again and again.
  const indexing = { isListed: store.isShard !== true, notifyAfter };
  return {
    create(entry) {
      const opened = openRecord(entry, { ttls, indexing });
      return histories?.begin(opened) ?? opened;
    },
    *load(id) {
      // A host may ask for whatever a person sent.
      if (!isKeepable(id)) return undefined;
      for (;;) {
        const [[head], early] = yield* until(Promise.all([store.read([headKey(id)]), store.list(journalKey(id))]));
        if (head == null) return undefined;
        const { write, length, answers: _answers, ...entry } = JSON.parse(head.value) as Head;
        // What was listed beside the head may be from before it.
        const [beginning, ...items] = early.length > length ? early : yield* until(store.list(journalKey(id)));
        if (beginning !== undefined && items.length >= length) {
          const journal = items.map((item) => JSON.parse(item) as JournalEntry);
          const known = { ...(JSON.parse(beginning) as Beginning), ...entry, journal };
          const opened = openRecord(known, { ttls, indexing, version: head.version, write });
          return histories === undefined ? opened : yield* until(histories.resume(opened));
        }
        // It may have been deleted between the two.
        const [again] = yield* until(store.read([headKey(id)]));
        if (again?.version !== head.version) continue;
        // Throw this once: without its journal, nobody can go on with the call.
        const check = [{ key: headKey(id), version: head.version }];
        const { remove } = indexChange(indexOf(entry.pending, indexing), nothingIndexed);
        yield* until(store.commit({ check, remove: [headKey(id), journalKey(id), ...remove] }));
        const has = beginning === undefined ? 'nothing there' : `${items.length} entries there instead of ${length}`;
        throw new StoreLostError(journalKey(id), `it has ${has}`);
      }
    },
    waiting: (queue, limit, after) => store.due(queue, longAhead, limit, after),
    async heads(ids) {
      const found = ids.length === 0 ? [] : await store.read(ids.map(headKey));
      return found.map((head) => (head === null ? undefined : (JSON.parse(head.value) as Head)));
    },
    *recall(id) {
      if (!isKeepable(id)) return undefined;
      for (;;) {
        const [head, kept] = yield* until(store.read([headKey(id), remainsKey(id)]));
        if (head == null) return kept == null ? undefined : (JSON.parse(kept.value) as SessionRemains);
        const record = yield* this.load(id);
        if (record !== undefined) return record.remains();
      }
    },
  };
}

interface Ttls {
  now(): number;
  readonly callTtl: number;
}

interface RecordOptions {
  /** How long it is kept in a store. Undefined for a record that is in memory alone. */
  readonly ttls?: Ttls | undefined;
  /** `onChange` is told what has changed. A store hears of that with the rest. */
  readonly indexing: Indexing & { onChange?(change: IndexChange): void };
  /** As the store has it. Undefined for one that is not written yet. */
  readonly version?: string | undefined;
  readonly write?: number | undefined;
  onDeleted?(remains: SessionRemains): void;
}

function openRecord(begun: ToolSessionEntry, { ttls, indexing, onDeleted, ...found }: RecordOptions): CallRecord {
  const entry: OpenEntry = { ...begun, journal: [...begun.journal] };
  const { id } = entry;
  const way = createRunningWay(entry.journal);
  let version = found.version ?? null;
  let write = found.write ?? 0;
  let keptUntil = Infinity;
  /** How many items of the list the store has. */
  let listed = version === null ? 0 : entry.journal.length + 1;
  /** Counts changes, here and as the store has them. */
  let changes = 1;
  let keptChanges = version === null ? 0 : 1;
  /** The questions for others that can be found. */
  let indexed = version === null ? nothingIndexed : indexOf(entry.pending, indexing);

  const remains = () => remainsOf(entry, way.now());
  const isDeleted = () => entry.outcome !== undefined && entry.isReleased === true;

  function changed(): void {
    changes += 1;
    if (indexing.onChange !== undefined) {
      const now = indexOf(entry.pending, indexing);
      indexing.onChange(indexChange(indexed, now));
      indexed = now;
    }
    if (isDeleted()) onDeleted?.(remains());
  }

  function writerOf({ callTtl, now }: Ttls): Writer {
    return {
      get told() {
        return { key: headKey(id), version, write, keptUntil, remains: remainsKey(id) };
      },
      isChanged: () => changes !== keptChanges,
      touch() {
        if (!isDeleted()) changes += 1;
      },
      part() {
        if (changes === keptChanges) return undefined;
        const asked = { changes, listed: entry.journal.length + 1, indexed: indexOf(entry.pending, indexing) };
        const kept = (done: string) => {
          version = done;
          write += 1;
          ({ listed, indexed, changes: keptChanges } = asked);
        };
        const { put: told, due, remove } = indexChange(indexed, asked.indexed);
        // They stay longer than its record.
        const hasLeft = isDeleted() || (entry.outcome !== undefined && settledTtl > callTtl);
        const key = remainsKey(id);
        const left = hasLeft ? [{ key, value: JSON.stringify(remains()), expiresAt: now() + settledTtl }] : [];
        if (isDeleted()) return { change: { put: left, remove: [headKey(id), journalKey(id), ...remove] }, kept };
        const { format, owner, ownerName, isReleased, changedAt, pending, outcome, journal, ...beginning } = entry;
        const head = { format, owner, ownerName, isReleased, changedAt, pending, outcome };
        const given = asked.indexed.size > 0 &&
          pending.some(({ to }) => to !== undefined) && { answers: answersIn(way) };
        const value = { ...head, ...given, write: write + 1, length: journal.length };
        const begun = listed === 0 ? [beginning satisfies Beginning] : [];
        const items = [...begun, ...journal.slice(Math.max(0, listed - 1))].map((item) => JSON.stringify(item));
        const expiresAt = outcome === undefined ? undefined : now() + callTtl;
        keptUntil = Math.min(keptUntil, expiresAt ?? Infinity);
        const change = {
          check: version === null ? [{ key, version: null }] : [],
          put: [{ key: headKey(id), value: JSON.stringify(value satisfies Head), expiresAt }, ...told, ...left],
          append: items.length === 0 && expiresAt === undefined ? [] : [{ key: journalKey(id), items, expiresAt }],
          due,
          remove,
        };
        return { change, kept };
      },
    };
  }

  return {
    entry,
    way,
    remains,
    isDurable: ttls !== undefined,
    writer: ttls && writerOf(ttls),
    change(change) {
      const isDone = applyChange(entry, change);
      if (isDone) changed();
      return isDone;
    },
    release() {
      entry.isReleased = true;
      changed();
    },
  };
}
