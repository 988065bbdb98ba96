import { spawn } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { build } from 'vite';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createProxy } from '../../examples/cluster/proxy.ts';
import { createPluginClient, type ClientSnapshot } from '../../src/client.ts';
import { isWhole } from '../chat/harness.ts';
import { until } from '../faults/booking.ts';

const folder = 'node_modules/.cache/elicitkit-cluster';

beforeAll(async () => {
  await build({
    configFile: false,
    logLevel: 'silent',
    // The example imports the package by name.
    resolve: { tsconfigPaths: true },
    build: {
      ssr: true,
      rolldownOptions: { input: ['examples/cluster/cluster.ts', 'examples/cluster/server.ts'] },
      outDir: folder,
      minify: false,
      emptyOutDir: true,
    },
  });
});

/** Runs the example's command. */
function startCluster(env: Record<string, string>) {
  const { DATABASE_URL: _, REDIS_URL: __, ...rest } = process.env;
  const child = spawn(process.execPath, [`${folder}/cluster.js`], {
    env: { ...rest, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (said += String(data)));
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  onTestFinished(async () => {
    child.kill();
    await ended;
  });
  return {
    ended,
    said: () => said,
    async address() {
      await expect.poll(() => said, { timeout: 20_000 }).toContain('All processes are ready.');
      return /http:\S+/.exec(said)?.[0] ?? '';
    },
  };
}

const databases = [
  ['Postgres', 'ELICITKIT_POSTGRES', 'DATABASE_URL'],
  ['Redis', 'ELICITKIT_REDIS', 'REDIS_URL'],
].map(([name = '', given = '', wanted = '']) => ({ name, given, wanted, url: process.env[given] }));
for (const { name, given, url } of databases) {
  if (url === undefined) console.log(`The cluster is not tested over ${name}: ${given} is not set.`);
}

describe.each(databases.filter(({ url }) => url !== undefined))(
  'the cluster example over $name',
  ({ wanted, url = '' }) => {
    it('books a flight, each request in another process, though the one that has asked is killed', async () => {
      const cluster = startCluster({ [wanted]: url, STORE_PREFIX: `cluster_${process.pid}_${Date.now() % 1e6}` });
      /** The process of each response. */
      const processes: number[] = [];
      const client = createPluginClient({
        endpoint: await cluster.address(),
        plugins: [],
        capabilities: { genericForm: true },
        async fetch(...request) {
          const response = await fetch(...request);
          processes.push(Number(response.headers.get('x-process')));
          return response;
        },
      });
      onTestFinished(() => client.close());
      await client.send('Book me a flight from NYC to LAX');
      const asked = processes.at(-1) ?? 0;
      process.kill(asked, 'SIGKILL');

      const choice: Record<string, unknown> = { pickFlight: { flightId: 'SH142' }, pickSeat: { row: 12, seat: 'A' } };
      const act = ({ pending }: ClientSnapshot) => {
        for (const item of pending) {
          if (item.status === 'pending') item.accept(choice[item.key]);
          if (item.status === 'failed') item.retry();
        }
      };
      const done = until(client, ({ status, pending }) => status === 'idle' && pending.length === 0, act, 20_000);
      act(client.getSnapshot());
      const { messages } = await done;

      expect(messages.at(-1)?.content).toMatch(/^Done\. Ticket SH142, seat 12A/);
      expect(messages.filter(({ role }) => role === 'tool')).toHaveLength(1);
      expect(isWhole(messages)).toBe(true);
      const answered = processes.filter((id) => id > 0);
      expect(new Set(answered).size).toBeGreaterThan(1);
      expect(answered.lastIndexOf(asked)).toBe(answered.indexOf(asked));
    });
  },
);

describe('the cluster example', () => {
  it('says which database it needs, and ends, if it has none', async () => {
    const cluster = startCluster({});
    expect(await cluster.ended).toBe(1);
    expect(cluster.said()).toContain('Set DATABASE_URL or REDIS_URL');
  });

  it('sends each request to the next process', async () => {
    const ports = await Promise.all(['a', 'b', 'c'].map((name) => listen(createServer((_, out) => out.end(name)))));
    const proxy = `http://127.0.0.1:${await listen(createProxy(() => ports))}`;
    const seen: string[] = [];
    for (let nth = 0; nth < 6; nth += 1) {
      seen.push(await (await fetch(proxy, { method: 'POST', body: 'x' })).text());
    }
    expect(seen.slice(0, 3).toSorted()).toEqual(['a', 'b', 'c']);
    expect(seen.slice(3)).toEqual(seen.slice(0, 3));
  });

  it('asks the client to come again where a process is gone, and breaks off what it was saying', async () => {
    const gone = createServer();
    const port = await listen(gone);
    await new Promise((resolve) => gone.close(resolve));
    const dying = await listen(
      createServer((_, outgoing) => {
        outgoing.write('half');
        setImmediate(() => outgoing.destroy());
      }),
    );
    const statusOf = async (ports: number[]) => fetch(`http://127.0.0.1:${await listen(createProxy(() => ports))}`);
    expect((await statusOf([port])).status).toBe(503);
    expect((await statusOf([])).headers.get('retry-after')).toBe('1');
    await expect(statusOf([dying]).then((response) => response.text())).rejects.toThrow('terminated');
  });
});

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}
