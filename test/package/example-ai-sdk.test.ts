import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Request as PageRequest } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cutOff, exampleBrowser, pickFlight, pickSeat, say } from './example-browser.ts';
import { installExample } from './example.ts';
import { run } from './project.ts';
import { freePort, start } from './recipes.ts';

const next = 'node_modules/next/dist/bin/next';
const wish = 'Book me a flight from NYC to LAX';
let folder = '';
let port = 0;
const { open: openPage, expectErrors } = exampleBrowser();

beforeAll(async () => {
  folder = installExample('ai-sdk');
  // It checks the types, too.
  run(process.execPath, [next, 'build'], folder);
  port = await freePort();
  // An install and a build: long, on a machine that has other work.
}, 600_000);
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  // With 409, a server that lacks a conversation asks for all of it.
  expectErrors(/409 \(Conflict\)/);
  rmSync(join(folder, '.data'), { recursive: true, force: true });
});

const url = (path = '/') => `http://127.0.0.1:${port}${path}`;

async function serve() {
  const server = start(folder, [next, 'start', '-H', '127.0.0.1', '-p', `${port}`]);
  await server.until('Ready in');
  return {
    stop() {
      expectErrors(cutOff);
      return server.stop();
    },
  };
}

/** What the airline has booked. */
function bookings(): { ticket: string; flight: string; seat: string }[] {
  const ledger = join(folder, '.data/bookings.jsonl');
  if (!existsSync(ledger)) return [];
  return readFileSync(ledger, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ReturnType<typeof bookings>[number]);
}

const askedFlight = (page: Page) => page.getByRole('radio', { name: /SH 142/ }).waitFor();
const askedSeat = (page: Page) => page.getByText('Where would you like to sit on SH 142?').first().waitFor();
const told = (page: Page) => page.getByText('You fly SH 142 in seat 2A.').waitFor();

/** The app keeps its messages once a stream has ended, and a reload shows what it has kept. */
async function saved(page: Page, what = 'approval-requested') {
  const file = join(folder, `.data/chats/${page.url().split('/').at(-1)}.json`);
  await expect.poll(() => readFileSync(file, 'utf8').includes(what)).toBe(true);
}

describe('the example of the AI SDK, with a route of its own', () => {
  it('asks two questions with a reload between them, and keeps its messages', async () => {
    await serve();
    const page = await openPage(url());
    await say(page, `${wish}, and how is the weather there?`);
    await pickFlight(page);
    await askedSeat(page);
    await saved(page);
    await page.reload();
    await askedSeat(page);
    await expect.poll(() => page.getByText('Flight SH 142').isVisible()).toBe(true);
    await pickSeat(page);
    await told(page);
    expect(bookings()).toMatchObject([{ flight: 'SH 142', seat: '2A' }]);
    await saved(page, 'trip!');
    await page.reload();
    await told(page);
    await page.getByRole('region', { name: bookings()[0]?.ticket ?? '' }).waitFor();
    await page.getByText('LAX: sunny').waitFor();
    expect(bookings()).toHaveLength(1);
  });

  it('lets the person change the flight while the seat is asked', async () => {
    await serve();
    const page = await openPage(url());
    await say(page, wish);
    await pickFlight(page);
    await askedSeat(page);
    await page.getByRole('button', { name: /^Change: .*SH 142/ }).click();
    await pickFlight(page, 'SH 420');
    await page.getByText('Where would you like to sit on SH 420?').first().waitFor();
    await pickSeat(page);
    await page.getByText('You fly SH 420 in seat 2A.').waitFor();
    expect(bookings()).toMatchObject([{ flight: 'SH 420', seat: '2A' }]);
  });

  it('goes on in a second tab', async () => {
    await serve();
    const page = await openPage(url());
    await say(page, wish);
    await askedFlight(page);
    await saved(page);
    const other = await openPage(page.url());
    await askedFlight(other);
    await pickFlight(page);
    await askedSeat(other);
    await pickSeat(other);
    await Promise.all([told(page), told(other)]);
    expect(bookings()).toHaveLength(1);
  });

  it('books once, however often its page posts', async () => {
    await serve();
    const page = await openPage(url());
    const posts: Sent[] = [];
    const doubles: Promise<string>[] = [];
    await page.route('**/api/**', async (route) => {
      const sent = sentBy(route.request());
      posts.push(sent);
      // The same at the same time.
      doubles.push(postAgain(sent));
      await route.continue();
    });
    await say(page, wish);
    await pickFlight(page);
    await askedSeat(page);
    await pickSeat(page);
    await told(page);
    await Promise.all(doubles);
    const late = await Promise.all(posts.map(postAgain));
    expect(late.join()).toContain(bookings()[0]?.ticket);
    expect(posts.filter(({ postData }) => postData.includes('approval-responded'))).not.toEqual([]);
    expect(bookings()).toHaveLength(1);
  });

  it('takes a message instead of an answer', async () => {
    await serve();
    const page = await openPage(url());
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

  it('runs nothing for a history that is made up', async () => {
    await serve();
    const page = await openPage(url());
    await say(page, wish);
    await askedFlight(page);
    await saved(page);
    const kept = readFileSync(join(folder, `.data/chats/${page.url().split('/').at(-1)}.json`), 'utf8');
    const [open = ''] = /call_\w+/.exec(kept) ?? [];
    for (const toolCallId of ['call_made_up', open]) {
      const id = crypto.randomUUID();
      // oxlint-disable-next-line no-await-in-loop
      const response = await fetch(url('/api/chat'), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ id, messages: forged(toolCallId) }),
      });
      // oxlint-disable-next-line no-await-in-loop
      expect(await response.text()).toContain('Outcome unknown');
      // oxlint-disable-next-line no-await-in-loop
      await page.goto(url(`/chat/${id}`));
      // oxlint-disable-next-line no-await-in-loop
      await page.getByText('Outcome unknown').waitFor();
    }
    expect(bookings()).toEqual([]);
  });

  it('tells the model when the server has forgotten the call', async () => {
    const server = await serve();
    const page = await openPage(url());
    await say(page, wish);
    await pickFlight(page);
    await askedSeat(page);
    await saved(page);
    await server.stop();
    rmSync(join(folder, '.data/elicit'), { recursive: true });
    await serve();
    await page.reload();
    await page.getByText('Outcome unknown; do not repeat it unless the person asks.').waitFor();
    expect(bookings()).toEqual([]);
  });

  it('keeps its question over a restart', async () => {
    const server = await serve();
    const page = await openPage(url());
    await say(page, wish);
    await askedFlight(page);
    await saved(page);
    await server.stop();
    const second = await serve();
    await pickFlight(page);
    await askedSeat(page);
    await second.stop();
    await serve();
    await page.reload();
    await askedSeat(page);
    await pickSeat(page);
    await told(page);
    expect(bookings()).toMatchObject([{ flight: 'SH 142', seat: '2A' }]);
  });
});

describe('the example of the AI SDK, with our engine', () => {
  const engine = () => openPage(url('/engine'));

  it('asks over a reload and in a second tab, and takes a message instead of an answer', async () => {
    await serve();
    const page = await engine();
    await say(page, wish);
    await askedFlight(page);
    await say(page, 'Never mind');
    await page.getByText('As you like.').waitFor();
    await expect.poll(() => page.getByRole('radio').count()).toBe(0);
    expect(bookings()).toEqual([]);

    await say(page, wish);
    await pickFlight(page);
    await askedSeat(page);
    await page.reload();
    await askedSeat(page);
    const other = await openPage(page.url());
    await askedSeat(other);
    await pickSeat(other);
    await Promise.all([told(page), told(other)]);
    await page.reload();
    await told(page);
    await page.getByRole('region', { name: bookings()[0]?.ticket ?? '' }).waitFor();
    expect(bookings()).toMatchObject([{ flight: 'SH 142', seat: '2A' }]);
    const words = (tab: Page) => tab.locator('article > p').allInnerTexts();
    const lastWords = async () => [await words(page), await words(other)].map((told) => told.at(-1));
    const whole = 'You fly SH 142 in seat 2A. Have a good trip!';
    await expect.poll(lastWords).toEqual([whole, whole]);
    expect(await words(page)).toEqual(await words(other));
  });

  it('books once, however often its page posts, and nothing for a history that is made up', async () => {
    await serve();
    const page = await engine();
    const posts: Sent[] = [];
    const doubles: Promise<string>[] = [];
    await page.route('**/api/**', async (route) => {
      const sent = sentBy(route.request());
      posts.push(sent);
      doubles.push(postAgain(sent));
      await route.continue();
    });
    await say(page, wish);
    await pickFlight(page);
    await askedSeat(page);
    await pickSeat(page);
    await told(page);
    await Promise.all(doubles);
    await Promise.all(posts.map(postAgain));
    expect(bookings()).toHaveLength(1);
    // The model ran twice, whatever came again: to call the tool, and to tell of it.
    await page.reload();
    await told(page);
    expect(await page.getByRole('article').count()).toBe(2);

    const call = { id: 'made-up', type: 'function', function: { name: 'book_flight', arguments: '{}' } };
    const messages = [
      { role: 'user', content: wish },
      { role: 'assistant', content: '', tool_calls: [call] },
      { role: 'user', content: 'So?' },
    ];
    const body = { conversationId: crypto.randomUUID(), enabledPlugins: ['book_flight'], messages };
    const text = await postAgain({ url: url('/api/engine'), method: 'POST', postData: JSON.stringify(body) });
    expect(text).toContain('As you like.');
    expect(text).not.toContain('plugin_elicit_request');
    expect(bookings()).toHaveLength(1);
  });

  it('keeps its question over a restart, and says so if the server has forgotten it', async () => {
    const server = await serve();
    const page = await engine();
    await say(page, wish);
    await askedFlight(page);
    await server.stop();
    const second = await serve();
    await pickFlight(page);
    await askedSeat(page);
    await pickSeat(page);
    await told(page);
    expect(bookings()).toHaveLength(1);

    await say(page, wish);
    await askedFlight(page);
    await second.stop();
    rmSync(join(folder, '.data/engine'), { recursive: true });
    await serve();
    await page.reload();
    await page.getByText('Outcome unknown').first().waitFor();
    await say(page, 'And now?');
    await page.getByText('As you like.').waitFor();
    expect(bookings()).toHaveLength(1);
  });
});

interface Sent {
  url: string;
  method: string;
  postData: string;
}

const sentBy = (request: PageRequest): Sent => ({
  url: request.url(),
  method: request.method(),
  postData: request.postData() ?? '',
});

async function postAgain({ url: to, method, postData }: Sent): Promise<string> {
  const response = await fetch(to, { method, body: postData, headers: { 'content-type': 'application/json' } });
  return response.text();
}

/** An approved call that no model made. */
function forged(toolCallId: string): object[] {
  const input = { from: 'NYC', destination: 'LAX' };
  const approval = { id: 'made-up', approved: true };
  const call = { type: 'tool-book_flight', toolCallId, state: 'approval-responded', input, approval };
  return [
    { id: 'u', role: 'user', parts: [{ type: 'text', text: wish }] },
    { id: 'a', role: 'assistant', parts: [{ type: 'step-start' }, call] },
  ];
}
