import { CodedError } from '../protocol/coded-error.ts';
import { longAhead, type DueKey, type DurableStore } from '../store/durable-store.ts';
import { historyAt, historyKey, historyQueue } from './call-history.ts';
import type { RecordEntry } from './record-entry.ts';
import { recordedPeople } from './recorded-people.ts';

/** What happened in calls that were begun with `record: true`. */
export interface RecordReader {
  /**
   * Read it, call by call: those that began first come first, and a call's entries in their order.
   *
   * @throws {RecordError} `RECORD_UNSUPPORTED` without a `callId` on Durable Objects, where each conversation has a
   *   store of its own
   * @throws {RecordError} `RECORD_CURSOR` if `after` is not kept any more
   * @throws {TypeError} for a query that is none
   */
  record(query?: RecordQuery): AsyncIterable<RecordEntry>;
  /**
   * Forget who a person was: their id and name go from every entry, wherever they asked, were asked or answered. What
   * they wrote stays, and the hashes still hold. What happens from now on is recorded anew.
   *
   * @returns false if the record does not have them
   */
  forget(who: { readonly owner: string }): Promise<boolean>;
}

/**
 * Which entries. Times are in milliseconds since the Unix epoch. An `owner` or `callId` that is there and undefined is
 * refused: a person who is not known must not pass for everybody.
 */
export interface RecordQuery {
  /** Of the calls that ran for this person. @default everybody's */
  readonly owner?: string;
  /** Of this call. @default every call's */
  readonly callId?: string;
  /** Of the calls that began then or later. @default the first */
  readonly from?: number | undefined;
  /** Of the calls that began before. @default the last */
  readonly to?: number | undefined;
  /** Go on after this entry. @default from the first */
  readonly after?: Pick<RecordEntry, 'callId' | 'seq'> | undefined;
  /** How many. @default all */
  readonly limit?: number | undefined;
}

/** The record cannot be read. */
export class RecordError extends CodedError<'RECORD_UNSUPPORTED' | 'RECORD_CURSOR'> {}

/** Calls of one look at a queue. */
const pageLength = 100;

/** Read the record in a store, and forget people in it, where no handler is: in a process for auditors, say. */
export function createRecordReader(store: DurableStore): RecordReader {
  const people = recordedPeople(store, 0);

  async function* callsIn(queue: string, before: number, from: DueKey, isIncluded: boolean): AsyncGenerator<string> {
    if (isIncluded) yield from.key;
    for (let last: DueKey | undefined = from; last !== undefined;) {
      // Each page begins after the one before.
      const page: readonly DueKey[] = await store.due(queue, before, pageLength, last);
      for (const { key } of page) yield key;
      last = page.length < pageLength ? undefined : page.at(-1);
    }
  }

  /** The keys of the calls that may have entries of this query. */
  async function calls(query: RecordQuery, owner: string | undefined): Promise<AsyncIterable<string> | string[]> {
    const { callId, after } = query;
    const { from, to } = timesOf(query);
    if (callId !== undefined) return [historyKey(callId)];
    if (store.isShard === true) throw new RecordError('RECORD_UNSUPPORTED', unsupported);
    const queue = historyQueue(owner);
    if (after === undefined) return callsIn(queue, to, { key: '', at: from }, false);
    const key = historyKey(after.callId);
    const [first] = await historyAt(store, key);
    if (first === undefined) throw new RecordError('RECORD_CURSOR', `The call ${after.callId} ${gone}`);
    return callsIn(queue, to, { key, at: first.at }, true);
  }

  async function* record(query: RecordQuery = {}): AsyncGenerator<RecordEntry> {
    refuseWrong(query);
    const { owner, after, limit = Infinity } = query;
    const { from, to } = timesOf(query);
    const digest = owner === undefined ? undefined : await people.find(owner);
    if (owner !== undefined && digest === undefined) return;
    let left = limit;
    for await (const key of await calls(query, digest)) {
      const kept = await historyAt(store, key);
      const [first] = kept;
      const isOthers = digest !== undefined && kept.at(-1)?.owner?.digest !== digest;
      if (first === undefined || isOthers || first.at < from || first.at >= to) continue;
      const rest = after?.callId === first.callId ? kept.filter(({ seq }) => seq > after.seq) : kept;
      for (const entry of await people.named(rest)) {
        if (left <= 0) return;
        left -= 1;
        yield entry;
      }
    }
  }

  return { record, forget: ({ owner }) => people.forget(owner) };
}

function refuseWrong(query: RecordQuery): void {
  for (const name of ['owner', 'callId'] as const) {
    if (name in query && typeof query[name] !== 'string') {
      throw new TypeError(`record: ${name} is no text. Give an id, or leave ${name} out for all.`);
    }
  }
  const { from = 0, to = 0, limit = 0 } = query;
  for (const [name, value] of Object.entries({ from, to, limit })) {
    if (typeof value !== 'number' || Number.isNaN(value)) throw new TypeError(`record: ${name} is no number.`);
  }
}

/** Whole milliseconds, as stores take them. */
function timesOf({ from = 0, to = longAhead }: RecordQuery): { from: number; to: number } {
  const whole = (time: number) => Math.ceil(Math.min(longAhead, Math.max(0, time)));
  return { from: whole(from), to: whole(to) };
}

const unsupported =
  'Each conversation has a store of its own here, so nothing lists the calls of all. Ask for one callId, or keep a list of your own.';
const gone = 'is not in the record any more. Read on with from.';
