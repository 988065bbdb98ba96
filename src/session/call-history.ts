import { hexHash } from '../base/hash.ts';
import type { ElicitRequest } from '../protocol/elicit-request.ts';
import { canonicalJson, type JsonObject } from '../protocol/json.ts';
import type { Answerer } from '../protocol/person.ts';
import type { DurableStore } from '../store/durable-store.ts';
import type { Writer } from '../store/tenant.ts';
import type { CallRecord } from './call-record.ts';
import { hashOfEntry, type RecordEntry } from './record-entry.ts';
import { recordedPeople, type RecordedPeople } from './recorded-people.ts';
import { shownOf, toldOfChange, type Told } from './told-of-change.ts';

export type CallHistories = ReturnType<typeof callHistories>;

/** Under which the entries of a call are listed. */
export const historyKey = (callId: string) => `record/${callId}`;
/** Where calls are, by when they began: all, or those of one person. @param owner - their digest */
export const historyQueue = (owner?: string) => (owner === undefined ? 'record' : `record-${owner.slice(0, 24)}`);

/** What was recorded under such a key. */
export async function historyAt(store: DurableStore, key: string): Promise<readonly RecordEntry[]> {
  return (await store.list(key)).map((item) => JSON.parse(item) as RecordEntry);
}

/** How many records that are over a new call clears away, so that nobody has to look for them. */
const clearsAway = 2;

interface Place {
  readonly store: DurableStore;
  readonly people: RecordedPeople;
  /** How long the record of a call is kept after the call began, in milliseconds. */
  readonly ttl: number;
}

/**
 * Records what happens in calls. Each gives the call's record that does so.
 *
 * @param ttl - how long the record of a call is kept after the call began, in milliseconds
 */
export function callHistories(store: DurableStore, ttl: number) {
  const place: Place = { store, ttl, people: recordedPeople(store, ttl) };
  return {
    begin(record: CallRecord): CallRecord {
      const { toolName, toolVersion } = record.entry;
      return openHistory(place, record, [], {
        what: 'begun',
        toolName,
        ...(toolVersion !== undefined && { toolVersion }),
      });
    },
    /** Go on with what was recorded before. */
    async resume(record: CallRecord): Promise<CallRecord> {
      return openHistory(place, record, await historyAt(store, historyKey(record.entry.id)));
    },
  };
}

/** What was told, and is not linked to the entry before yet. */
interface Fresh {
  readonly told: Told;
  readonly shown: JsonObject | undefined;
  readonly at: number;
  readonly owner: string | undefined;
}

/** @param kept - what the store has, in its order */
function openHistory(place: Place, record: CallRecord, kept: readonly RecordEntry[], begun?: Told): CallRecord {
  const { store, ttl } = place;
  const { entry } = record;
  const key = historyKey(entry.id);
  /** The questions that asked for no secret. */
  const plain = new Set<string>();
  for (const told of kept) note(told);
  const fresh: Fresh[] = [];
  const linked: RecordEntry[] = [];
  let [began] = kept.map(({ at }) => at);
  let last = kept.at(-1);
  /** Keys of records that are over. */
  let over: readonly string[] = [];
  /** Where the call can be found. */
  let queues: readonly string[] = [];
  if (begun !== undefined) tell(begun);

  function note(told: Told | RecordEntry): void {
    if (told.what !== 'asked') return;
    if (told.asksForSecrets === true) plain.delete(told.elicitId);
    else plain.add(told.elicitId);
  }

  function tell(told: Told, ask?: ElicitRequest): void {
    note(told);
    const shown = told.what === 'asked' && ask ? shownOf(ask) : undefined;
    fresh.push({ told, shown, at: Date.now(), owner: entry.owner });
  }

  async function prepare(): Promise<void> {
    if (last === undefined && store.isShard !== true && Number.isFinite(ttl)) {
      over = (await store.due(historyQueue(), Date.now() - ttl, clearsAway)).map((due) => due.key);
    }
    for (let next; (next = fresh[linked.length]) !== undefined;) {
      // Each entry depends on the one before.
      last = await link(place.people, entry.id, next, last);
      began ??= last.at;
      linked.push(last);
    }
  }

  const inner = record.writer ?? aloneUnder(key, () => fresh.length > 0);
  const writer: Writer = {
    get told() {
      return inner.told;
    },
    isChanged: inner.isChanged,
    touch: () => inner.touch?.(),
    prepare: () => (linked.length < fresh.length ? prepare() : undefined),
    part(...how) {
      const part = inner.part(...how);
      if (part?.change === undefined || linked.length === 0) return part;
      const { change } = part;
      const owner = linked.at(-1)?.owner?.digest;
      const all = store.isShard === true ? [] : [historyQueue(), ...(owner === undefined ? [] : [historyQueue(owner)])];
      const at = began ?? 0;
      const items = linked.map((one) => JSON.stringify(one));
      const due = all.filter((queue) => !queues.includes(queue)).map((queue) => ({ key, queue, at }));
      return {
        change: {
          ...change,
          append: [...(change.append ?? []), { key, items, expiresAt: at + ttl }],
          due: [...(change.due ?? []), ...due],
          remove: [...(change.remove ?? []), ...over],
        },
        kept(version) {
          part.kept(version);
          fresh.splice(0, items.length);
          linked.splice(0, items.length);
          queues = all;
          over = [];
        },
      };
    },
  };

  return {
    ...record,
    writer,
    change(change) {
      const told = toldOfChange(entry, change, (elicitId) => plain.has(elicitId));
      const isDone = record.change(change);
      if (isDone) for (const one of told) tell(one, change.ask);
      return isDone;
    },
  };
}

/** Writes the history of a call that is in memory alone. */
function aloneUnder(key: string, isChanged: () => boolean): Writer {
  return {
    // Nothing is ever under this key, so that the check of its version holds.
    told: { key: `${key}/none`, version: null, write: 0 },
    isChanged,
    part: () => (isChanged() ? { change: {}, kept: () => undefined } : undefined),
  };
}

async function link(
  people: RecordedPeople,
  callId: string,
  { told, shown, at, owner }: Fresh,
  before: RecordEntry | undefined,
): Promise<RecordEntry> {
  const known = async (person: Answerer) => ({ digest: await people.digestOf(person) });
  const by = 'by' in told ? told.by : undefined;
  const to = 'to' in told ? told.to : undefined;
  return {
    callId,
    seq: (before?.seq ?? -1) + 1,
    at,
    // Of an open call, the owner stays who they were, or forgotten.
    ...(owner !== undefined && { owner: before?.owner ?? (await known({ id: owner })) }),
    ...told,
    ...(by && { by: await known(by) }),
    ...(to && { to: await Promise.all(to.map(async (one) => ('role' in one ? one : known(one)))) }),
    ...(shown && { digest: await hexHash(canonicalJson(shown)) }),
    prev: before === undefined ? '' : await hashOfEntry(before),
  } as RecordEntry;
}
