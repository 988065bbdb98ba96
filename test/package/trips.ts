import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { createPluginClient, type ClientSnapshot, type PluginClient } from '../../src/client.ts';
import { until } from '../faults/booking.ts';
import { askedFlight, askedSeat, pickFlight, pickSeat, told, wish } from './example-page.ts';
import { installExample } from './example.ts';
import { root, run } from './project.ts';
import { openPage, type Running } from './recipes.ts';

export const postgres = process.env['ELICITKIT_POSTGRES'];

/** A worker of an example whose workflow books a trip. `stop` is kill -9. */
export interface Worker extends Running {
  url: string;
}

/** What a workflow says at its end. */
export const booked = 'You fly SH 142 in seat 2A.';

/** Installs and builds such an example for the tests of a file, with a database of its own. */
export function installTrips(example: string) {
  const name = `${example}_${process.pid}_${Date.now() % 1e6}`;
  const database = new URL(postgres ?? 'postgres://none');
  database.pathname = name;
  let folder = '';
  beforeAll(async () => {
    folder = installExample(example);
    run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', '.'], folder);
    run(process.execPath, ['node_modules/vite/bin/vite.js', 'build'], folder);
    await atPostgres(`create database ${name}`);
  }, 600_000);
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await atPostgres(`drop database if exists ${name} with (force)`);
  });
  return {
    database: database.href,
    folder: () => folder,
    /** The tickets that are issued from now on. */
    ticketsFromNow() {
      const lying = join(folder, '.data/tickets');
      rmSync(lying, { recursive: true, force: true });
      return () => (existsSync(lying) ? readdirSync(lying) : []).map((file): unknown => read(join(lying, file)));
    },
  };
}

/** Books in two workers, of which `a` has the workflows. */
export function testTrips(
  startWorker: (worker: 'a' | 'b') => Promise<Worker>,
  { ticketsFromNow }: Pick<ReturnType<typeof installTrips>, 'ticketsFromNow'>,
): void {
  const startBoth = async () => {
    const b = await startWorker('b');
    return { a: await startWorker('a'), b };
  };

  it('asks on a page and lists the question in the inbox, and the workflow goes on with the answers', async () => {
    const issued = ticketsFromNow();
    const worker = await startWorker('a');
    const page = await openPage(worker.url);
    const inbox = page.getByRole('button', { name: 'Inbox', exact: true });
    await page.getByRole('button', { name: wish }).click();
    await askedFlight(page);
    await inbox.click();
    await page.getByRole('button', { name: /Which flight from NYC to LAX/ }).click();
    await pickFlight(page);
    await inbox.click();
    await askedSeat(page);
    await page.reload();
    await askedSeat(page);
    await pickSeat(page);
    await told(page);
    expect(issued()).toEqual([{ flight: 'SH142', seat: '2A' }]);
    await worker.until(`Mail to ada: ${booked}`);
  });

  it('takes the answers at another worker while its own is dead, and goes on when that is back', async () => {
    const issued = ticketsFromNow();
    const { a, b } = await startBoth();
    const id = crypto.randomUUID();
    await begin(a, id);
    await asked(clientOf(a, id));
    await a.stop();
    const client = clientOf(b, id);
    await asked(client);
    await answer(client);
    const back = await startWorker('a');
    // An engine may take its time to look at a worker that was gone.
    await expect.poll(() => resultOf(back, id), { timeout: 60_000 }).toBe(booked);
    expect(issued()).toEqual([{ flight: 'SH142', seat: '2A' }]);
  });

  it('issues one ticket, though both workers are told of the trip and of each answer at once', async () => {
    const issued = ticketsFromNow();
    const { a, b } = await startBoth();
    const id = crypto.randomUUID();
    await Promise.all([begin(a, id), begin(b, id)]);
    const doubled: string[] = [];
    const client = clientOf(a, id, async (to, init) => {
      const isAnswer = typeof init?.body === 'string' && init.body.includes('pluginElicitResponses');
      if (!isAnswer) return fetch(to, init);
      const [first, second] = await Promise.all([fetch(to, init), fetch(`${b.url}/api/elicit`, init)]);
      doubled.push(await second.text());
      return first;
    });
    await asked(client);
    await answer(client);
    expect(await Promise.all([resultOf(a, id), resultOf(b, id)])).toEqual([booked, booked]);
    expect(doubled.length).toBeGreaterThan(1);
    expect(issued()).toHaveLength(1);
    expect([...mailsOf(a), ...mailsOf(b)]).toHaveLength(1);
  });
}

/** The mails that a worker has sent. */
export const mailsOf = ({ printed }: Worker) => printed().match(/Mail to ada/g) ?? [];

export const begin = ({ url }: Worker, id: string) => fetch(`${url}/api/trips/${id}`, { method: 'PUT' });

/** What a trip's workflow has come to. Null while it waits. */
export async function resultOf({ url }: Worker, id: string): Promise<string | null> {
  const response = await fetch(`${url}/api/trips/${id}`);
  return ((await response.json()) as { result: string | null }).result;
}

/** A page without a screen. */
export function clientOf({ url }: Worker, conversationId: string, through: typeof fetch = fetch): PluginClient {
  const client = createPluginClient({
    endpoint: `${url}/api/elicit`,
    conversationId,
    plugins: [],
    capabilities: { genericForm: true },
    fetch: through,
  });
  onTestFinished(() => client.close());
  return client;
}

/** Waits until the workflow has begun its call, and the call asks. */
export async function asked(client: PluginClient): Promise<void> {
  await expect
    .poll(async () => {
      await client.attach({ calls: [client.conversationId] });
      return client.getSnapshot().pending.map(({ key }) => key);
    })
    .toEqual(['pickFlight']);
}

/** Answers both questions. */
export async function answer(client: PluginClient): Promise<void> {
  const choice: Record<string, unknown> = { pickFlight: { flightId: 'SH142' }, pickSeat: { row: 2, seat: 'A' } };
  const act = ({ pending }: ClientSnapshot) => {
    for (const item of pending) {
      if (item.status === 'pending') item.accept(choice[item.key]);
      if (item.status === 'failed') item.retry();
    }
  };
  const isOver = ({ status, calls }: ClientSnapshot) => status === 'idle' && calls.at(-1)?.status === 'completed';
  const done = until(client, isOver, act, 20_000);
  act(client.getSnapshot());
  await done;
}

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

async function atPostgres(sql: string): Promise<void> {
  const client = new Client({ connectionString: postgres });
  await client.connect();
  await client.query(sql);
  await client.end();
}
