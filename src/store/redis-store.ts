import { failsAfter, firstDone } from '../base/coming.ts';
import { hexHash } from '../base/hash.ts';
import { checkPrefix, keysIn, namesIn, type DurableStore, type StoredEntry } from './durable-store.ts';
import { createHeardClock } from './heard-clock.ts';
import { createWatchers } from './watchers.ts';

/** A client of Redis, as `createClient` of the package `redis` makes it. */
export interface RedisClient {
  sendCommand(args: string[]): Promise<unknown>;
  /** Another connection, for messages about changes. Without it, other processes' changes are polled. */
  duplicate?(): RedisSubscriber;
}

/** A connection that hears of changes. */
export interface RedisSubscriber {
  connect(): Promise<unknown>;
  subscribe(channel: string, listener: (message: string) => void): Promise<unknown>;
  on(event: 'error', listener: (error: unknown) => void): unknown;
  destroy?(): unknown;
}

/** Options of `redisStore`. */
export interface RedisStoreOptions {
  /** How the names of its keys begin: lower-case letters, digits and `_`. @default 'elicit' */
  prefix?: string | undefined;
}

/**
 * Keep conversations in Redis 7 or newer. Any number of processes may share it.
 *
 * A commit is one script. All keys have one hash tag, so they lie on one node of a cluster. Redis copies to its replicas
 * later, so a failover can lose the last commits: where money moves, use Postgres.
 *
 * @param client - connected
 * @throws {TypeError} for a prefix with other characters
 */
export function redisStore(client: RedisClient, { prefix = 'elicit' }: RedisStoreOptions = {}): DurableStore {
  checkPrefix('redisStore', prefix);
  const tag = `{${prefix}}`;
  const watchers = createWatchers();
  const clock = createHeardClock();
  const hashes = new Map<string, Promise<string>>();
  let subscriber: RedisSubscriber | undefined;
  /** Begins this store's own messages. Who watches here hears of its commits from the store itself. */
  const me = crypto.randomUUID();

  const entryKey = (key: string) => `${tag}:entry:${key}`;
  const listKey = (key: string) => `${tag}:list:${key}`;
  /** A queue's keys, sorted by their times as text, and the time of each. */
  const dueKeys = (queue: string) => [`${tag}:due:${queue}`, `${tag}:due-at:${queue}`];

  async function run(script: string, keys: readonly string[], values: readonly string[]): Promise<unknown> {
    const hash = hashes.get(script) ?? hexHash(script, 'SHA-1');
    hashes.set(script, hash);
    const given = [String(keys.length), ...keys, ...values];
    try {
      return await client.sendCommand(['EVALSHA', await hash, ...given]);
    } catch (error) {
      if (!String(error).includes('NOSCRIPT')) throw error;
      return await client.sendCommand(['EVAL', script, ...given]);
    }
  }

  /** Don't wait for it. Until it has subscribed, and while it connects again, other processes' changes are polled. */
  async function subscribe(made: RedisSubscriber): Promise<void> {
    subscriber = made;
    made.on('error', () => undefined);
    const onMessage = (message: string) => message.startsWith(me) || watchers.tell([message.slice(me.length)]);
    try {
      const late = failsAfter(subscribeTime, () => new Error('The connection gets no reply.'));
      await firstDone(
        made.connect().then(() => made.subscribe(`${tag}:changed`, onMessage)),
        late,
      );
    } catch {
      if (subscriber === made) subscriber = undefined;
      made.destroy?.();
    }
  }

  return {
    now: clock.now,
    async read(keys) {
      const sent = performance.now();
      const [seconds, microseconds, ...found] = (await run(readScript, keys.map(entryKey), [])) as (string | null)[];
      clock.hear(Number(seconds) * 1000 + Number(microseconds) / 1000, sent);
      return keys.map((_, index): StoredEntry | null => {
        const [value, version] = found.slice(2 * index);
        return value == null || version == null ? null : { value, version };
      });
    },
    async list(key, from = 0) {
      return (await client.sendCommand(['LRANGE', listKey(key), String(from), '-1'])) as string[];
    },
    async commit(commit) {
      const { check = [], put = [], append = [], remove = [], due = [] } = commit;
      const queues = [...new Set(due.map(({ queue }) => queue))];
      const names = namesIn(commit).flatMap((name) => [entryKey(name), listKey(name)]);
      const keys = [`${tag}:version`, ...queues.flatMap(dueKeys), ...names];
      const dues = due.map((one) => ({ ...one, at: timeOf(one.at) }));
      const given = JSON.stringify({ tag, me, check, put, append, remove, due: dues });
      const version = (await run(commitScript, keys, [given])) as string | null;
      if (version !== null) watchers.tell(keysIn(commit));
      return version;
    },
    async due(queue, before, limit, after) {
      const [sorted = ''] = dueKeys(queue);
      const from = after === undefined ? '-' : `(${timeOf(after.at)}${after.key}`;
      const range = [from, `(${timeOf(before)}`, 'BYLEX', 'LIMIT', '0', String(limit)];
      const found = (await client.sendCommand(['ZRANGE', sorted, ...range])) as string[];
      return found.map((member) => ({ key: member.slice(timeLength), at: Number(member.slice(0, timeLength)) }));
    },
    ...(client.duplicate !== undefined && {
      watch(key: string, onCommit: () => void) {
        if (subscriber === undefined) subscribe(client.duplicate!()).catch(() => undefined);
        return watchers.watch(key, onCommit);
      },
    }),
    async close() {
      subscriber?.destroy?.();
    },
  };
}

/** How long a connection for messages may take before another one is made, in milliseconds. */
const subscribeTime = 10_000;

/** Digits of a time. Written with all of them, times have the order of their text. */
const timeLength = 16;

/** Empty for never. */
function timeOf(time: number | null): string {
  return time === null || time === Infinity ? '' : String(time).padStart(timeLength, '0');
}

const readScript = `
local time = redis.call('TIME')
local found = { time[1], time[2] }
for i, key in ipairs(KEYS) do
  local entry = redis.call('HMGET', key, 'value', 'version')
  found[2 * i + 1] = entry[1]
  found[2 * i + 2] = entry[2]
end
return found`;

/** JSON has null for no version, and for `Infinity`. */
const commitScript = `
local c = cjson.decode(ARGV[1])
local function entry(key) return c.tag .. ':entry:' .. key end
local function list(key) return c.tag .. ':list:' .. key end
local function due(queue, key, at)
  local sorted, times = c.tag .. ':due:' .. queue, c.tag .. ':due-at:' .. queue
  local old = redis.call('HGET', times, key)
  if old then redis.call('ZREM', sorted, old .. key) end
  local queues = c.tag .. ':queues:' .. key
  if at == '' then
    redis.call('HDEL', times, key)
    redis.call('SREM', queues, queue)
    return
  end
  redis.call('ZADD', sorted, 0, at .. key)
  redis.call('HSET', times, key, at)
  redis.call('SADD', queues, queue)
end
local function number(n) return string.format('%.0f', n) end
for _, check in ipairs(c.check) do
  if check.length then
    if redis.call('LLEN', list(check.key)) ~= check.length then return false end
  else
    local version = redis.call('HGET', entry(check.key), 'version') or cjson.null
    if version ~= check.version then return false end
  end
end
local version = number(redis.call('INCR', KEYS[1]))
local changed = {}
local function expire(key, at)
  if at and at ~= cjson.null then redis.call('PEXPIREAT', key, number(at)) else redis.call('PERSIST', key) end
end
for _, put in ipairs(c.put) do
  redis.call('HSET', entry(put.key), 'value', put.value, 'version', version)
  expire(entry(put.key), put.expiresAt)
  changed[put.key] = true
end
for _, append in ipairs(c.append) do
  for _, item in ipairs(append.items) do redis.call('RPUSH', list(append.key), item) end
  expire(list(append.key), append.expiresAt)
  changed[append.key] = true
end
for _, key in ipairs(c.remove) do
  redis.call('DEL', entry(key), list(key))
  for _, queue in ipairs(redis.call('SMEMBERS', c.tag .. ':queues:' .. key)) do due(queue, key, '') end
  changed[key] = true
end
for _, one in ipairs(c.due) do due(one.queue, one.key, one.at) end
for key in pairs(changed) do redis.pcall('PUBLISH', c.tag .. ':changed', c.me .. key) end
return version`;
