import { timeOf, type DurableStore, type StoreCheck, type StoreCommit, type StoredEntry } from './durable-store.ts';

/** What a Durable Object has as `ctx.storage`, if its class is kept in SQLite. */
export interface ObjectStorage {
  readonly sql: { exec(query: string, ...values: unknown[]): { toArray(): Record<string, unknown>[] } };
  transactionSync<T>(work: () => T): T;
  /** Resolves when everything that was written is kept. */
  sync(): Promise<void>;
  setAlarm(at: number): Promise<void>;
  deleteAlarm(): Promise<void>;
}

/**
 * Keep conversations in a Durable Object. They outlive its eviction, and deploys.
 *
 * The store sets the object's alarm to the time at which something is due or expires, so `alarm()` has to call
 * `chat.sweep()`. Make the store and its handler once, in the object's constructor: what runs under another store of the
 * same object is over.
 *
 * @example
 * export class Conversation extends DurableObject {
 *   #chat = createChatHandler({
 *     provider,
 *     tools: [bookFlightTool],
 *     store: durableObjectStore(this.ctx.storage),
 *     limits: { sweepEvery: Infinity },
 *   });
 *   fetch(request: Request) {
 *     return this.#chat(request);
 *   }
 *   alarm() {
 *     return this.#chat.sweep();
 *   }
 * }
 *
 * @param storage - of a class that is listed under `new_sqlite_classes`
 * @throws Cloudflare's error if the class is kept in another way
 */
export function durableObjectStore(storage: ObjectStorage): DurableStore {
  const { query, lengthOf, holds, apply } = createRows(storage);
  /** What the alarm is set to: null for never, undefined if that is unknown. */
  let alarm: number | null | undefined;
  let lookedAt = -Infinity;

  /** Set the alarm to the earliest time. What was due at the last look is being done, or cannot be: do not spin. */
  function setAlarm(): Promise<void> | undefined {
    const [{ earliest } = { earliest: null }] = query<{ earliest: number | null }>(earliestTime);
    const wanted = earliest !== null && earliest <= lookedAt ? lookedAt + lookAgainAfter : earliest;
    if (wanted === alarm) return undefined;
    // Cloudflare takes no alarm for a later year.
    const set = wanted === null ? storage.deleteAlarm() : storage.setAlarm(Math.min(wanted, Date.UTC(2189, 0)));
    alarm = wanted;
    return set;
  }

  query(tables);

  return {
    opening: crypto.randomUUID(),
    isShard: true,
    async read(keys) {
      const found = new Map<string, StoredEntry>();
      const rows = query<{ key: string; value: string; version: string }>(
        `select key, value, version from elicit_entries where key in (select value from json_each(?)) and ${isLive} order by key, piece`,
        JSON.stringify(keys),
        now(),
      );
      for (const { key, value, version } of rows) {
        found.set(key, { value: (found.get(key)?.value ?? '') + value, version });
      }
      return keys.map((key) => found.get(key) ?? null);
    },
    async list(key, from = 0) {
      if (lengthOf(key) <= from) return [];
      const items: string[] = [];
      const rows = query<{ piece: number; item: string }>(
        'select piece, item from elicit_items where key = ? and position >= ? order by position, piece',
        key,
        from,
      );
      for (const { piece, item } of rows) items.push(piece === 0 ? item : items.pop() + item);
      return items;
    },
    async commit(commit) {
      const version = crypto.randomUUID();
      let alarmSet: Promise<void> | undefined;
      const isDone = storage.transactionSync(() => {
        if (!(commit.check ?? []).every(holds)) return false;
        apply(commit, version);
        alarmSet = setAlarm();
        return true;
      });
      if (!isDone) return null;
      await Promise.all([alarmSet, storage.sync()]);
      return version;
    },
    async due(queue, before, limit, after) {
      lookedAt = now();
      // It may be the alarm that has brought the caller here, and early, by another clock.
      alarm = undefined;
      let alarmSet: Promise<void> | undefined;
      storage.transactionSync(() => {
        query('delete from elicit_items where key in (select key from elicit_lists where expires_at <= ?)', lookedAt);
        for (const table of ['lists', 'entries']) {
          query(`delete from elicit_${table} where expires_at <= ?`, lookedAt);
        }
        alarmSet = setAlarm();
      });
      await alarmSet;
      return query<DueRow>(
        'select key, at from elicit_due where queue = ? and at < ? and (at, key) > (?, ?) order by at, key limit ?',
        queue,
        before,
        after?.at ?? Number.MIN_SAFE_INTEGER,
        after?.key ?? '',
        limit,
      );
    },
  };
}

/** Reads and writes the rows. */
function createRows(storage: ObjectStorage) {
  function query<Row>(text: string, ...values: (string | number | null)[]): Row[] {
    return storage.sql.exec(text, ...values).toArray() as Row[];
  }

  function lengthOf(key: string): number {
    const [list] = query<{ length: number }>(`select length from elicit_lists where key = ? and ${isLive}`, key, now());
    return list?.length ?? 0;
  }

  function holds(check: StoreCheck): boolean {
    if ('length' in check) return lengthOf(check.key) === check.length;
    const asked = `select version from elicit_entries where key = ? and piece = 0 and ${isLive}`;
    const [entry] = query<{ version: string }>(asked, check.key, now());
    return (entry?.version ?? null) === check.version;
  }

  function apply({ put = [], append = [], remove = [], due = [] }: StoreCommit, version: string): void {
    for (const { key, value, expiresAt } of put) {
      const pieces = piecesOf(value);
      for (const [piece, text] of pieces.entries()) {
        const row = [key, piece, text, version, timeOf(expiresAt)] as const;
        query('insert or replace into elicit_entries values (?, ?, ?, ?, ?)', ...row);
      }
      query('delete from elicit_entries where key = ? and piece >= ?', key, pieces.length);
    }
    for (const { key, items, expiresAt } of append) {
      const length = lengthOf(key);
      if (length === 0) query('delete from elicit_items where key = ?', key);
      if (length + items.length === 0) continue;
      for (const [index, item] of items.entries()) {
        for (const [piece, text] of piecesOf(item).entries()) {
          query('insert into elicit_items values (?, ?, ?, ?)', key, length + index, piece, text);
        }
      }
      query('insert or replace into elicit_lists values (?, ?, ?)', key, length + items.length, timeOf(expiresAt));
    }
    for (const key of remove) {
      for (const table of ['entries', 'lists', 'items', 'due']) query(`delete from elicit_${table} where key = ?`, key);
    }
    for (const { key, queue, at } of due) {
      if (timeOf(at) === null) query('delete from elicit_due where key = ? and queue = ?', key, queue);
      else query('insert or replace into elicit_due values (?, ?, ?)', key, queue, at);
    }
  }

  return { query, lengthOf, holds, apply };
}

interface DueRow {
  key: string;
  at: number;
}

/** What was due at a look is looked at again after this time, in milliseconds. */
const lookAgainAfter = 10_000;

/** Characters of a row. It holds 2 MB, and a character of UTF-16 is three bytes at most. */
const longestPiece = 500_000;

const isLive = '(expires_at is null or expires_at > ?)';

/** Without row ids, a row that is written counts once. */
const tables = `
create table if not exists elicit_entries (key text, piece integer, value text not null, version text not null, expires_at integer, primary key (key, piece)) without rowid;
create table if not exists elicit_lists (key text primary key, length integer not null, expires_at integer) without rowid;
create table if not exists elicit_items (key text, position integer, piece integer, item text not null, primary key (key, position, piece)) without rowid;
create table if not exists elicit_due (key text, queue text, at integer not null, primary key (key, queue)) without rowid;
create index if not exists elicit_due_at on elicit_due (queue, at, key);
create index if not exists elicit_entries_expire on elicit_entries (expires_at) where expires_at is not null;
create index if not exists elicit_lists_expire on elicit_lists (expires_at) where expires_at is not null;
`;

/** Goes from one queue to the next by the index, which has the times of each. */
const earliestTime = `
with recursive queues (queue) as (
select min(queue) from elicit_due
union all select (select min(queue) from elicit_due where queue > queues.queue) from queues where queue is not null)
select min(at) as earliest from (
select (select min(at) from elicit_due where queue = queues.queue) as at from queues
union all select min(expires_at) from elicit_entries where expires_at is not null
union all select min(expires_at) from elicit_lists where expires_at is not null)`;

const now = () => Date.now();

/** The text in pieces that fit into a row each, with no character cut in two. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (let start = 0; start < text.length || start === 0;) {
    let end = start + longestPiece;
    if (/[\uD800-\uDBFF]/.test(text.charAt(end - 1))) end += 1;
    pieces.push(text.slice(start, end));
    start = end;
  }
  return pieces;
}
