import { checkPrefix, namesIn, type DurableStore } from './durable-store.ts';
import { createHeardClock } from './heard-clock.ts';

/** What runs SQL: a pool or client of `pg`, PGlite, Neon, and anything else with this method. */
export interface SqlRunner {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/** Options of `postgresStore`. */
export interface PostgresStoreOptions {
  /** How the names of its tables begin: lower-case letters, digits and `_`. @default 'elicit' */
  prefix?: string | undefined;
}

/**
 * Keep conversations in Postgres 14 or newer. Any number of processes may share it.
 *
 * A commit is one call of a function in the database, and so one transaction. The tables and functions are created at
 * the first use, unless they exist. What has expired is deleted within minutes, as part of a sweep.
 *
 * @throws {TypeError} for a prefix with other characters
 */
export function postgresStore(sql: SqlRunner, { prefix = 'elicit' }: PostgresStoreOptions = {}): DurableStore {
  checkPrefix('postgresStore', prefix);
  const clock = createHeardClock();
  let deletesAt = 0;

  /** Each query sets up for itself until one is done. Don't share a set-up that is under way: it may get no reply. */
  let prepare: typeof setUp | undefined = setUp;

  async function query<Row>(text: string, values: unknown[]): Promise<Row[]> {
    await prepare?.(sql, prefix);
    prepare = undefined;
    return (await sql.query(text, values)).rows as Row[];
  }

  /** Every process does this now and then. A full batch is followed by the next one. */
  async function deleteExpired(): Promise<void> {
    if (clock.now() < deletesAt) return;
    deletesAt = clock.now() + deleteEvery;
    const asked = `select ${prefix}_expire(${nowInSql}::bigint, $1) as deleted`;
    const [row] = await query<{ deleted: number }>(asked, [deleteAtOnce]);
    if (row?.deleted === deleteAtOnce) deletesAt = 0;
  }

  return {
    now: clock.now,
    async read(keys) {
      const sent = performance.now();
      // One row at least, which tells the time.
      const rows = await query<{ now: number | string; key: string | null; value: string; version: string }>(
        `select ${nowInSql} as now, key, value, version::text from (values (1)) as one left join ${prefix}_entries on key = any($1) and (expires_at is null or expires_at > ${nowInSql})`,
        [[...new Set(keys)]],
      );
      if (rows[0] !== undefined) clock.hear(Number(rows[0].now), sent);
      const found = new Map(rows.map(({ key, value, version }) => [key, { value, version }]));
      return keys.map((key) => found.get(key) ?? null);
    },
    async list(key, from = 0) {
      const rows = await query<{ item: string }>(
        `select item from ${prefix}_items join ${prefix}_lists using (key) where key = $1 and position >= $2 and (expires_at is null or expires_at > ${nowInSql}) order by position`,
        [key, from],
      );
      return rows.map(({ item }) => item);
    },
    async commit(commit) {
      const { check = [], put = [], append = [], remove = [], due = [] } = commit;
      const given = JSON.stringify({ keys: namesIn(commit).toSorted(), check, put, append, remove, due });
      const asked = `select ${prefix}_commit($1::jsonb, ${nowInSql}::bigint)::text as version`;
      const [row] = await query<{ version: string | null }>(asked, [given]);
      return row?.version ?? null;
    },
    async due(queue, before, limit, after) {
      await deleteExpired();
      // Order by the columns, not by the text that is selected: only they are indexed.
      const rows = await query<{ key: string; at: string }>(
        `select key, at::text from ${prefix}_due as due where queue = $1 and due.at < $2 and (due.at, due.key) > ($3, $4) order by due.at, due.key limit $5`,
        [queue, before, after?.at ?? Number.MIN_SAFE_INTEGER, after?.key ?? '', limit],
      );
      return rows.map(({ key, at }) => ({ key, at: Number(at) }));
    },
  };
}

/** In milliseconds since the Unix epoch. What expires goes by it: a process whose clock is ahead would delete too much. */
const nowInSql = '(extract(epoch from clock_timestamp())::float8 * 1000)';

/** How often a process deletes what has expired, in milliseconds. */
const deleteEvery = 60_000;

/** How many keys it deletes at once. */
const deleteAtOnce = 1000;

/**
 * Create what is missing, in one statement: all of it is there, or nothing. Of several processes that do so at once, the
 * others wait for the first, and look again then. Creating what exists would lock tables against commits.
 */
async function setUp(sql: SqlRunner, prefix: string): Promise<void> {
  // A restored backup may have functions without tables. Look into the catalogs: what `to_regclass` says may be stale here.
  const names = ['entries', 'lists', 'items', 'due', 'versions'].map((name) => `'${prefix}_${name}'`).join(', ');
  const isThere = `(select count(*) = 5 from pg_class where relname in (${names}) and pg_table_is_visible(oid))
    and exists (select from pg_proc where proname = '${prefix}_expire' and pg_function_is_visible(oid))`;
  const [found] = (await sql.query(`select ${isThere} as "isThere"`)).rows as { isThere: boolean }[];
  if (found?.isThere === true) return;
  try {
    await sql.query(`
do $setup$
begin
  perform pg_advisory_xact_lock(hashtextextended('${prefix}: set up', 0));
  if ${isThere} then return; end if;
  create sequence if not exists ${prefix}_versions;
  create table if not exists ${prefix}_entries (key text primary key, value text not null, version bigint not null, expires_at bigint);
  create table if not exists ${prefix}_lists (key text primary key, length bigint not null, expires_at bigint);
  create table if not exists ${prefix}_items (key text not null, position bigint not null, item text not null, primary key (key, position));
  create table if not exists ${prefix}_due (key text collate "C", queue text, at bigint not null, primary key (key, queue));
  create index if not exists ${prefix}_due_at on ${prefix}_due (queue, at, key);
  create index if not exists ${prefix}_entries_expire on ${prefix}_entries (expires_at) where expires_at is not null;
  create index if not exists ${prefix}_lists_expire on ${prefix}_lists (expires_at) where expires_at is not null;
  ${commitFunction(prefix)};
  ${expireFunction(prefix)};
end $setup$`);
  } catch (error) {
    if (!mayNotCreate.has((error as { code?: unknown }).code)) throw error;
    const what = `The role of this connection may not create the tables of the store: ${(error as Error).message}.`;
    const next = 'Have one that may use the store once. Then grant this one select, insert, update and delete on them';
    throw new Error(`${what} ${next}, and usage of ${prefix}_versions.`, { cause: error });
  }
}

/** What Postgres says to a role without a right, and to one that sees no schema to create in. */
const mayNotCreate: ReadonlySet<unknown> = new Set(['42501', '3F000']);

/** The keys are locked in one order, so that two commits never wait for each other. */
function commitFunction(prefix: string): string {
  return `
create or replace function ${prefix}_commit(c jsonb, now_ms bigint) returns bigint language plpgsql as $$
declare
  names constant text[] := array(select jsonb_array_elements_text(c->'keys'));
  k text;
  x jsonb;
  n bigint;
  version_now bigint;
begin
  if current_setting('transaction_isolation') in ('repeatable read', 'serializable') then
    raise 'The store cannot commit under "%": a commit would check what was so before it waited for another one. Set default_transaction_isolation to "read committed" for its connections.', current_setting('transaction_isolation');
  end if;
  foreach k in array names loop
    perform pg_advisory_xact_lock(hashtextextended('${prefix}:' || k, 0));
  end loop;
  delete from ${prefix}_entries where key = any(names) and expires_at <= now_ms;
  if exists (select from ${prefix}_lists where key = any(names) and expires_at <= now_ms) then
    delete from ${prefix}_items where key in (select key from ${prefix}_lists where key = any(names) and expires_at <= now_ms);
    delete from ${prefix}_lists where key = any(names) and expires_at <= now_ms;
  end if;
  for x in select jsonb_array_elements(c->'check') loop
    if x ? 'length' then
      select length into n from ${prefix}_lists where key = x->>'key';
      if coalesce(n, 0) <> (x->>'length')::bigint then return null; end if;
    else
      select version into n from ${prefix}_entries where key = x->>'key';
      if n is distinct from (x->>'version')::bigint then return null; end if;
    end if;
    n := null;
  end loop;
  version_now := nextval('${prefix}_versions');
  for x in select jsonb_array_elements(c->'put') loop
    insert into ${prefix}_entries values (x->>'key', x->>'value', version_now, (x->>'expiresAt')::bigint)
      on conflict (key) do update set value = excluded.value, version = excluded.version, expires_at = excluded.expires_at;
  end loop;
  for x in select jsonb_array_elements(c->'append') loop
    select length into n from ${prefix}_lists where key = x->>'key';
    n := coalesce(n, 0);
    continue when n + jsonb_array_length(x->'items') = 0;
    insert into ${prefix}_items
      select x->>'key', n + item.ordinality - 1, item.value from jsonb_array_elements_text(x->'items') with ordinality as item;
    insert into ${prefix}_lists values (x->>'key', n + jsonb_array_length(x->'items'), (x->>'expiresAt')::bigint)
      on conflict (key) do update set length = excluded.length, expires_at = excluded.expires_at;
    n := null;
  end loop;
  for k in select jsonb_array_elements_text(c->'remove') loop
    delete from ${prefix}_entries where key = k;
    delete from ${prefix}_lists where key = k;
    delete from ${prefix}_items where key = k;
    delete from ${prefix}_due where key = k;
  end loop;
  for x in select jsonb_array_elements(c->'due') loop
    if x->>'at' is null then
      delete from ${prefix}_due where key = x->>'key' and queue = x->>'queue';
    else
      insert into ${prefix}_due values (x->>'key', x->>'queue', (x->>'at')::bigint)
        on conflict (key, queue) do update set at = excluded.at;
    end if;
  end loop;
  return version_now;
end $$`;
}

/** A key that a commit has locked is left for the next time. */
function expireFunction(prefix: string): string {
  return `
create or replace function ${prefix}_expire(now_ms bigint, most integer) returns integer language plpgsql as $$
declare
  k text;
  n integer := 0;
begin
  for k in
    select key from (
      (select key, expires_at from ${prefix}_entries where expires_at <= now_ms order by expires_at limit most)
      union all
      (select key, expires_at from ${prefix}_lists where expires_at <= now_ms order by expires_at limit most)
    ) as expired order by expires_at limit most
  loop
    n := n + 1;
    continue when not pg_try_advisory_xact_lock(hashtextextended('${prefix}:' || k, 0));
    delete from ${prefix}_entries where key = k and expires_at <= now_ms;
    delete from ${prefix}_items where key in (select key from ${prefix}_lists where key = k and expires_at <= now_ms);
    delete from ${prefix}_lists where key = k and expires_at <= now_ms;
  end loop;
  return n;
end $$`;
}
