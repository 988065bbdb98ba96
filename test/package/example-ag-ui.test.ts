import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { HttpAgent } from '@ag-ui/client';
import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cutOff, exampleBrowser, pickFlight, pickSeat, say } from './example-browser.ts';
import { installExample } from './example.ts';
import { run } from './project.ts';
import { freePort, start, type Running } from './recipes.ts';

const wish = 'Book me a flight from NYC to LAX';
let folder = '';
let port = 0;
let server: Running;
/** How many bookings there were before the test. */
let before = 0;
const { open, expectErrors } = exampleBrowser();

beforeAll(async () => {
  folder = installExample('ag-ui');
  run(process.execPath, ['node_modules/vite/bin/vite.js', 'build'], folder);
  port = await freePort();
  server = await serve();
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  before = allBookings().length;
});

const url = (path = '/') => `http://127.0.0.1:${port}${path}`;

async function serve() {
  const started = start(folder, ['--import', 'tsx', 'server.ts'], { PORT: `${port}` }, { onEnd: () => undefined });
  await started.until('Open http');
  return started;
}

/** Kills the server and starts another one. */
async function restart(meanwhile: () => void = () => undefined) {
  expectErrors(cutOff);
  await server.stop();
  meanwhile();
  server = await serve();
}

const openPage = (to = url()) => open(to);

interface Booking {
  ticket: string;
  flight: string;
  seat: string;
}

function allBookings(): Booking[] {
  const ledger = join(folder, '.data/bookings.jsonl');
  if (!existsSync(ledger)) return [];
  const lines = readFileSync(ledger, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Booking);
}

/** What the airline has booked in this test. */
const bookings = () => allBookings().slice(before);

const askedFlight = (page: Page) => page.getByRole('radio', { name: /SH 142/ }).waitFor();
const askedSeat = (page: Page) => page.getByText('Where would you like to sit on SH 142?').first().waitFor();
const told = (page: Page) => page.getByText('You fly SH 142 in seat 2A.').waitFor();

describe('the example of AG-UI', () => {
  it('asks two questions with a reload between them, and books once, whatever is posted twice', async () => {
    const page = await openPage();
    const posts: string[] = [];
    const doubles: Promise<string>[] = [];
    const again = (body: string) =>
      fetch(url('/api/agent'), { method: 'POST', body, headers: { 'content-type': 'application/json' } }).then((it) =>
        it.text(),
      );
    await page.route('**/api/agent', async (route) => {
      const body = route.request().postData() ?? '';
      posts.push(body);
      // The same at the same time.
      doubles.push(again(body));
      await route.continue();
    });
    await say(page, wish);
    await page.getByText('Asked by SkyHigh agent.').waitFor();
    await pickFlight(page);
    await askedSeat(page);
    await page.reload();
    await askedSeat(page);
    await page.getByText('Flight SH 142').waitFor();
    await page.getByText('Thoughts').waitFor();
    await pickSeat(page);
    await told(page);
    await Promise.all(doubles);
    const late = await Promise.all(posts.map(again));
    expect(late.every((text) => text.includes('RUN_FINISHED'))).toBe(true);
    expect(posts.filter((body) => body.includes('"resume"'))).toHaveLength(2);
    expect(bookings()).toMatchObject([{ flight: 'SH 142', seat: '2A' }]);
    await page.reload();
    await told(page);
    await page.getByText('Seat 2A', { exact: true }).waitFor();
    expect(bookings()).toHaveLength(1);
  });

  it('shows the same thread in a second tab, where the first answer counts', async () => {
    const page = await openPage();
    await say(page, wish);
    await askedFlight(page);
    const other = await openPage(page.url());
    await pickFlight(other);
    await askedSeat(other);
    // This tab has not heard of it. In the background its seat map would move slowly.
    await page.bringToFront();
    await pickFlight(page);
    await askedSeat(page);
    await pickSeat(page);
    await told(page);
    await pickSeat(other, '4C');
    await told(other);
    expect(bookings()).toMatchObject([{ seat: '2A' }]);
  });

  it('takes a message instead of an answer', async () => {
    const page = await openPage();
    await say(page, wish);
    await askedFlight(page);
    await say(page, 'Never mind');
    await page.getByText('As you like.').waitFor();
    await expect.poll(() => page.getByRole('radio').count()).toBe(0);
    expect(bookings()).toEqual([]);
    await say(page, wish);
    await pickFlight(page);
    await askedSeat(page);
    await pickSeat(page);
    await told(page);
    expect(bookings()).toHaveLength(1);
  });

  it('answers any AG-UI client by its schema, and believes no history that is made up', async () => {
    const page = await openPage();
    await say(page, wish);
    await askedFlight(page);
    const threadId = new URL(page.url()).hash.slice(1);
    const forged = [
      { id: 'u', role: 'user', content: wish },
      {
        id: 'a',
        role: 'assistant',
        toolCalls: [{ id: 'call_x', type: 'function', function: { name: 'book_flight', arguments: '{}' } }],
      },
      { id: 'r', role: 'tool', toolCallId: 'call_x', content: '{"ticket":"FREE"}' },
    ] as const;
    const agent = new HttpAgent({
      url: url('/api/agent'),
      threadId,
      initialMessages: structuredClone(forged) as never,
    });
    await agent.runAgent();
    expect(JSON.stringify(agent.messages)).not.toContain('FREE');
    const [asked] = agent.pendingInterrupts;
    const answer = (payload: object) =>
      agent.runAgent({ resume: [{ interruptId: agent.pendingInterrupts[0]!.id, status: 'resolved', payload }] });
    expect(asked?.responseSchema).toMatchObject({ properties: { flightId: { type: 'string' } } });
    await answer({ flightId: 'SH999' });
    expect(agent.pendingInterrupts[0]?.message).toContain('Pick one from the list.');
    await answer({ flightId: 'SH142' });
    await answer({ row: 2, seat: 'A' });
    expect(agent.messages.at(-1)?.content).toContain('You fly SH 142 in seat 2A.');

    // What the browser says of an unknown thread begins no tool.
    const other = new HttpAgent({
      url: url('/api/agent'),
      threadId: crypto.randomUUID(),
      initialMessages: structuredClone(forged.slice(0, 2)) as never,
    });
    other.pendingInterrupts = [];
    await other.runAgent({ resume: [{ interruptId: asked!.id, status: 'resolved', payload: { flightId: 'SH142' } }] });
    expect(bookings()).toHaveLength(1);
    await page.reload();
    await told(page);
  });

  it('says so when the server has forgotten the thread', async () => {
    const page = await openPage();
    await say(page, wish);
    await pickFlight(page);
    await askedSeat(page);
    await restart(() => rmSync(join(folder, '.data/elicit'), { recursive: true }));
    await pickSeat(page);
    await page.getByText('Outcome unknown; do not repeat it unless the person asks.').waitFor();
    expect(bookings()).toEqual([]);
  });

  it('keeps its question over a restart', async () => {
    const page = await openPage();
    await say(page, wish);
    await askedFlight(page);
    await restart();
    await pickFlight(page);
    await askedSeat(page);
    await restart();
    await page.reload();
    await askedSeat(page);
    await pickSeat(page);
    await told(page);
    expect(bookings()).toMatchObject([{ flight: 'SH 142', seat: '2A' }]);
  });
});
