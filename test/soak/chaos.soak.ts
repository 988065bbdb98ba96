import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { isWhole } from '../chat/harness.ts';
import { choice, createTraveller, until } from '../faults/booking.ts';
import { openFaultProxy } from '../faults/proxy.ts';

const seed = Number(process.env['FAULTS_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const postgres = process.env['ELICITKIT_POSTGRES'];
const bookings = Number(process.env['CHAOS_BOOKINGS'] ?? 300);
/** People who book at once. */
const people = 12;
const folder = 'node_modules/.cache/elicitkit-chaos';

function createRandom(from: number): () => number {
  let state = from;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

beforeAll(async () => {
  await build({
    configFile: false,
    logLevel: 'silent',
    build: { ssr: 'test/soak/chaos-server.ts', outDir: folder, minify: false, emptyOutDir: true },
  });
});

/** What issues tickets. A booking that names a key is made once. */
async function openAirline() {
  const issued = new Map<string, number>();
  const keys = new Set<string>();
  const server = createServer((incoming, outgoing) => {
    const destination = decodeURIComponent(incoming.url?.slice(1) ?? '');
    const key = String(incoming.headers['key'] ?? '');
    if (key === '' || !keys.has(key)) issued.set(destination, (issued.get(destination) ?? 0) + 1);
    if (key !== '') keys.add(key);
    let ticket = '';
    incoming.on('data', (chunk) => (ticket += String(chunk)));
    // A moment in which a process can die, with the ticket issued.
    incoming.on('end', () => setTimeout(() => outgoing.end(ticket), 30));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { issued, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

interface Mortal {
  port: number;
  kill(): Promise<void>;
  /** Let it stand still for so many milliseconds. */
  pause(time: number): Promise<void>;
}

async function openProcess(env: Record<string, string>, said: string[]): Promise<Mortal> {
  let port = 0;
  let child: ChildProcess | undefined;
  async function begin(): Promise<void> {
    const started = spawn('node', [`${folder}/chaos-server.js`], {
      env: { ...process.env, ...env, CHAOS_PORT: String(port) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    started.stderr.on('data', (chunk) => said.push(String(chunk)));
    port = await new Promise<number>((resolve, reject) => {
      started.stdout.on('data', (chunk) => {
        const found = /port (\d+)/.exec(String(chunk))?.[1];
        if (found !== undefined) resolve(Number(found));
      });
      started.on('exit', (code) => reject(new Error(`A server ended with ${code}: ${said.join('')}`)));
    });
  }
  await begin();
  onTestFinished(() => void child?.kill('SIGKILL'));
  return {
    get port() {
      return port;
    },
    async kill() {
      const dying = child;
      const gone = new Promise((resolve) => dying?.on('exit', resolve));
      dying?.kill('SIGKILL');
      await gone;
      await begin();
    },
    async pause(time) {
      child?.kill('SIGSTOP');
      await new Promise((resolve) => setTimeout(resolve, time));
      child?.kill('SIGCONT');
    },
  };
}

const stores: [string, number, (name: string) => Record<string, string>][] = [
  [
    'one process with a file',
    1,
    () => {
      const data = mkdtempSync(join(tmpdir(), 'elicit-chaos-'));
      onTestFinished(() => rmSync(data, { recursive: true, force: true }));
      return { CHAOS_FOLDER: data };
    },
  ],
];
const redis = process.env['ELICITKIT_REDIS'];
if (redis === undefined) console.log('No chaos on Redis: ELICITKIT_REDIS is not set.');
else stores.push(['three processes with Redis', 3, (name) => ({ CHAOS_REDIS: redis, CHAOS_PREFIX: name })]);
if (postgres === undefined) console.log('No chaos on Postgres: ELICITKIT_POSTGRES is not set.');
else stores.push(['three processes with Postgres', 3, (name) => ({ CHAOS_POSTGRES: postgres, CHAOS_PREFIX: name })]);

describe.each(stores)(`%s, which are killed and stand still at any time (seed ${seed})`, (_, count, envOf) => {
  it.each([true, false])(
    `make ${bookings} bookings, none twice, and lose none (a key for the airline: %s)`,
    async (hasKeys) => {
      const random = createRandom(seed);
      const airline = await openAirline();
      const said: string[] = [];
      const env = {
        ...envOf(`chaos_${Date.now() % 1e9}`),
        CHAOS_AIRLINE: airline.url,
        ...(hasKeys && { CHAOS_KEYS: 'yes' }),
      };
      const processes = await Promise.all(Array.from({ length: count }, () => openProcess(env, said)));
      let next = 0;
      const proxy = await openFaultProxy(async (request) => {
        next += 1;
        const { port } = processes[next % count]!;
        const body = await request.text();
        const { headers, method } = request;
        try {
          return await fetch(`http://127.0.0.1:${port}/`, { method, headers, body, signal: request.signal });
        } catch {
          return new Response('', { status: 502 });
        }
      });
      onTestFinished(() => proxy.close());

      let isOver = false;
      const deaths = { kills: 0, pauses: 0 };
      const chaos = (async () => {
        while (!isOver) {
          await new Promise((resolve) => setTimeout(resolve, 100 + random() * 700));
          const victim = processes[Math.floor(random() * count)]!;
          if (random() < 0.75) {
            deaths.kills += 1;
            await victim.kill();
          } else {
            deaths.pauses += 1;
            // Some outlast the lease.
            await victim.pause(random() * 3000);
          }
        }
      })();

      const ends = { tickets: 0, unknown: 0, other: [] as string[] };
      async function book(destination: string): Promise<void> {
        const { client } = createTraveller({
          endpoint: proxy.url,
          storage: false,
          tabs: false,
          retry: {
            wait: (time) => new Promise((resolve) => setTimeout(resolve, Math.min(time, 200))),
            random: () => 0.5,
          },
        });
        void client.send(`Book a flight to ${destination}`);
        const { messages } = await until(
          client,
          ({ status, pending, messages: told }) =>
            status === 'idle' && pending.length === 0 && told.at(-1)?.content.startsWith('Here you are') === true,
          ({ status, pending }) => {
            for (const item of pending) {
              if (item.status === 'pending') item.views.at(-1)?.answer(choice[item.key]);
              if (item.status === 'failed') item.retry();
            }
            if (status === 'failed') void client.retry();
          },
          60_000,
        );
        expect(isWhole(messages)).toBe(true);
        const last = messages.at(-1)?.content ?? '';
        if (last === `Here you are: Ticket ${destination} FL002 12A`) ends.tickets += 1;
        else if (last.startsWith('Here you are: Error: Step "book" began')) ends.unknown += 1;
        else ends.other.push(last);
        await client.close();
      }
      const wanted = Array.from({ length: bookings }, (__, nth) => `B${nth}`);
      try {
        await Promise.all(
          Array.from({ length: people }, async () => {
            for (let destination = wanted.pop(); destination !== undefined; destination = wanted.pop())
              await book(destination);
          }),
        );
      } finally {
        isOver = true;
        await chaos;
      }
      console.log(`${JSON.stringify({ count, hasKeys, seed, ...deaths, ...ends })}`);
      expect([...airline.issued.values()].filter((times) => times > 1)).toEqual([]);
      expect(ends.other).toEqual([]);
      expect(ends.tickets + ends.unknown).toBe(bookings);
      expect(airline.issued.size).toBeGreaterThanOrEqual(ends.tickets);
      // Where the airline knows the key, nothing stays unknown.
      expect(ends.unknown).toBeLessThanOrEqual(hasKeys ? 0 : bookings);
      expect(deaths.kills).toBeGreaterThan(0);
    },
  );
});
