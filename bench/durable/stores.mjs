// From an answer to the next question, by store: time as a multiple of that store's own commit, commits, and how both
// grow with the journal and the conversation. Prints JSON for each.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createClient } from 'redis';
import { memoryStore } from '../../dist/server.js';
import { fileStore } from '../../dist/store-file.js';
import { postgresStore } from '../../dist/store-postgres.js';
import { redisStore } from '../../dist/store-redis.js';
import { answerTo, openChat } from './chat.mjs';

const { ELICITKIT_POSTGRES, ELICITKIT_REDIS } = process.env;
const rounds = Number(process.argv[2]);
const folder = mkdtempSync(join(tmpdir(), 'elicit-bench-'));
const pool = ELICITKIT_POSTGRES && new pg.Pool({ connectionString: ELICITKIT_POSTGRES });
const redis = ELICITKIT_REDIS && createClient({ url: ELICITKIT_REDIS });
if (redis) await redis.connect();
const prefix = `bench_${process.pid}`;

const stores = {
  memory: { ...memoryStore(), isVolatile: false },
  file: fileStore(folder),
  ...(redis && { Redis: redisStore(redis, { prefix }) }),
  ...(pool && { Postgres: postgresStore(pool, { prefix }) }),
};
for (const [name, store] of Object.entries(stores)) {
  console.error(`measures ${name}`);
  console.log(JSON.stringify({ name, ...(await measure(store)) }));
}
if (pool) console.log(JSON.stringify({ atRest: await sizeAtRest(1000) }));
await pool?.end();
await redis?.close();
rmSync(folder, { recursive: true });
process.exit(0);

async function measure(store) {
  let commits = 0;
  let bytes = 0;
  const counted = {
    ...store,
    commit(commit) {
      commits += 1;
      bytes += JSON.stringify(commit).length;
      return store.commit(commit);
    },
  };
  const { post } = openChat({ store: counted, limits: { sweepEvery: Infinity } }, 100_000);
  const bare = [];
  for (let nth = 0; nth < rounds; nth += 1) {
    bare.push(await timed(() => store.commit({ put: [{ key: 'bare', value: 'x'.repeat(300) }] })));
  }
  const at = {};
  // The code is compiled by then.
  await answerMany('first', 500);
  const answer = await answerMany('a', 0);
  let answered = 0;
  for (const journal of [10, 1500, 3000]) {
    for (; answered < journal; answered += 1) await answer();
    const times = [];
    [commits, bytes] = [0, 0];
    const before = process.cpuUsage();
    for (let nth = 0; nth < rounds; nth += 1, answered += 1) times.push(await timed(answer));
    const { user, system } = process.cpuUsage(before);
    at[journal] = {
      time: median(times),
      processor: (user + system) / 1000 / rounds,
      commits: commits / rounds,
      bytes: bytes / rounds,
    };
  }
  return { bare: median(bare), at, rate: await answersPerSecond(post) };

  /** Begin a conversation, and answer its call so often. @returns gives its next answer */
  async function answerMany(conversationId, count) {
    let { question, revision } = await post({
      conversationId,
      messages: [{ role: 'user', content: 'ask', id: 'm' }],
    });
    const answer = async () => {
      const given = { conversationId, revision, pluginElicitResponses: answerTo(question) };
      ({ question, revision } = await post(given));
    };
    for (let nth = 0; nth < count; nth += 1) await answer();
    return answer;
  }
}

/** Answers that one process takes in a second, from 16 conversations at once. */
async function answersPerSecond(post) {
  const each = Math.max(10, rounds);
  const conversations = Array.from({ length: 16 }, (_, nth) => `at-once-${nth}`);
  const asked = await Promise.all(
    conversations.map((conversationId) =>
      post({ conversationId, messages: [{ role: 'user', content: 'ask', id: 'm' }] }),
    ),
  );
  const time = await timed(() =>
    Promise.all(
      conversations.map(async (conversationId, nth) => {
        let { question, revision } = asked[nth];
        for (let count = 0; count < each; count += 1) {
          const answer = { conversationId, revision, pluginElicitResponses: answerTo(question) };
          ({ question, revision } = await post(answer));
        }
      }),
    ),
  );
  return (conversations.length * each) / (time / 1000);
}

/** Bytes of a conversation in Postgres while its question waits, with all indexes. */
async function sizeAtRest(count) {
  const name = `${prefix}_rest`;
  const { post } = openChat({ store: postgresStore(pool, { prefix: name }), limits: { sweepEvery: Infinity } });
  const size = async () => {
    const text =
      'select sum(pg_total_relation_size(relid))::float8 as size from pg_stat_user_tables where relname like $1';
    return (await pool.query(text, [`${name}_%`])).rows[0].size ?? 0;
  };
  await post({ conversationId: 'first', messages: [{ role: 'user', content: 'hello', id: 'm' }] });
  const before = await size();
  for (let nth = 0; nth < count; nth += 1) {
    await post({ conversationId: `${nth}`, messages: [{ role: 'user', content: 'ask', id: 'm' }] });
  }
  // What the commits on the way have left is vacuumed away in time.
  for (const table of ['entries', 'items', 'lists', 'due']) await pool.query(`vacuum full ${name}_${table}`);
  return ((await size()) - before) / count;
}

async function timed(work) {
  const before = performance.now();
  await work();
  return performance.now() - before;
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
